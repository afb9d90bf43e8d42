import type { ScanCounts } from '@otodana/contract'

import { isDataError } from '#db/dialect.ts'
import type { Database } from '#db/open.ts'
import { AppError } from '#http/app-error.ts'
import { createTurns } from '#jobs/turns.ts'
import type { S3Settings } from '#storage/s3-settings.ts'

import { createNameCache, type NameCache } from '../metadata/index.ts'
import { chooseFolders } from './choose-folders.ts'
import { describeError, type FileSystem } from './file-system.ts'
import { newHolder, releaseLease, takeLease } from './lease.ts'
import { openLibraryFiles } from './library-files.ts'
import { type Listing, listWork } from './list-work.ts'
import { countPresent, markMissing, type Vanished } from './mark-missing.ts'
import { readWork, type ReadOptions, type WorkReading } from './read-work.ts'
import { countProblems, insertProblems, replaceWalkProblems, replaceWorkProblems } from './scan-problems.ts'
import { beginRun, endRun } from './scan-runs.ts'
import { ScanSession } from './scan-session.ts'
import {
  type FoundWork,
  type KnownWork,
  type LibraryRoot,
  type NewProblem,
  noCounts,
  type ScanLog,
  type ScanPhase,
  type ScanResult,
  type ScanTrigger,
} from './scan-types.ts'
import { storeWork } from './store-work.ts'
import { type Walk, walkRoots } from './walk.ts'

// Read together and stored in one transaction: one sync of the disk for several works.
const WORKS_AT_ONCE = 8
const PROBES_AT_ONCE = 4

export type ScanDeps = {
  database: Database
  roots: readonly LibraryRoot[]
  demoRoot: string | null
  scanDepth: number
  ffmpegPath: string
  /** How the store is reached that `s3://…` roots lie in. */
  s3?: S3Settings | null
  log: ScanLog
  files?: FileSystem
}

export type ScanOptions = {
  trigger: ScanTrigger
  /** Lets it call more than a tenth of a root missing. */
  allowMissing?: boolean
  /** Reads every file again. */
  full?: boolean
  /** Names this scan among all that share the database. */
  holder?: string
  signal?: AbortSignal
  /** Called once the scan has the right to write. */
  onStarted?: () => void
  /** Called at most five times a second, and when a phase begins. */
  onProgress?: (counts: ScanCounts, phase: ScanPhase) => void
  /** Called after each transaction that may have changed works. */
  onStored?: () => void
}

/**
 * Brings the database up to date with the library folders. Blocks its thread for some milliseconds at a time, so a
 * server runs it in a thread of its own. Works are stored whole, several in a transaction: a scan that is killed leaves
 * nothing half-written, and the next one skips what it has done.
 *
 * @returns how it ended; `failed` carries what went wrong (a full disk, a broken database), and what was stored stays
 * @throws {AppError} `scan.running` when any process that shares the database scans already
 */
export async function scanLibrary(deps: ScanDeps, options: ScanOptions): Promise<ScanResult> {
  const { database, log } = deps
  const db = database.write
  const holder = options.holder ?? newHolder()
  if (!(await takeLease(db, holder))) throw new AppError('scan.running')

  let session: ScanSession | null = null
  let result: ScanResult
  try {
    const runId = await db.transaction().execute((tx) => beginRun(tx, options.trigger))
    session = new ScanSession({ ...options, database, holder, runId, log })
    log.info({ trigger: options.trigger, roots: deps.roots.map(({ path }) => path) }, 'scan begins')
    options.onStarted?.()
    result = await runToEnd(session, deps, options)
    session.report()
    await endRun(db, runId, result)
  } catch (error) {
    // Reached when even the run's own row cannot be written; the next scan calls that run interrupted.
    result = failure(session, error)
  } finally {
    session?.close()
    await releaseLease(db, holder).catch((error: unknown) => log.error({ err: error }, 'scan lease not released'))
  }
  if (result.state === 'failed') log.error({ ...result.counts, error: result.error }, 'scan failed')
  else log.info(result.counts, result.state === 'done' ? 'scan done' : 'scan cancelled')
  return result
}

async function runToEnd(session: ScanSession, deps: ScanDeps, options: ScanOptions): Promise<ScanResult> {
  try {
    await scan(session, deps, options)
    return { state: 'done', counts: session.counts, error: null }
  } catch (error) {
    if (options.signal?.aborted) return { state: 'cancelled', counts: session.counts, error: null }
    return failure(session, error)
  }
}

function failure(session: ScanSession | null, error: unknown): ScanResult {
  return { state: 'failed', counts: session?.counts ?? noCounts(), error: describeError(error) }
}

async function scan(session: ScanSession, deps: ScanDeps, options: ScanOptions): Promise<void> {
  const { db, counts } = session
  session.report()
  const known = await loadKnown(session)
  const present = await countPresent(db)
  const files = deps.files ?? (await openLibraryFiles(deps.roots, deps.s3 ?? null, session.signal))
  const walk = await look(session, deps, files)
  const { works, duplicates } = chooseFolders(walk.works, known)
  counts.found = works.length
  await session.write((tx) => replaceWalkProblems(tx, [...walk.problems, ...duplicates]))
  counts.problems += walk.problems.length + duplicates.length

  session.enter('reading')
  const vanished = await readWorks(session, works, { deps, options, known, walk, files })

  session.enter('finishing')
  const foundIds = new Set(works.map((work) => work.code.id))
  const refusals = await markMissing({
    db,
    roots: deps.roots,
    demoRoot: deps.demoRoot,
    walk,
    gone: [...known.values()].filter((work) => work.state === 'present' && !foundIds.has(work.id)),
    vanished,
    present,
    allowMissing: options.allowMissing ?? false,
    write: (work) => session.write(work),
    onMarked: (number) => (counts.missing += number),
  })
  await session.write((tx) => insertProblems(tx, refusals))
  // Those of works that were not read again count as well.
  counts.problems = await countProblems(db)
  warn(deps.log, [...walk.problems, ...refusals])
}

async function loadKnown({ db }: ScanSession): Promise<Map<number, KnownWork>> {
  const rows = await db.selectFrom('work').select(['id', 'root', 'path', 'state', 'signature', 'create_date']).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function look(session: ScanSession, { roots, scanDepth }: ScanDeps, files: FileSystem): Promise<Walk> {
  const steps = walkRoots(roots, { scanDepth, files })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    session.counts.found = step.value
    await session.pause()
  }
}

type Task = { work: FoundWork; known: KnownWork | null; listing: Listing; addedOn: string }
type Context = { deps: ScanDeps; options: ScanOptions; known: Map<number, KnownWork>; walk: Walk; files: FileSystem }

async function readWorks(session: ScanSession, works: readonly FoundWork[], context: Context): Promise<Vanished[]> {
  const { deps, options, known, walk, files } = context
  const vanished: Vanished[] = []
  const read: ReadOptions = {
    db: session.db,
    files,
    ffmpegPath: deps.ffmpegPath,
    full: options.full ?? false,
    signal: session.signal,
    inTurn: createTurns(PROBES_AT_ONCE).inTurn,
    onFileRead: () => session.counts.filesRead++,
  }
  const cache = createNameCache()
  let tasks: Task[] = []
  for (const work of works) {
    const before = known.get(work.code.id) ?? null
    const listing = listWork(work, { realRoots: walk.realRoots, files })
    if (before && !read.full && isUnchanged(work, before, listing)) {
      session.counts.unchanged++
      session.counts.done++
    } else if (before) {
      tasks.push({ work, known: before, listing, addedOn: before.create_date })
    } else {
      const seen = lookAtNew(work, listing, files)
      if ('addedOn' in seen) tasks.push({ work, known: null, listing, addedOn: seen.addedOn })
      else {
        await report(session, seen.problems)
        session.counts.done++
      }
    }
    if (tasks.length === WORKS_AT_ONCE) {
      vanished.push(...(await readAndStore(session, tasks, read, cache)))
      tasks = []
    }
    await session.pause()
  }
  vanished.push(...(await readAndStore(session, tasks, read, cache)))
  return vanished
}

/**
 * The day a new work came into the library: when its folder last changed, for a library that was there before Otodana.
 * Of a folder of which nothing can be seen there are only problems; a later scan finds the work.
 */
function lookAtNew(
  { root, path, absolutePath }: FoundWork,
  listing: Listing,
  files: FileSystem,
): { addedOn: string } | { problems: NewProblem[] } {
  if (listing.mustRetry && listing.files.length === 0) {
    return { problems: listing.problems.map((problem) => ({ ...problem, workId: null })) }
  }
  try {
    const addedAt = Math.max(0, Math.min(Date.now(), files.stat(absolutePath).mtimeMs))
    return { addedOn: new Date(addedAt).toISOString().slice(0, 10) }
  } catch (error) {
    // Renamed or unmounted since it was listed.
    const message = `The folder cannot be read: ${describeError(error)}`
    return { problems: [{ kind: 'unreadableFolder', root, path, workId: null, message }] }
  }
}

function isUnchanged(work: FoundWork, known: KnownWork, listing: Listing): boolean {
  return (
    known.state === 'present' &&
    known.signature === listing.signature &&
    known.root === work.root &&
    known.path === work.path
  )
}

async function readAndStore(
  session: ScanSession,
  tasks: readonly Task[],
  read: ReadOptions,
  cache: NameCache,
): Promise<Vanished[]> {
  const { counts } = session
  const settled = await Promise.allSettled(
    tasks.map((task) => readWork(task.work, task.known, task.listing, { ...read, addedOn: task.addedOn })),
  )
  // Cancelled in the middle: what has been read to its end is kept.
  const readings = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const stored = await storeAll(session, readings, cache)
  for (const { known, problems } of stored) {
    if (known) counts.changed++
    else counts.added++
    counts.problems += problems.length
  }
  counts.done += readings.length
  for (const one of settled) if (one.status === 'rejected') throw one.reason
  return stored.flatMap(({ known, vanishedIds: fileIds, signature, coverPath }) =>
    known && fileIds.length > 0 ? [{ workId: known.id, root: known.root, fileIds, signature, coverPath }] : [],
  )
}

/** Stores works in one transaction; when the database refuses a value in one of them, the others are stored alone. */
async function storeAll(session: ScanSession, readings: WorkReading[], cache: NameCache): Promise<WorkReading[]> {
  if (readings.length === 0) return []
  try {
    await session.write(async (tx) => {
      for (const reading of readings) await storeWork(tx, reading, cache)
    })
    return readings
  } catch (error) {
    if (!isDataError(error)) throw error
    const [only] = readings
    if (only && readings.length === 1) {
      await reportUnstorable(session, only, error)
      return []
    }
  }
  const stored: WorkReading[] = []
  for (const reading of readings) stored.push(...(await storeAll(session, [reading], cache)))
  return stored
}

async function reportUnstorable(session: ScanSession, { found, known }: WorkReading, error: unknown): Promise<void> {
  const message = `The database does not take what was read: ${describeError(error)}`
  const problem: NewProblem = {
    kind: 'unreadableFolder',
    root: found.root,
    path: found.path,
    workId: known?.id ?? null,
    message,
  }
  if (!known) return report(session, [problem])
  session.counts.problems++
  await session.write((tx) => replaceWorkProblems(tx, known.id, [problem]))
}

async function report(session: ScanSession, problems: NewProblem[]): Promise<void> {
  session.counts.problems += problems.length
  await session.write((tx) => insertProblems(tx, problems))
}

function warn(log: ScanLog, problems: readonly NewProblem[]): void {
  for (const { kind, root, path, message } of problems.slice(0, 20)) log.warn({ kind, root, path }, message)
}
