import { once } from 'node:events'
import { resolve } from 'node:path'
import { env, exit, stderr, stdout } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

import { exportFields } from '@otodana/contract'
import { codeToId } from '@otodana/work-code'

import { type Config, readConfig } from './config.ts'
import { backUpBeforeUpdate } from './db/backup/before-update.ts'
import { isRestoreReady } from './db/backup/finish-restore.ts'
import { restoreBackup } from './db/backup/restore-backup.ts'
import { writeBackup } from './db/backup/write-backup.ts'
import { databaseLocation, settingOf } from './db/location.ts'
import { type Database, openDatabase } from './db/open.ts'
import { createServerSettings } from './db/server-settings.ts'
import { createAccountsMark, markIfLost, openAccountAdmin } from './features/accounts/index.ts'
import type { ScanLog } from './features/library/index.ts'
import type { MetadataFetch } from './features/metadata-providers/index.ts'
import { AppError } from './http/errors/app-error.ts'
import { createLibraryRoots, demoLibraryDir } from '#settings/library-roots.ts'
import { namingSetting } from '#settings/naming-setting.ts'

const help = `Usage: npm run otodana -- <command>

  scan [--allow-missing] [--full]   update the database from the library folders
      --allow-missing               even if more than a tenth of a folder is missing
      --full                        read every file again
  missing                           list works whose folders are missing, with their last known folders
  import <file.jsonl>               import metadata from a file, one work per line
  export [--missing circle,tags]    print metadata of all works as such a file
      --missing                     only works that lack one of these, with them empty, to be filled in
  metadata fetch [--missing|--all|CODE…]   look works up with METADATA_PROVIDERS; without any, in the store
      --missing                     works that were not looked up yet (this is the default)
      --all                         every work
  backup <file>                     write everything that cannot be rebuilt into one file, while servers run
  export-all DIR                    write all data of the library and its members as JSON Lines into a new folder
  restore <file> [--replace]        restore such a file; stop the servers first
      --replace                     even if a database exists already; its data is lost
  import-kikoeru DIR                import accounts, reviews, metadata and covers from kikoeru's folder
      --dry-run                     show what would be imported, and change nothing
      --owner NAME                  the account here for kikoeru's "admin"; by default the only administrator
      --user NAME=ACCOUNT           the account here for another of kikoeru's users
      --without-passwords           continue without config.json; passwords come with a later run
      --map NAME=PATH               where one of kikoeru's library folders is on this machine
      --json                        print every row as JSON
  user list                         list accounts
  user reset-password <name>        set a new password, print it, and end all sessions of the account
  user make-admin <name>            make an account an administrator
  user make-editor <name>           make an account an editor of works

Settings are read from the environment, as by the server: DATA_DIR, LIBRARY_DIRS, LIBRARY_URL, DATABASE_URL, …
Exit status: 0 success, 1 failure, 2 invalid command or setting.
`

const MISSING_AT_ONCE = 1_000

/** The origin of changes in the audit log. */
const COMMAND_LINE = { accountId: null, name: 'otodana', address: 'command line' }

/** Silent, because the command prints a summary and the list of problems. */
const quiet: ScanLog = { info() {}, warn() {}, error() {} }

/** An error in the command or the settings. */
class UsageError extends Error {}

try {
  exit(await run(process.argv.slice(2)))
} catch (error) {
  stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  exit(error instanceof UsageError ? 2 : 1)
}

async function run([command, ...args]: string[]): Promise<number> {
  if (command === undefined) throw new UsageError(help)
  if (command === '--help' || command === '-h' || command === 'help' || args.includes('--help')) {
    stdout.write(help)
    return 0
  }
  if (command === 'scan') {
    const { values } = parse(args, { 'allow-missing': { type: 'boolean' }, full: { type: 'boolean' } }, 0)
    return scan({ allowMissing: values['allow-missing'] === true, full: values.full === true })
  }
  if (command === 'missing') {
    parse(args, {}, 0)
    return printMissing()
  }
  if (command === 'import') {
    const { positionals } = parse(args, {}, 1)
    return importFile(positionals[0] ?? '')
  }
  if (command === 'export') {
    const { values } = parse(args, { missing: { type: 'string' } }, 0)
    return printMetadata(String(values.missing ?? ''))
  }
  if (command === 'metadata') return metadata(args)
  if (command === 'backup') {
    const { positionals } = parse(args, {}, 1)
    return backUp(positionals[0] ?? '')
  }
  if (command === 'restore') {
    const { positionals, values } = parse(args, { replace: { type: 'boolean' } }, 1)
    return restore(positionals[0] ?? '', values.replace === true)
  }
  if (command === 'export-all') {
    const { positionals } = parse(args, {}, 1)
    return exportEverything(resolve(positionals[0] ?? ''))
  }
  if (command === 'import-kikoeru') return takeOver(args)
  if (command === 'user') {
    const { positionals } = parse(args, {}, args[0] === 'list' ? 1 : 2)
    return changeUser(positionals[0] ?? '', positionals[1] ?? '')
  }
  throw new UsageError(`Unknown command "${command}".\n\n${help}`)
}

function parse(args: string[], options: ParseArgsOptionsConfig, operands: number) {
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: operands > 0 })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
  if (parsed.positionals.length !== operands) throw new UsageError(help)
  return parsed
}

function settings() {
  try {
    return readConfig(env)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** What a command wrote now would be lost when the restore is finished. */
function refuseHalfRestored({ dataDir }: Config): void {
  if (!isRestoreReady(dataDir)) return
  throw new Error(`A restore of ${dataDir} was interrupted. Start the server, which finishes it, or restore again.`)
}

/** Opens the database. A command may be the first to notice that it was lost. */
function openWith(config: Config): Promise<Database> {
  const log = { info: printNote, warn: printNote }
  const mark = createAccountsMark(config.dataDir, log)
  const location = databaseLocation(config)
  refuseHalfRestored(config)
  return namingSetting(settingOf(location), () =>
    openDatabase(location, {
      onEmpty: markIfLost(config.dataDir, mark),
      beforeUpdate: (db) => backUpBeforeUpdate(config, { location, db, isAlone: false, log }),
    }),
  )
}

function printNote(fields: { path?: string }, text: string): void {
  stderr.write(`${text}${fields.path === undefined ? '' : `: ${fields.path}`}\n`)
}

/** For the machine's operator, for example to help an administrator who lost the password. */
async function changeUser(action: string, name: string): Promise<number> {
  const database = await openWith(settings())
  const users = openAccountAdmin(database)
  try {
    if (action === 'list') {
      for (const { name: listed, group, isDisabled } of await users.all()) {
        stdout.write(`${listed}\t${group}${isDisabled ? '\tdisabled' : ''}\n`)
      }
      return 0
    }
    if (action !== 'reset-password' && action !== 'make-admin' && action !== 'make-editor') throw new UsageError(help)
    const user = await users.find(name)
    if (!user) throw new Error(`No account is named "${name}".`)
    if (action === 'reset-password') {
      stdout.write(`${await users.resetPassword(user.id, COMMAND_LINE)}\n`)
    } else if (action === 'make-editor') {
      await users.edit(user.id, { group: 'editor' }, COMMAND_LINE)
      stdout.write(`${user.name} is now an editor.\n`)
    } else {
      await users.edit(user.id, { group: 'administrator', isDisabled: false }, COMMAND_LINE)
      stdout.write(`${user.name} is now an administrator.\n`)
    }
    return 0
  } catch (error) {
    if (error instanceof AppError && error.code === 'user.guest')
      throw new Error('The guest account cannot be changed.', { cause: error })
    throw error
  } finally {
    await database.close()
  }
}

async function scan({ allowMissing, full }: { allowMissing: boolean; full: boolean }): Promise<number> {
  const { createFolderCheck, listScanProblems, scanLibrary } = await import('./features/library/index.ts')
  const config = settings()
  const database = await openWith(config)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  try {
    const { state, counts, error } = await scanLibrary(
      {
        database,
        ...(await createLibraryRoots(config, database, createFolderCheck(config)).read()),
        scanDepth: config.scanDepth,
        ffmpegPath: config.ffmpegPath,
        s3: config.s3,
        log: quiet,
      },
      { trigger: 'cli', allowMissing, full, signal: stop.signal, onProgress: showProgress() },
    )
    const problems = await listScanProblems(database.read)
    for (const { kind, root, path, message } of problems) {
      stdout.write(`${kind}: ${path === '' ? root : `${root}/${path}`}\n  ${message}\n`)
    }
    stdout.write(
      `${state === 'done' ? 'Done' : state}: ${counts.found} works found, ${counts.added} new, ${counts.changed} changed, ` +
        `${counts.unchanged} unchanged, ${counts.missing} missing; ${problems.length} problems\n`,
    )
    if (error !== null) stderr.write(`${error}\n`)
    const isRefused = problems.some(({ kind }) => kind === 'rootUnavailable' || kind === 'manyMissing')
    return state === 'done' && !isRefused ? 0 : 1
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'scan.running')) throw error
    stderr.write('Another scan is running. Wait for it to end, or stop it first.\n')
    return 1
  } finally {
    await database.close()
  }
}

async function backUp(path: string): Promise<number> {
  const config = settings()
  refuseHalfRestored(config)
  return cancellable('No backup was made.', async (signal) => {
    const onProgress = showRows('copied')
    const location = databaseLocation(config)
    const { dataDir } = config
    const { rows, files, sizeBytes, missingCovers } = await writeBackup({
      location,
      dataDir,
      path: resolve(path),
      signal,
      onProgress,
    })
    stdout.write(`${path}: ${describeRows(rows)}, ${files} files, ${Math.ceil(sizeBytes / 1_000_000)} MB; checked\n`)
    if (missingCovers > 0) stdout.write(`It lacks ${missingCovers} uploaded covers that are not in ${dataDir}.\n`)
  })
}

async function exportEverything(dir: string): Promise<number> {
  const { exportAll } = await import('./features/leaving/index.ts')
  const database = await openWith(settings())
  const show = lineShower()
  try {
    return await cancellable('Nothing was exported.', async (signal) => {
      const onProgress = (file: string, lines: number) => show((seconds) => `${file}: ${lines} lines, ${seconds} s`)
      const { lines } = await exportAll({ database, dir, signal, onProgress })
      const total = Object.values(lines).reduce((sum, count) => sum + count, 0)
      stdout.write(`${dir}: ${Object.keys(lines).length} files, ${total.toLocaleString('en')} lines\n`)
    })
  } finally {
    await database.close()
  }
}

async function restore(path: string, replaces: boolean): Promise<number> {
  const config = settings()
  const { dataDir } = config
  return cancellable('Nothing was restored.', async (signal) => {
    const onProgress = showRows('restored')
    const location = databaseLocation(config)
    const manifest = await restoreBackup({ path: resolve(path), location, dataDir, replaces, signal, onProgress })
    const { rows, files, program, madeAtMs } = manifest
    stdout.write(
      `Restored the backup of ${new Date(madeAtMs).toISOString()} by Otodana ${program}: ` +
        `${describeRows(rows)}, ${files} files\n`,
    )
  })
}

/** Runs a command that Ctrl-C ends without a trace. */
async function cancellable(unchanged: string, command: (signal: AbortSignal) => Promise<void>): Promise<number> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  try {
    await command(stop.signal)
    return 0
  } catch (error) {
    if (!stop.signal.aborted) throw error
    stderr.write(`${stderr.isTTY ? '\n' : ''}Cancelled. ${unchanged}\n`)
    return 1
  }
}

/** `1,900,000 rows, 100,000 of works (missing and demo works too), 12 of accounts` */
function describeRows(rows: Record<string, number>): string {
  const count = (table: string) => (rows[table] ?? 0).toLocaleString('en')
  const total = Object.values(rows).reduce((sum, number) => sum + number, 0)
  return `${total.toLocaleString('en')} rows, ${count('work')} of works (missing and demo works too), ${count('account')} of accounts`
}

async function printMissing(): Promise<number> {
  const { listMissingWorks } = await import('./features/library/index.ts')
  const config = settings()
  const demo = demoLibraryDir(config)
  const database = await openWith(config)
  try {
    for (let offset = 0; ; offset += MISSING_AT_ONCE) {
      const { works, total } = await listMissingWorks(database.read, { demo, offset, limit: MISSING_AT_ONCE })
      for (const { code, title, root, path } of works) stdout.write(`${code}\t${title}\t${root}/${path}\n`)
      if (offset + works.length < total && works.length > 0) continue
      stderr.write(`${total} ${total === 1 ? 'work is' : 'works are'} missing\n`)
      return 0
    }
  } finally {
    await database.close()
  }
}

async function takeOver(args: string[]): Promise<number> {
  const { importKikoeru, readKikoeruArguments } = await import('./import-kikoeru.ts')
  const given = usage(() => readKikoeruArguments(args))
  const config = settings()
  const database = await openWith(config)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  try {
    return await importKikoeru(given, {
      config,
      database,
      signal: stop.signal,
      print: (line) => void stdout.write(`${line}\n`),
      note: (line) => void stderr.write(`${line}\n`),
      onProgress: showShare(),
    })
  } finally {
    await database.close()
  }
}

function usage<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
}

function showShare() {
  const show = lineShower()
  return (share: number) => show((seconds) => `${Math.round(share * 100)} %, ${seconds} s`)
}

function showProgress() {
  const show = lineShower()
  return ({ found, done, added, changed }: { found: number; done: number; added: number; changed: number }) =>
    show((seconds) => `${done} of ${found} works, ${added} new, ${changed} changed, ${seconds} s`)
}

function showRows(action: string) {
  const show = lineShower()
  return ({ done, total }: { done: number; total: number }) =>
    show((seconds) => `${done} of ${total} rows ${action}, ${seconds} s`)
}

/** Shows lines of progress: in a terminal one line is overwritten; a log file gets a line every few seconds. */
function lineShower() {
  const startedAt = performance.now()
  let shownAt = startedAt
  return (lineAfter: (seconds: number) => string) => {
    const now = performance.now()
    if (now - shownAt < (stderr.isTTY ? 200 : 5_000)) return
    shownAt = now
    const line = lineAfter(Math.round((now - startedAt) / 1_000))
    stderr.write(stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
  }
}

async function importFile(path: string): Promise<number> {
  const { importMetadata } = await import('./features/metadata/index.ts')
  const database = await openWith(settings())
  try {
    const { works, applied, waiting, problems, problemCount } = await importMetadata(database, path)
    for (const { line, field, message } of problems) {
      stderr.write(`line ${line}${field === '' ? '' : `, ${field}`}: ${message}\n`)
    }
    if (problemCount > 0) {
      stderr.write(`${problemCount} problems in ${path}; nothing was imported.\n`)
      return 1
    }
    stdout.write(`Done: ${works} works, ${applied} of them in the library, ${waiting} waiting for a folder\n`)
    return 0
  } finally {
    await database.close()
  }
}

async function printMetadata(fields: string): Promise<number> {
  const wanted = fields.split(',').filter((field) => field !== '')
  const missing = exportFields.filter((field) => wanted.includes(field))
  if (missing.length < new Set(wanted).size) throw new UsageError(`--missing takes some of ${exportFields.join(', ')}.`)
  const { exportMetadata } = await import('./features/metadata/index.ts')
  const database = await openWith(settings())
  try {
    for await (const lines of exportMetadata(database.read, { missing })) {
      if (!stdout.write(lines)) await once(stdout, 'drain')
    }
    return 0
  } finally {
    await database.close()
  }
}

/** Looks works up; shares the queue with a running server, so that one of them sends requests at a time. */
async function metadata(args: string[]): Promise<number> {
  const { missing, all, codes } = lookupArguments(args)
  const { openMetadataFetch } = await import('./features/metadata-providers/index.ts')
  const { createJobQueue } = await import('./jobs/queue.ts')
  const { pino } = await import('pino')
  const config = settings()
  const database = await openWith(config)
  const log = pino({ level: 'silent' })
  const queue = createJobQueue({ database, log })
  const serverSettings = createServerSettings(database)
  // The command is the consent.
  const fetch = openMetadataFetch({ config, database, queue, settings: serverSettings, log, isAgreed: true })
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  try {
    const { providers } = await fetch.status()
    if (providers.length === 0) throw new UsageError('METADATA_PROVIDERS names no provider.')
    const startedAt = Date.now()
    const earlier = new Set((await fetch.listFailed()).map(({ code }) => code))
    const queued = await fetch.request(codes.length > 0 ? codes : all && !missing ? 'all' : 'missing')
    const hosts = providers.map(({ host }) => host).join(', ')
    stderr.write(`${queued} works are looked up; their codes are sent to ${hosts}\n`)
    if (queued < codes.length) stderr.write('The other codes are not in the library, or wait already.\n')
    fetch.start()
    let shown = ''
    for (;;) {
      const status = await fetch.status()
      if (status.waiting + status.extras === 0 || stop.signal.aborted) break
      const line = lookupLine(status)
      if (line !== shown) stderr.write(stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
      shown = line
      await sleep(stderr.isTTY ? 200 : 1_000, undefined, { signal: stop.signal }).catch(() => undefined)
    }
    const { found, notFound } = await fetch.answeredSince(startedAt)
    const failed = (await fetch.listFailed()).filter(({ code }) => !earlier.has(code))
    for (const { code, reason } of failed) stdout.write(`${code}\t${reason}\n`)
    const state = stop.signal.aborted ? 'Stopped (works that wait stay in the queue)' : 'Done'
    stdout.write(`${state}: ${found} works found, ${notFound} not found, ${failed.length} failed\n`)
    return failed.length > 0 || stop.signal.aborted ? 1 : 0
  } finally {
    await queue.close()
    await fetch.close()
    await database.close()
  }
}

function lookupArguments(args: string[]) {
  let parsed
  try {
    const options = { missing: { type: 'boolean' }, all: { type: 'boolean' } } as const
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
  const [action, ...given] = parsed.positionals
  const { missing = false, all = false } = parsed.values
  if (action !== 'fetch' || [missing, all, given.length > 0].filter(Boolean).length > 1) throw new UsageError(help)
  const codes = given.map((code) => {
    const id = codeToId(code)
    if (id === null) throw new UsageError(`"${code}" is not a work code such as RJ01234567.`)
    return id
  })
  return { missing, all, codes }
}

function lookupLine({
  waiting,
  extras,
  worksPerMinute,
  isPaused,
  delayed,
}: Awaited<ReturnType<MetadataFetch['status']>>): string {
  if (isPaused) return `${waiting} works left; paused by an administrator`
  if (delayed) return `${waiting} works left; waiting until ${delayed.until}: ${delayed.reason}`
  if (waiting === 0) return `titles in other languages and sample pictures of ${extras} works left`
  return `${waiting} works left, ${Math.round(worksPerMinute)} a minute`
}
