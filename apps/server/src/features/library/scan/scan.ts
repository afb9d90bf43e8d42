import { setTimeout as sleep } from 'node:timers/promises'

import type { ScanCounts } from '@otodana/contract'

import { isDataError } from '#db/dialect.ts'
import type { Database, Db } from '#db/open.ts'
import { AppError } from '#http/errors/app-error.ts'
import { newHolder, releaseLease, takeLease } from '#jobs/lease.ts'
import { createSemaphore } from '#jobs/semaphore.ts'
import type { LibraryRoot } from '#settings/library-roots.ts'
import type { S3Settings } from '#storage/s3-settings.ts'

import {
  createNameCache,
  type LibraryCircles,
  type NameCache,
  readLibraryCircles,
  type WorkPlace,
} from '#features/metadata/index.ts'
import { chooseFolders } from '../walk/choose-folders.ts'
import { cleanText, describeError, type FileSystem, joinName } from '../files/file-system.ts'
import { replaceCodelessFolders } from '../folders/codeless-folders.ts'
import { identityOfId, type IdentityOf, indexIdentities, type Place, readIdentities } from '../folders/identities.ts'
import { identifyFolders } from '../folders/identify-folders.ts'
import { scanLease } from './scan-lease.ts'
import { createScope, type Scope } from './scope.ts'
import { openLibraryFiles } from '../files/library-files.ts'
import { type Listing, listWork } from '../walk/list-work.ts'
import { countPresent, markMissing, type Vanished } from '../missing/mark-missing.ts'
import { readWork, type ReadOptions, type WorkReading } from '../read/read-work.ts'
import {
  countProblems,
  insertProblems,
  replaceRefusals,
  replaceWalkProblems,
  replaceWorkProblems,
} from '../scan-problems.ts'
import { beginRun, endRun, lastWholeRunMs } from './scan-runs.ts'
import { createRootWatch, type RootWatch } from '../missing/root-watch.ts'
import { ScanSession } from './scan-session.ts'
import {
  type FoundWork,
  type KnownWork,
  type NewProblem,
  noCounts,
  type ScanLog,
  type ScanPhase,
  type ScanResult,
  type ScanTrigger,
} from '../scan-types.ts'
import { storeWork } from '../store/store-work.ts'
import { type Walk, walkRoots } from '../walk/walk.ts'

// Read together and stored in one transaction: one disk sync for several works.
const WORKS_AT_ONCE = 8
const PROBES_AT_ONCE = 4
/** If reading takes longer, finished works are stored in between, so that a killed scan keeps them. */
const STORE_AFTER_MS = 500

export type ScanDeps = {
  database: Database
  roots: readonly LibraryRoot[]
  /** Former library folders, whose works go missing without confirmation. */
  retired: readonly string[]
  scanDepth: number
  ffmpegPath: string
  /** Access to the store of `s3://…` roots. */
  s3?: S3Settings | null
  log: ScanLog
  files?: FileSystem
}

export type ScanOptions = {
  trigger: ScanTrigger
  /** Allows marking more than a tenth of a root as missing. */
  allowMissing?: boolean
  /** Reads every file again. */
  full?: boolean
  /** Looks at these folders alone; by default at the whole library. */
  within?: readonly Place[] | null
  /** Identifies this scan among all that share the database. */
  holder?: string
  signal?: AbortSignal
  /** Called once the scan has the lease. */
  onStarted?: () => void
  /** Called at most five times a second, and at the start of a phase. */
  onProgress?: (counts: ScanCounts, phase: ScanPhase) => void
  /** Called after each transaction that may have changed works. */
  onStored?: () => void
}

/**
 * Updates the database from the library folders. Blocks its thread for some milliseconds at a time, so a server runs it
 * in its own thread. Works are stored atomically, several in a transaction: a killed scan leaves nothing half-written,
 * and the next one skips what is done.
 *
 * @returns how it ended; `failed` contains the error (a full disk, a broken database), and what was stored remains
 * @throws {AppError} `scan.running` if another process is scanning the database's library
 */
export async function scanLibrary(deps: ScanDeps, options: ScanOptions): Promise<ScanResult> {
  const { database, log } = deps
  const db = database.write
  const holder = options.holder ?? newHolder()
  const lease = scanLease(holder)
  if (!(await takeLease(db, lease))) throw new AppError('scan.running')

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
    // Reached if even the run's row cannot be written; the next scan marks that run as interrupted.
    result = failure(session, error)
  } finally {
    session?.close()
    await releaseLease(db, lease).catch((error: unknown) => log.error({ err: error }, 'scan lease not released'))
  }
  if (result.state === 'failed') log.error({ ...result.counts, error: result.error }, 'scan failed')
  else log.info(result.counts, result.state === 'done' ? 'scan done' : 'scan cancelled')
  return result
}

async function runToEnd(session: ScanSession, deps: ScanDeps, options: ScanOptions): Promise<ScanResult> {
  try {
    const lostRoots = await scan(session, deps, options)
    if (lostRoots.length === 0) return { state: 'done', counts: session.counts, error: null }
    const error = lostRoots.map(({ root, message }) => `${root}: ${message}`).join('\n')
    return { state: 'failed', counts: session.counts, error: cleanText(error) }
  } catch (error) {
    if (options.signal?.aborted) return { state: 'cancelled', counts: session.counts, error: null }
    return failure(session, error)
  }
}

function failure(session: ScanSession | null, error: unknown): ScanResult {
  return { state: 'failed', counts: session?.counts ?? noCounts(), error: describeError(error) }
}

/**
 * @returns a problem for each library folder that disappeared meanwhile; if there is one, nothing is marked as missing
 */
async function scan(session: ScanSession, deps: ScanDeps, options: ScanOptions): Promise<NewProblem[]> {
  const { db, counts } = session
  session.report()
  const scope = options.within ? createScope(options.within) : null
  const scanned = deps.roots.filter(({ path }) => scope === null || scope.touches(path))
  const files = deps.files ?? (await openLibraryFiles(scanned, deps.s3 ?? null, session.signal))
  const { walk, misplaced } = await lookAndIdentify(session, deps, files, scope)
  // Now, because works may have got other ids.
  const known = await loadKnown(session)
  const beside = scope === null ? [] : worksBeside(scope, known)
  const present = await presentBefore(db, scope)
  const watch = createRootWatch({ walk, files, signal: session.signal })
  await checkRoots(scanned, watch)
  const isLost = ({ root }: { root: string }) => watch.problems().some((problem) => problem.root === root)
  const rivals = rivalsOf(walk.works, beside, files)
  const { works: chosen, duplicates } = chooseFolders([...walk.works, ...rivals], known)
  const works = chosen.filter((work) => !rivals.includes(work))
  const problems = [...walk.problems, ...misplaced, ...duplicates].filter((problem) => !isLost(problem))
  counts.found = works.length
  const readable = scanned.map(({ path }) => path).filter((root) => walk.roots.get(root) !== 'unavailable')
  await session.write(
    async (tx) => {
      await replaceWalkProblems(tx, problems, scope)
      await replaceCodelessFolders(
        tx,
        { roots: deps.roots.map(({ path }) => path), read: readable },
        walk.codeless,
        scope,
      )
    },
    { problems: problems.length },
  )

  session.enter('reading')
  const circles = await readLibraryCircles(db, allPlaces(works, beside), () => session.pause())
  const vanished = await readWorks(session, works, { deps, options, known, walk, files, watch, circles })

  session.enter('finishing')
  await checkRoots(scanned, watch)
  const lostRoots = watch.problems()
  if (lostRoots.length > 0) {
    await session.write((tx) => insertProblems(tx, lostRoots))
    counts.problems = await countProblems(db)
    warn(deps.log, lostRoots)
    return lostRoots
  }
  const foundIds = new Set(works.map((work) => work.code.id))
  const refusals = await markMissing({
    db,
    roots: deps.roots,
    retired: deps.retired,
    walk,
    gone: [...known.values()].filter(
      (work) => work.state === 'present' && !foundIds.has(work.id) && (scope?.holds(work) ?? true),
    ),
    vanished,
    present,
    allowMissing: options.allowMissing ?? false,
    write: (work) => session.write(work),
    onMarked: (number) => (counts.missing += number),
  })
  await session.write((tx) => replaceRefusals(tx, refusals))
  // Includes those of works that were not read again.
  counts.problems = await countProblems(db)
  warn(deps.log, [...walk.problems, ...refusals])
  return []
}

async function checkRoots(roots: readonly LibraryRoot[], watch: RootWatch): Promise<void> {
  for (const { path } of roots) await watch.isThere(path)
}

/** Returns the works outside of a partial scan. */
function worksBeside(scope: Scope, known: ReadonlyMap<number, KnownWork>): KnownWork[] {
  return [...known.values()].filter((work) => work.state === 'present' && !scope.holds(work))
}

/** Returns the works beside a partial scan that have the codes of found ones, and whose folders are still there. */
function rivalsOf(found: readonly FoundWork[], beside: readonly KnownWork[], files: FileSystem): FoundWork[] {
  const codes = new Set(found.map(({ code }) => code.id))
  const rivals = beside.filter(({ id }) => codes.has(id)).map(asFound)
  return rivals.filter(({ absolutePath }) => {
    try {
      return files.stat(absolutePath).isDirectory
    } catch {
      return false
    }
  })
}

function asFound({ id, root, path }: KnownWork): FoundWork {
  const absolutePath = joinName(root, path)
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { root, path, name, code: identityOfId(id), absolutePath, realPath: absolutePath, isNested: false }
}

/** One at a time: a scan of one folder does not hold every work of the library twice. */
function* allPlaces(found: readonly FoundWork[], beside: readonly KnownWork[]): Generator<WorkPlace> {
  yield* found
  for (const { id, root, path } of beside) yield { root, path, code: identityOfId(id) }
}

/** Counts at most once, before anything is marked; a scan of a few folders counts if it has to. */
async function presentBefore(db: Db, scope: Scope | null) {
  if (scope !== null) return async () => countPresent(db, await lastWholeRunMs(db))
  const present = await countPresent(db, null)
  return async () => present
}

async function loadKnown({ db }: ScanSession): Promise<Map<number, KnownWork>> {
  const rows = await db.selectFrom('work').select(['id', 'root', 'path', 'state', 'signature', 'create_date']).execute()
  // The driver makes a string of its own for each row.
  const roots = new Map<string, string>()
  for (const row of rows) {
    row.root = roots.get(row.root) ?? row.root
    roots.set(row.root, row.root)
  }
  return new Map(rows.map((row) => [row.id, row]))
}

/** Walks the library folders, and again if that showed that folders are other works than they were. */
async function lookAndIdentify(session: ScanSession, deps: ScanDeps, files: FileSystem, scope: Scope | null) {
  const { db } = session
  const identities = await readIdentities(db)
  const lookNow = (rows: typeof identities) => look(session, deps, { files, scope, identityOf: indexIdentities(rows) })
  const walk = await lookNow(identities)
  const { hasChanged, problems } = await identifyFolders(
    { db, files, write: (task) => session.write(task), pause: () => session.pause() },
    walk,
    identities.filter((row) => scope?.holds(row) ?? true),
  )
  if (!hasChanged) return { walk, misplaced: problems }
  return { walk: await lookNow(await readIdentities(db)), misplaced: problems }
}

async function look(
  session: ScanSession,
  { roots, scanDepth }: ScanDeps,
  how: { files: FileSystem; identityOf: IdentityOf; scope: Scope | null },
): Promise<Walk> {
  const steps = walkRoots(roots, { scanDepth, ...how })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    session.counts.found = step.value
    await session.pause()
  }
}

type Task = { work: FoundWork; known: KnownWork | null; listing: Listing; addedOn: string }
type Context = {
  deps: ScanDeps
  options: ScanOptions
  known: Map<number, KnownWork>
  walk: Walk
  files: FileSystem
  watch: RootWatch
  circles: LibraryCircles
}

async function readWorks(session: ScanSession, works: readonly FoundWork[], context: Context): Promise<Vanished[]> {
  const { deps, options, known, walk, files, watch, circles } = context
  const vanished: Vanished[] = []
  const read: ReadOptions = {
    db: session.db,
    files,
    ffmpegPath: deps.ffmpegPath,
    circles,
    full: options.full ?? false,
    signal: session.signal,
    limitProbes: createSemaphore(PROBES_AT_ONCE).run,
    onFileRead: () => session.counts.filesRead++,
  }
  const cache = createNameCache()
  let tasks: Task[] = []
  const readTasks = async () => {
    vanished.push(...(await readAndStore(session, tasks, { read, cache, watch })))
    tasks = []
  }
  for (const work of works) {
    const before = known.get(work.code.id) ?? null
    const listing = listWork(work, { realRoots: walk.realRoots, files, circleFolder: circles.folderOf(work) })
    if (listing.mustRetry && !(await watch.isThere(work.root))) continue
    if (before && !read.full && isUnchanged(work, before, listing)) {
      session.counts.unchanged++
      session.counts.done++
    } else if (before) {
      tasks.push({ work, known: before, listing, addedOn: before.create_date })
    } else {
      const seen = lookAtNew(work, listing, files)
      if ('addedOn' in seen) tasks.push({ work, known: null, listing, addedOn: seen.addedOn })
      else if (await watch.isThere(work.root)) await report(session, seen.problems, { done: 1 })
    }
    if (tasks.length === WORKS_AT_ONCE) await readTasks()
    await session.pause()
  }
  await readTasks()
  return vanished
}

/**
 * Returns the day on which a new work was added: when its folder last changed, for a library older than Otodana. A
 * folder without readable content only has problems; a later scan adds the work.
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
    // Renamed or unmounted since listing.
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

type Tools = { read: ReadOptions; cache: NameCache; watch: RootWatch }

async function readAndStore(session: ScanSession, tasks: readonly Task[], tools: Tools): Promise<Vanished[]> {
  const { read, cache, watch } = tools
  const vanished: Vanished[] = []
  const finished = new Set<WorkReading>()
  const failures: unknown[] = []
  const pending = new Set(
    tasks.map((task) => {
      const reading = readWork(task.work, task.known, task.listing, { ...read, addedOn: task.addedOn })
      const noted: Promise<unknown> = reading
        .then(
          (one) => finished.add(one),
          (error: unknown) => failures.push(error),
        )
        .finally(() => pending.delete(noted))
      return noted
    }),
  )
  while (pending.size > 0 || finished.size > 0) {
    const due = new AbortController()
    const isDue = sleep(STORE_AFTER_MS, undefined, { signal: due.signal }).catch(() => {})
    await Promise.race([Promise.all(pending), isDue])
    due.abort()
    const readings = [...finished]
    finished.clear()
    vanished.push(...(await storeReadings(session, readings, { cache, watch })))
  }
  // Cancelled half-way: completely read works are stored.
  if (failures.length > 0) throw failures[0]
  return vanished
}

async function storeReadings(
  session: ScanSession,
  readings: readonly WorkReading[],
  { cache, watch }: Pick<Tools, 'cache' | 'watch'>,
): Promise<Vanished[]> {
  const sound: WorkReading[] = []
  for (const reading of readings) {
    // Unreadable parts of an unavailable folder say nothing about the work.
    const isDoubtful = reading.isPartial || reading.vanishedIds.length > 0
    if (!isDoubtful || (await watch.isThere(reading.found.root))) sound.push(reading)
  }
  const same = sound.filter(({ isNews }) => !isNews)
  session.counts.unchanged += same.length
  session.counts.done += same.length
  const stored = await storeAll(
    session,
    sound.filter(({ isNews }) => isNews),
    cache,
  )
  return [...same, ...stored].flatMap(({ known, vanishedIds: fileIds, signature, coverPath }) =>
    known && fileIds.length > 0 ? [{ workId: known.id, root: known.root, fileIds, signature, coverPath }] : [],
  )
}

/** Returns what storing works adds to a scan's counts. */
function progressOf(readings: readonly WorkReading[]): Partial<ScanCounts> {
  const changed = readings.filter(({ known }) => known !== null).length
  return {
    done: readings.length,
    added: readings.length - changed,
    changed,
    problems: readings.reduce((sum, { problems }) => sum + problems.length, 0),
  }
}

/** Stores works in one transaction; if the database rejects a value of one, stores the others separately. */
async function storeAll(session: ScanSession, readings: WorkReading[], cache: NameCache): Promise<WorkReading[]> {
  if (readings.length === 0) return []
  let stored: WorkReading[] = []
  try {
    await session.write(async (tx) => {
      stored = []
      for (const reading of readings) if (await storeWork(tx, reading, cache)) stored.push(reading)
    }, progressOf(readings))
    return stored
  } catch (error) {
    if (!isDataError(error)) throw error
    const [only] = readings
    if (only && readings.length === 1) {
      await reportUnstorable(session, only, error)
      return []
    }
  }
  stored = []
  for (const reading of readings) stored.push(...(await storeAll(session, [reading], cache)))
  return stored
}

async function reportUnstorable(session: ScanSession, { found, known }: WorkReading, error: unknown): Promise<void> {
  const message = `The database did not accept what was read: ${describeError(error)}`
  const problem: NewProblem = {
    kind: 'unreadableFolder',
    root: found.root,
    path: found.path,
    workId: known?.id ?? null,
    message,
  }
  if (!known) return report(session, [problem], { done: 1 })
  await session.write((tx) => replaceWorkProblems(tx, known.id, [problem]), { done: 1, problems: 1 })
}

async function report(session: ScanSession, problems: NewProblem[], progress: Partial<ScanCounts>): Promise<void> {
  await session.write((tx) => insertProblems(tx, problems), { ...progress, problems: problems.length })
}

function warn(log: ScanLog, problems: readonly NewProblem[]): void {
  for (const { kind, root, path, message } of problems.slice(0, 20)) log.warn({ kind, root, path }, message)
}
