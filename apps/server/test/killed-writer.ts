import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Database, DatabaseLocation, Db } from '../src/db/open.ts'
import { atOneMoment } from '../src/db/snapshot.ts'
import { STEPS_A_ROUND, WORKS, type Written } from './member-writer.ts'

/** The last number of each kind that a process told of. */
type Told = Map<Written['kind'], number>

type Run = {
  /** `member-writer.ts`, bundled. */
  program: string
  location: DatabaseLocation
  accountId: number
  playlistId: string
  /** From 1, one after another on a database. */
  round: number
  /** How long it writes after its first word. */
  waitMs: number
}

/** What a process had told before it was killed in the middle of its writing. */
export async function writeUntilKilled({
  program,
  location,
  accountId,
  playlistId,
  round,
  waitMs,
}: Run): Promise<Told> {
  const told: Told = new Map()
  const args = [JSON.stringify(location), String(accountId), playlistId, String(round)]
  // Ctrl-C is for this process: the other ends when it can tell nothing more.
  const child = fork(program, args, { detached: true })
  child.on('message', ({ kind, number }: Written) => told.set(kind, number))
  // `close` comes after the last message.
  const closed = once(child, 'close')
  while (!told.has('review')) {
    await Promise.race([once(child, 'message'), closed])
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the process ended by itself: ${child.signalCode ?? `code ${child.exitCode}`}`)
    }
  }
  await sleep(waitMs)
  child.kill('SIGKILL')
  await closed
  return told
}

/**
 * What is lost of the things that the process of a round told, and what is half there. Read at one moment: PostgreSQL may
 * still end what the killed process had begun.
 */
export function lostOrHalf(database: Database, round: number, told: Told): Promise<string[]> {
  return atOneMoment(database, ({ read }) => findLostOrHalf(read, round, told))
}

async function findLostOrHalf(read: Db, round: number, told: Told): Promise<string[]> {
  const found: string[] = []
  const reviews = await read.selectFrom('review').select(['work_id', 'rating', 'review_text']).execute()
  const stars = new Map(
    (await read.selectFrom('member_rating').selectAll().execute()).map((row) => [row.work_id, row] as const),
  )
  for (const { work_id: workId, rating, review_text: text } of reviews) {
    // Rating and text were written together, and counted with them.
    if (rating !== (Number(text) % 5) + 1) found.push(`the review ${text} of work ${workId} is rated ${rating}`)
    const counted = stars.get(workId)
    const wanted = JSON.stringify([0, 0, 0, 0, 0].with((rating ?? 1) - 1, 1))
    if (counted?.stars !== wanted || counted.review_count !== 1) found.push(`work ${workId} counts ${counted?.stars}`)
  }
  const written = new Set(reviews.map(({ review_text: text }) => Number(text)))
  const keys = await read.selectFrom('keyed_write').select('key').execute()
  const keyed = new Set(keys.map(({ key }) => Number(key)))
  // A write and its key were stored together: neither is there without the other.
  if (!written.isSubsetOf(keyed)) found.push('a review is stored without its key')
  if (!written.has(Math.max(...keyed))) found.push('a key is stored without its review')
  for (const number of lastOf(round, told.get('review'))) {
    if (!isThereOrLater(written, number)) found.push(`the review ${number} is lost`)
  }

  const places = await read.selectFrom('place').select('seconds').execute()
  const seconds = new Set(places.map((place) => place.seconds))
  for (const number of lastOf(round, told.get('place'))) {
    if (!isThereOrLater(seconds, number)) found.push(`the position ${number} is lost`)
  }

  const works = await read.selectFrom('playlist_work').select('work_id').orderBy('id').execute()
  const lastAdded = told.get('playlist')
  if (lastAdded === undefined) return found
  // At most one is out, on its way in.
  if (lastAdded - round * STEPS_A_ROUND >= WORKS && works.length < WORKS - 1) {
    found.push(`the playlist has ${works.length} works`)
  }
  const latest = works.slice(-2).map(({ work_id: workId }) => workId)
  if (![latest.at(-1), latest.at(0), ((lastAdded + 1) % WORKS) + 1].includes((lastAdded % WORKS) + 1)) {
    found.push(`the playlist lacks what was added in step ${lastAdded}`)
  }
  return found
}

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
