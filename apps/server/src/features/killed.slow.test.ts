import { describe, expect, test } from 'vitest'

import { dialects, openTestDatabase } from '../../test/databases.ts'
import { lostOrHalf, writeUntilKilled } from '../../test/killed-writer.ts'
import { prepareForWriter } from '../../test/member-writer-world.ts'
import { testProgram } from '../../test/programs.ts'
import { seededRandom, testSeed } from '../../test/seed.ts'

/** With SQLite it is the program that could lose something; a PostgreSQL server goes on without it. */
const KILLS = { sqlite: 196, postgres: 4 }
/** Each kill is of a process of its own, most of which is its start. */
const AT_ONCE = 4

describe.each(dialects)('members’ writes on %s', (dialect) => {
  async function killAgainAndAgain(seed: number): Promise<string[]> {
    const random = seededRandom(seed)
    const database = await openTestDatabase(dialect)
    const { location } = database
    const world = await prepareForWriter(database)
    const found: string[] = []
    for (let round = 1; round <= KILLS[dialect] / AT_ONCE; round++) {
      const waitMs = random() * 30
      const told = await writeUntilKilled({ program: testProgram('member-writer'), location, ...world, round, waitMs })
      found.push(...(await lostOrHalf(database, round, told)))
    }
    await database.remove()
    return found
  }

  test(
    `ATH-07 REV-04 PLS-01 OFF-46 FLT-02 killed ${KILLS[dialect]} times, nothing that was acknowledged is lost or half-written, with the seed ${testSeed}`,
    { timeout: 600_000 },
    async () => {
      const found = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => killAgainAndAgain(testSeed + index)),
      )
      expect(found.flat()).toEqual([])
    },
  )
})
