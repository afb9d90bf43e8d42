import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

import { Kysely } from 'kysely'

import { knownMigrations, migrateTo } from '#server/db/backup/schema-at.ts'
import { nodeSqliteDialect } from '#server/db/node-sqlite.ts'
import { writeWorks } from '#server-test/work-folders.ts'

import { pick } from '../../bench/lib/random.ts'
import { createServerProcess } from '../lib/server.ts'
import { damages, isReady, leftovers } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

const CIRCLES = 3_000
/** The last change of version 0.1: older databases were never released. */
const OLDEST = '0022-known-networks'
/** Of a start that migrates. */
const WITHIN_MS = 1_500

export const killMigration: Scenario = {
  name: 'kill-migration',
  fault: 'kill -9 while a start updates an older database',
  async run({ random, dir, kills, signal, tally }) {
    const old = join(dir, 'old.db')
    const released = (await knownMigrations()).filter((name) => name >= OLDEST)
    const version = pick(released.slice(0, -1), random)
    await makeOldDatabase(old, version)
    const dataDir = join(dir, 'data')
    const libraryDir = join(dir, 'library')
    // An empty folder counts as one that is unavailable.
    writeWorks(libraryDir, 1)
    await using server = await createServerProcess({
      DATA_DIR: dataDir,
      LIBRARY_DIRS: libraryDir,
      OTODANA_WEB: 'off',
      SETUP: 'off',
    })
    for (let kill = 0; kill < kills && !signal.aborted; kill++) {
      rmSync(dataDir, { recursive: true, force: true })
      mkdirSync(dataDir)
      const path = join(dataDir, 'otodana.db')
      copyFileSync(old, path)
      server.launch()
      await sleep(random() * WITHIN_MS)
      await server.kill()
      tally.kills++
      tally.violations.push(...damages(path).map((text) => `${text} after a kill in ${version}`))
      const begunAt = performance.now()
      await server.start()
      await isReady(server)
      tally.recoverySeconds = Math.max(tally.recoverySeconds, (performance.now() - begunAt) / 1_000)
      const found = circlesIn(path)
      if (found !== CIRCLES) tally.violations.push(`${found} circles of ${CIRCLES} are there, from ${version}`)
      tally.violations.push(...damages(path))
      // A running server may be writing what it keeps.
      await server.stop()
      tally.violations.push(...leftovers(dataDir))
    }
  },
}

async function makeOldDatabase(path: string, version: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: nodeSqliteDialect({ path, readOnly: false }) })
  await migrateTo(db, version)
  await db.destroy()
  const database = new DatabaseSync(path)
  const insert = database.prepare('insert into circle (id, name, name_key) values (?, ?, ?)')
  database.exec('begin')
  for (let id = 1; id <= CIRCLES; id++) insert.run(id, `Circle ${id}`, `circle ${id}`)
  database.exec('commit')
  database.close()
}

function circlesIn(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return Number(database.prepare(`select count(*) as found from circle where name like 'Circle %'`).get()?.found)
  } finally {
    database.close()
  }
}
