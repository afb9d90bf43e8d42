import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Logger, pino } from 'pino'

import { type App, createApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import type { DialectName } from '../src/db/dialect.ts'
import { openTestDatabase, type TestDatabase } from './databases.ts'

export const TEST_ADMIN_TOKEN = 'test-admin-token-of-more-than-32-characters'
export const TEST_SESSION_SECRET = 'test-session-secret-of-more-than-32-characters'

export type TestApp = App & {
  /** `http://127.0.0.1:port` */
  url: string
  config: Config
  database: TestDatabase
  /** Stops the server and removes its data folder, and its database unless it was given one. */
  close(): Promise<void>
}

type StartOptions = {
  libraryDirs: string[]
  dialect?: DialectName
  /** One that stays when the server stops; a new one by default. */
  database?: TestDatabase
  env?: Record<string, string>
  /** Waits for one scan of the folders before it returns; on by default. */
  scan?: boolean
  /** On by default: at its real cost, hashing is up to half the time of tests with many members. */
  hasCheapPasswords?: boolean
  /** By default what is fatal is printed. */
  log?: Logger
}

/** Starts the real server on a free port, with a database of its own; answers are checked against the contract. */
export async function startApp({
  libraryDirs,
  dialect = 'sqlite',
  database: lasting,
  env = {},
  scan = true,
  hasCheapPasswords = true,
  log,
}: StartOptions): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'otodana-data-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    LIBRARY_DIRS: libraryDirs.join('\n'),
    PORT: '0',
    CHECK_RESPONSES: 'on',
    OTODANA_WEB: 'off',
    LOG_LEVEL: 'fatal',
    // In the background they would take the processor from the tests that do not look at them.
    SOUND_ANALYSIS: 'off',
    SUBTITLE_SEARCH: 'off',
    RECOMMENDER_REFRESH_SECONDS: '0',
    // The first visitor of a test, wherever from, becomes the administrator.
    SETUP: 'off',
    // Tests say where their visitors come from.
    TRUST_PROXY: 'loopback',
    ...env,
  })
  const database = lasting ?? (await openTestDatabase(dialect))
  const app = await createApp({
    config,
    database,
    location: database.location,
    adminToken: TEST_ADMIN_TOKEN,
    sessionSecret: TEST_SESSION_SECRET,
    log: log ?? pino({ level: config.logLevel }),
    passwordCost: hasCheapPasswords ? { memory: 8, passes: 1, parallelism: 1 } : undefined,
  })
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  await app.mail?.listen()
  if (scan) {
    await app.library.start()
    await app.library.whenIdle()
  }
  return {
    ...app,
    url,
    config,
    database,
    async close() {
      await app.http.close()
      if (!lasting) await database.remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
