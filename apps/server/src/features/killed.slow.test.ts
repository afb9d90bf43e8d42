import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../test/databases.ts'
import { STEPS_A_ROUND, WORKS, type Written } from '../../test/member-writer.ts'
import { prepareForWriter } from '../../test/member-writer-world.ts'
import { testProgram } from '../../test/programs.ts'

/** With SQLite it is the program that could lose something; a PostgreSQL server goes on without it. `KILLS=200` takes minutes. */
const KILLS = { sqlite: Number(process.env.KILLS ?? 30), postgres: 5 }

describe.each(dialects)('members’ writes on %s', (dialect) => {
  let database: TestDatabase
  let accountId: number
  let playlistId: string
  beforeEach(async () => {
    database = await openTestDatabase(dialect)
    ;({ accountId, playlistId } = await prepareForWriter(database))
  })
  afterEach(() => database.remove())

  /** What the process had told before it was killed, at some moment of its writing. */
  async function writeUntilKilled(round: number): Promise<Map<Written['kind'], number>> {
    const told = new Map<Written['kind'], number>()
    const args = [JSON.stringify(database.location), String(accountId), playlistId, String(round)]
    const child: ChildProcess = fork(testProgram('member-writer'), args)
    child.on('message', ({ kind, number }: Written) => told.set(kind, number))
    while (!told.has('review')) await once(child, 'message')
    await sleep(Math.random() * 40)
    child.kill('SIGKILL')
    // `close` comes after the last message.
    await once(child, 'close')
    return told
  }

  test(
    `ATH-07 REV-04 PLS-01 OFF-46 killed ${KILLS[dialect]} times, nothing that was acknowledged is lost or half-written`,
    { timeout: 600_000 },
    async () => {
      const { read } = database
      for (let round = 1; round <= KILLS[dialect]; round++) {
        const told = await writeUntilKilled(round)
        expect(told.size).toBeGreaterThan(0)

        const reviews = await read.selectFrom('review').select(['work_id', 'rating', 'review_text']).execute()
        const stars = await read.selectFrom('member_rating').selectAll().execute()
        for (const { work_id, rating, review_text } of reviews) {
          // Rating and text were written together.
          expect(rating).toBe((Number(review_text) % 5) + 1)
          const counted = stars.find((row) => row.work_id === work_id)
          const expected = [0, 0, 0, 0, 0].with((rating ?? 1) - 1, 1)
          expect(JSON.parse(counted?.stars ?? '')).toEqual(expected)
          expect(counted?.review_count).toBe(1)
        }
        const written = new Set(reviews.map(({ review_text }) => Number(review_text)))
        const keys = await read.selectFrom('keyed_write').select('key').execute()
        const keyed = new Set(keys.map(({ key }) => Number(key)))
        // A write and its key were stored together: neither is there without the other.
        expect(written.isSubsetOf(keyed)).toBe(true)
        expect(written).toContain(Math.max(...keyed))
        for (const number of lastOf(round, told.get('review'))) expect(isThereOrLater(written, number)).toBe(true)

        const places = await read.selectFrom('place').select('seconds').execute()
        const seconds = new Set(places.map((place) => place.seconds))
        for (const number of lastOf(round, told.get('place'))) expect(isThereOrLater(seconds, number)).toBe(true)

        const works = await read.selectFrom('playlist_work').select('work_id').orderBy('id').execute()
        const lastAdded = told.get('playlist')
        // At most one is out, on its way in.
        if (lastAdded !== undefined && lastAdded - round * STEPS_A_ROUND >= WORKS) {
          expect(works.length).toBeGreaterThanOrEqual(WORKS - 1)
        }
        if (lastAdded !== undefined) {
          const latest = works.slice(-2).map(({ work_id }) => work_id)
          expect([latest.at(-1), latest.at(0), ((lastAdded + 1) % WORKS) + 1]).toContain((lastAdded % WORKS) + 1)
        }
      }
    },
  )
})

/** All that a round has told of, as far as nothing later has taken its place. */
function lastOf(round: number, last: number | undefined): number[] {
  if (last === undefined) return []
  const first = Math.max(round * STEPS_A_ROUND, last - WORKS + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** One may have been written of which no word has come, and takes the place of the one a lap before it. */
function isThereOrLater(written: ReadonlySet<number>, number: number): boolean {
  return written.has(number) || written.has(number + WORKS)
}
