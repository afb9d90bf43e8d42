import { join } from 'node:path'

import { openDatabase } from '#server/db/open.ts'
import { lostOrHalf, writeUntilKilled } from '#server-test/killed-writer.ts'
import { prepareForWriter } from '#server-test/member-writer-world.ts'

import { ensureTestPrograms } from '../../tests/setup/programs.ts'
import { damages } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

const MAX_MS = 60

/** Without a server around it a process is killed several times a second. */
export const killWriter: Scenario = {
  name: 'kill-writer',
  fault: 'kill -9 of a process that only writes, many times',
  kills: 200,
  async run({ random, dir, kills, signal, tally }) {
    const program = join(await ensureTestPrograms(), 'member-writer.js')
    const path = join(dir, 'otodana.db')
    const location = { kind: 'sqlite' as const, path }
    const database = await openDatabase(location)
    try {
      const world = await prepareForWriter(database)
      for (let round = 1; round <= kills && !signal.aborted; round++) {
        const told = await writeUntilKilled({ program, location, ...world, round, waitMs: random() * MAX_MS })
        tally.kills++
        // Each kind tells the last of its numbers, which begin with the round's.
        for (const number of told.values()) tally.acknowledged += (number % 100_000) + 1
        tally.violations.push(...(await lostOrHalf(database, round, told)))
      }
    } finally {
      await database.close()
    }
    tally.violations.push(...damages(path))
  },
}
