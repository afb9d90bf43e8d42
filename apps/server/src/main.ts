import { argv, env, version } from 'node:process'

import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'

import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { PATIENCE } from './db/answering-pool.ts'
import { backUpBeforeUpdate } from './db/backup/before-update.ts'
import { finishRestore } from './db/backup/finish-restore.ts'
import { checkAfterCrash } from './db/check-after-crash.ts'
import { type DatabaseLocation, openDatabase } from './db/open.ts'
import { type ServerLock, takeServerLock } from './db/server-lock.ts'
import { waitForPostgres } from './db/wait-for-postgres.ts'
import { databaseLocation, settingOf } from './db/location.ts'
import { isDemoProgramThere } from '#demo/demo-program.ts'
import { codeVersion } from './features/catalogue/index.ts'
import { createAccountsMark, markIfLost } from './features/accounts/index.ts'
import { configuredRoots, type LibraryRootsReader } from '#settings/library-roots.ts'
import { createLogger } from './http/logger.ts'
import { makeFolder } from '#data-dir/make-folder.ts'
import { namingSetting } from '#settings/naming-setting.ts'
import { prepareDemo } from '#demo/prepare-demo.ts'
import { restrictAccess } from '#data-dir/private-data.ts'
import { ADMIN_TOKEN_FILE, ensureSecret, SESSION_SECRET_FILE } from './http/server-secrets.ts'
import { startLines } from './start-lines.ts'

const CLOSE_TIMEOUT_MS = 8_000
/** How long open requests may take to finish. A paused player would hold its connection forever. */
const FINISH_MS = 3_000

// Set by `node --watch`; makes threads report their imports among their own messages.
delete env.WATCH_REPORT_DEPENDENCIES

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 26) {
  console.error(
    `Otodana needs Node 26 and this is ${process.versions.node}. Start it with "npm start", which brings its own.`,
  )
  process.exit(1)
}

try {
  await start(readConfig(env))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  const log = createLogger(config.logLevel)
  const onEmpty = await namingSetting(`DATA_DIR, ${config.dataDir}`, async () => {
    await makeFolder(config.dataDir)
    restrictAccess({ dataDir: config.dataDir, readByOthers: foldersOfProxy(config), log })
    return markIfLost(config.dataDir, createAccountsMark(config.dataDir, log))
  })
  const location = databaseLocation(config)
  const lock = await namingSetting(settingOf(location), () => prepareDatabase(config, location, log))
  const database = await namingSetting(settingOf(location), () =>
    openDatabase(location, {
      onEmpty,
      beforeUpdate: (db) => backUpBeforeUpdate(config, { location, db, isAlone: lock !== null, log }),
      patience: PATIENCE,
      onPoolError: (error) => log.warn({ err: error }, 'a database connection broke and is replaced'),
      onNoRoom: () =>
        log.error(
          'the disk is full: the library is shown, but nothing can be changed; make room and restart the server',
        ),
      onReadOnly: () =>
        log.error(
          'the data folder is read-only: the library is shown, but nothing can be changed; make it writable and restart the server',
        ),
    }),
  )
  // After the database: if it is unreachable on the first start, no secrets must remain that would suggest an earlier
  // database.
  const { adminToken, sessionSecret } = await namingSetting(`DATA_DIR, ${config.dataDir}`, () => ({
    adminToken: ensureSecret(config.dataDir, ADMIN_TOKEN_FILE, log),
    sessionSecret: config.sessionSecret ?? ensureSecret(config.dataDir, SESSION_SECRET_FILE, log),
  }))
  const { http, drain, library, mail, roots, setupCode, streams } = await createApp({
    config,
    database,
    location,
    adminToken,
    sessionSecret,
    log,
    code: codeVersion(argv[1] ?? '', version),
  })
  const stopping = new AbortController()
  closeWithGrace({ delay: CLOSE_TIMEOUT_MS + drain.ms, logger: log }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after an uncaught error')
    else await drain.run()
    stopping.abort()
    const hangUp = setTimeout(() => http.server.closeAllConnections(), FINISH_MS)
    await http.close()
    clearTimeout(hangUp)
    await database.close()
    lock?.release()
  })
  await namingSetting(`HOST and PORT, ${config.host}:${config.port}`, () =>
    http.listen({ host: config.host, port: config.port }),
  )
  if (mail !== null) {
    const place = `${config.mail?.host ?? 'every address'}, ${config.mail?.port}`
    await namingSetting(`MAIL_HOST and MAIL_PORT, ${place}`, () => mail.listen())
  }
  const isDemo = await usesDemo(roots)
  const situation = { address: http.server.address(), isDemo, setupCode: await setupCode() }
  for (const line of startLines(config, situation)) console.log(line)
  // Before the first request needs it.
  void streams.whenKnown()

  // The demo library is not needed once a folder was chosen.
  const chosen = new AbortController()
  roots.onChange(() => chosen.abort())
  await library.prepare(async () => {
    const signal = AbortSignal.any([stopping.signal, chosen.signal])
    if (isDemo && isDemoProgramThere()) await prepareDemo({ config, library, signal, log })
    if (!stopping.signal.aborted) await library.startByItself('start')
  })
  library.startSchedule()
  await library.startWatching()
}

/** @throws {Error} another server serves this database, it is damaged, or PostgreSQL does not answer in time */
async function prepareDatabase(config: Config, location: DatabaseLocation, log: Logger): Promise<ServerLock | null> {
  const lock = location.kind === 'sqlite' ? takeServerLock(location.path) : null
  if (location.kind === 'postgres') await waitForPostgres(location.url, { seconds: config.databaseWaitSeconds, log })
  else if (lock === null) {
    throw new Error(
      'another server is running on this database. Stop it first, or give this one its own DATA_DIR; ' +
        'several servers can share a PostgreSQL database (DATABASE_URL)',
    )
  }
  if (await finishRestore(config.dataDir)) log.info('a restore that was interrupted is finished')
  if (location.kind === 'sqlite') checkAfterCrash(location.path)
  return lock
}

/** Folders that a proxy reads directly, if configured. */
function foldersOfProxy(config: Config): string[] {
  return config.accelPrefix === null ? [] : configuredRoots(config)
}

async function usesDemo(roots: LibraryRootsReader): Promise<boolean> {
  return (await roots.read()).roots.some(({ isDemo }) => isDemo)
}
