import { hash } from 'node:crypto'

import type { Selectable } from 'kysely'

import type { Db } from '#db/open.ts'
import type { FileTable } from '#db/tables.ts'
import { StorageError } from '#storage/storage.ts'

import {
  type EmbeddedTags,
  type LibraryCircles,
  MAX_CUE_BYTES,
  probeMedia,
  type FolderSources,
  readCueFile,
  readOtherSources,
  readSidecar,
  readStoredSidecar,
  resolveMetadata,
  type SidecarResult,
  storedChapters,
} from '#features/metadata/index.ts'

import { readLeft } from './read-left.ts'
import { checkCovers } from './check-covers.ts'
import { extensionOf, fileKind } from '../files/file-kinds.ts'
import { cleanText, describeError, type FileSystem, joinName, readHead } from '../files/file-system.ts'
import { fingerprint } from '../files/fingerprint.ts'
import type { ListedFile, Listing } from '../walk/list-work.ts'
import type { FileContent, FoundWork, KnownWork, NewProblem } from '../scan-types.ts'

type FileRow = Selectable<FileTable>
// Increased when the scanner reads more from files; files of these kinds are then read again.
const READ_VERSION = 4
const ended = { flac: 1, ogg: 1, oga: 1, opus: 1, aac: 1 }
const withChapters = { m4a: 3, m4b: 3, mp4: 3, mka: 3, webm: 3, cue: 3 }
const RENEWED: Partial<Record<string, number>> = { ...ended, ...withChapters }
/** Since this version dates, genres and descriptions are read from the tags of every format. */
const ALL_TAGS_VERSION = 2
/** The 32-bit limit; older versions could not determine the duration of longer files. */
const LONG_FILE_BYTES = 0xffff_ffff

/** Everything a scan has read of one work, ready to be stored without accessing the disk. */
export type WorkReading = {
  found: FoundWork
  known: KnownWork | null
  /** null: the work's metadata stays unchanged. */
  sources: FolderSources | null
  /** The cover's path according to the metadata. */
  coverPath: string | null
  added: FileContent[]
  updated: (FileContent & { id: number })[]
  /** Files present in the database that are certainly missing. */
  vanishedIds: number[]
  /** The work's signature once its missing files are marked. */
  signature: string
  /** Its signature until then, so that it is compared again next time. */
  unmarkedSignature: string
  /** Whether parts were temporarily unreadable. */
  isPartial: boolean
  /** Whether it differs from the database. */
  isNews: boolean
  problems: NewProblem[]
}

export type ReadOptions = {
  db: Db
  files: FileSystem
  ffmpegPath: string
  circles: LibraryCircles
  /** Also reads unchanged files. */
  full: boolean
  signal: AbortSignal
  /** Limits concurrent probes. */
  limitProbes<T>(task: () => Promise<T>): Promise<T>
  onFileRead(): void
}

/**
 * Compares a work's listing with the database, and reads what is new or changed. A file is identified by its path,
 * otherwise by its fingerprint.
 *
 * @param options  `addedOn`: the day the work was added to the library, `YYYY-MM-DD`
 * @throws the signal's reason
 */
export async function readWork(
  found: FoundWork,
  known: KnownWork | null,
  listing: Listing,
  options: ReadOptions & { addedOn: string },
): Promise<WorkReading> {
  const rows = known ? await options.db.selectFrom('file').selectAll().where('work_id', '=', known.id).execute() : []
  const read = await readFiles(found, rows, listing, options)
  const metadata = await readMetadata(found, known, listing, tagsOf(read.contents), options)
  const covers = await options.limitProbes(() =>
    checkCovers(read.contents, {
      files: options.files,
      folder: found.absolutePath,
      named: metadata.coverPath,
      isKnown({ path, fingerprint: digest }) {
        const row = read.rowOf.get(path)
        return row?.fingerprint === digest && row.problem === null
      },
      signal: options.signal,
    }),
  )
  const files = { ...compare(found, covers.contents, read.rowOf, options), vanishedIds: read.vanishedIds }
  options.signal.throwIfAborted()
  const problems = [...listing.problems, ...metadata.problems, ...files.problems]
  if (covers.unread) {
    const path = joinName(found.path, covers.unread.path)
    const { message } = covers.unread
    problems.push({ kind: 'unreadableFile', root: found.root, path, workId: found.code.id, message })
  }
  const vanishedIds = listing.isWhole ? files.vanishedIds : []
  const isPartial = listing.mustRetry || files.hasUnreadable || covers.unread !== null || metadata.mustRetry
  const signature = isPartial ? pendingSignature(listing, problems, []) : listing.signature
  const unmarkedSignature = vanishedIds.length > 0 ? pendingSignature(listing, problems, vanishedIds) : signature
  return {
    found,
    known,
    sources: metadata.sources,
    coverPath: metadata.coverPath,
    added: files.added,
    updated: files.updated,
    vanishedIds,
    signature,
    unmarkedSignature,
    isPartial,
    isNews:
      options.full ||
      known === null ||
      known.state === 'missing' ||
      known.root !== found.root ||
      known.path !== found.path ||
      known.signature !== unmarkedSignature ||
      files.added.length + files.updated.length > 0,
    problems,
  }
}

/**
 * Returns a signature that makes the next scan compare the work again: equal if that finds the same, but never equal to
 * a listing's.
 */
function pendingSignature(
  { signature }: Listing,
  problems: readonly NewProblem[],
  vanishedIds: readonly number[],
): string {
  const lines = problems.map(({ kind, path, message }) => `${kind}\0${path}\0${message}`).sort()
  const vanished = [...vanishedIds].sort((a, b) => a - b).join(',')
  return `?${hash('sha256', [signature, vanished, ...lines].join('\n'), 'base64url')}`
}

async function readFiles(found: FoundWork, rows: FileRow[], listing: Listing, options: ReadOptions) {
  const byPath = new Map(rows.map((row) => [row.path, row]))
  const listedPaths = new Set(listing.files.map((file) => file.path))
  const vanished = new VanishedRows(rows.filter((row) => !listedPaths.has(row.path)))

  const contents: { row: FileRow | null; content: FileContent }[] = []
  const unread: { row: FileRow | null; file: ListedFile; digest: string }[] = []
  for (const file of listing.files) {
    const row = byPath.get(file.path) ?? null
    if (row && !options.full && isSame(row, file)) {
      contents.push({ row, content: row })
      continue
    }
    let digest
    try {
      digest = digestOf(options.files, joinName(found.absolutePath, file.path), file.sizeBytes)
    } catch (error) {
      contents.push({ row, content: unreadableFile(file, row, describeError(error)) })
      continue
    }
    const moved = row ? null : vanished.take(digest, file.path)
    if (moved && isCurrent(moved) && !options.full)
      contents.push({ row: moved, content: { ...moved, ...placeOf(file) } })
    else unread.push({ row: row ?? moved, file, digest })
  }
  await Promise.all(
    unread.map(({ row, file, digest }) =>
      options.limitProbes(async () =>
        contents.push({ row, content: await readFile(found, file, row, digest, options) }),
      ),
    ),
  )
  options.signal.throwIfAborted()

  contents.sort((a, b) => (a.content.path < b.content.path ? -1 : 1))
  return {
    contents: contents.map(({ content }) => content),
    /** Keyed by current path. */
    rowOf: new Map(contents.map(({ row, content }) => [content.path, row])),
    vanishedIds: vanished.left().flatMap((row) => (row.state === 'present' ? [row.id] : [])),
  }
}

function tagsOf(contents: readonly FileContent[]): EmbeddedTags[] {
  return contents.flatMap(({ tags }) => (tags === null ? [] : [JSON.parse(tags) as EmbeddedTags]))
}

/** Returns what differs from the rows in the database. */
function compare(
  found: FoundWork,
  contents: readonly FileContent[],
  rowOf: ReadonlyMap<string, FileRow | null>,
  { full }: ReadOptions,
) {
  return {
    added: contents.filter(({ path }) => !rowOf.get(path)),
    updated: contents.flatMap((content) => {
      const row = rowOf.get(content.path)
      return row && (!isAlike(row, content) || row.state === 'missing' || full) ? [{ ...content, id: row.id }] : []
    }),
    problems: contents.flatMap((content) => problemOf(found, content)),
    hasUnreadable: contents.some(({ fingerprint: digest }) => digest === ''),
  }
}

/** Whether storing the content would change nothing. */
function isAlike(row: FileRow, content: FileContent): boolean {
  return row === content || Object.entries(content).every(([name, value]) => row[name as keyof FileContent] === value)
}

function digestOf(files: FileSystem, path: string, sizeBytes: number): string {
  return files.storeOf?.(path)?.fingerprint(path) ?? fingerprint(files, path, sizeBytes)
}

/** Rows whose paths no longer exist, to be found by fingerprint. */
class VanishedRows {
  readonly #rows: Set<FileRow>
  readonly #byFingerprint: Map<string, FileRow[]>

  constructor(rows: FileRow[]) {
    this.#rows = new Set(rows)
    this.#byFingerprint = Map.groupBy(
      rows.filter((row) => row.fingerprint !== ''),
      (row) => row.fingerprint,
    )
  }

  /** Of several files with the same content, prefers the one of the same name, then one that is not long missing. */
  take(digest: string, path: string): FileRow | null {
    const candidates = (this.#byFingerprint.get(digest) ?? []).filter((row) => this.#rows.has(row))
    const name = path.slice(path.lastIndexOf('/') + 1)
    const best =
      candidates.find((row) => row.state === 'present' && row.path.endsWith(name)) ??
      candidates.find((row) => row.state === 'present') ??
      candidates[0]
    if (!best) return null
    this.#rows.delete(best)
    return best
  }

  left(): FileRow[] {
    return [...this.#rows]
  }
}

function isSame(row: FileRow, file: ListedFile): boolean {
  return row.size_bytes === file.sizeBytes && row.mtime_ms === file.mtimeMs && row.fingerprint !== '' && isCurrent(row)
}

function isCurrent({ path, kind, duration_seconds, size_bytes, tags, read_version: version }: FileRow): boolean {
  if (version >= READ_VERSION) return true
  if (tags !== null && version < ALL_TAGS_VERSION) return false
  const isNewKind = kind !== fileKind(path)
  const mayBeUnderstoodNow = kind === 'audio' && (duration_seconds === null || size_bytes > LONG_FILE_BYTES)
  return !isNewKind && !mayBeUnderstoodNow && version >= (RENEWED[extensionOf(path)] ?? 0)
}

function placeOf({ path, sizeBytes, mtimeMs }: ListedFile) {
  return { path, kind: fileKind(path), size_bytes: sizeBytes, mtime_ms: mtimeMs }
}

/** Without a fingerprint every scan tries again; known data are kept. */
function unreadableFile(file: ListedFile, row: FileRow | null, problem: string): FileContent {
  const { duration_seconds = null, tags = null, has_picture = 0, chapters = null } = row ?? {}
  const read = { fingerprint: '', read_version: READ_VERSION }
  return { ...placeOf(file), ...read, duration_seconds, tags, has_picture, chapters, problem }
}

async function readFile(
  found: FoundWork,
  file: ListedFile,
  row: FileRow | null,
  digest: string,
  options: ReadOptions,
): Promise<FileContent> {
  const content = { ...placeOf(file), fingerprint: digest, read_version: READ_VERSION }
  const nothing = { duration_seconds: null, tags: null, has_picture: 0 as const, chapters: null, problem: null }
  const path = joinName(found.absolutePath, file.path)
  if (extensionOf(path) === 'cue') {
    try {
      const { chapters, problem } = readCueFile(await readHead(options.files, path, MAX_CUE_BYTES + 1))
      return { ...content, ...nothing, chapters: storedChapters(chapters), problem: problem && cleanText(problem) }
    } catch (error) {
      return unreadableFile(file, row, describeError(error))
    }
  }
  if (content.kind !== 'audio') return { ...content, ...nothing }
  options.signal.throwIfAborted()
  const { ffmpegPath, signal } = options
  const store = options.files.storeOf?.(path)
  let facts
  try {
    facts = await probeMedia(path, store ? { ffmpegPath: null, signal, open: store.openMedia } : { ffmpegPath, signal })
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return unreadableFile(file, row, cleanText(error.message))
  }
  options.onFileRead()
  return {
    ...content,
    duration_seconds: facts.durationSeconds,
    tags: facts.tags && JSON.stringify(facts.tags),
    has_picture: facts.hasPicture ? 1 : 0,
    chapters: storedChapters([{ of: null, chapters: facts.chapters }]),
    problem: facts.problem === null ? null : cleanText(facts.problem),
  }
}

const problemKinds = { audio: 'brokenMedia', image: 'badCover', text: 'badCueSheet', other: 'badCueSheet' } as const

function problemOf(found: FoundWork, { path, kind: fileIs, problem, fingerprint: digest }: FileContent): NewProblem[] {
  if (problem === null) return []
  const kind = digest === '' ? 'unreadableFile' : problemKinds[fileIs]
  return [{ kind, root: found.root, path: joinName(found.path, path), workId: found.code.id, message: problem }]
}

type MetadataReading = {
  sources: FolderSources | null
  /** The cover's path according to the metadata. */
  coverPath: string | null
  /** The sidecar or what other programs left exists but is temporarily unreadable. */
  mustRetry: boolean
  problems: NewProblem[]
}

async function readMetadata(
  found: FoundWork,
  known: KnownWork | null,
  listing: Listing,
  embedded: EmbeddedTags[],
  options: ReadOptions & { addedOn: string },
): Promise<MetadataReading> {
  const topFiles = listing.files.map((file) => file.path).filter((path) => !path.includes('/'))
  const { sidecar, mustRetry } = await findSidecar(found.absolutePath, topFiles, options)
  const problems: NewProblem[] = []
  if (sidecar && 'problem' in sidecar) {
    const path = joinName(found.path, sidecar.file)
    problems.push({ kind: 'badSidecar', root: found.root, path, workId: found.code.id, message: sidecar.problem })
    // An error in a sidecar must not remove a known work's title.
    if (known) return { sources: null, coverPath: null, mustRetry, problems }
  }
  const left = await readLeft(found, listing, options)
  problems.push(...left.problems)
  // Other files are temporarily unreadable, and their tags may have supplied the title.
  if (known && (listing.mustRetry || left.mustRetry)) {
    return { sources: null, coverPath: null, mustRetry: mustRetry || left.mustRetry, problems }
  }
  const sources: FolderSources = {
    code: found.code,
    folderName: found.name,
    sidecar: sidecar && 'metadata' in sidecar ? sidecar.metadata : null,
    left: left.metadata,
    embedded,
    addedOn: options.addedOn,
    circleFolder: options.circles.folderOf(found),
    isCircle: options.circles.isKnown,
  }
  return {
    sources,
    coverPath: resolveMetadata({ ...sources, ...(await readOtherSources(options.db, found.code.id)) }).cover,
    mustRetry: mustRetry || left.mustRetry,
    problems,
  }
}

async function findSidecar(
  folder: string,
  names: readonly string[],
  { files }: ReadOptions,
): Promise<{ sidecar: SidecarResult | null; mustRetry: boolean }> {
  const store = files.storeOf?.(folder)
  if (!store) {
    const sidecar = readSidecar(folder, names)
    return { sidecar, mustRetry: sidecar !== null && 'problem' in sidecar && sidecar.mustRetry }
  }
  try {
    const readHead = (file: string, length: number) => store.readHead(joinName(folder, file), length)
    return { sidecar: await readStoredSidecar(names, readHead), mustRetry: false }
  } catch (error) {
    const file = names.find((name) => name.toLowerCase().startsWith('otodana.')) ?? ''
    return {
      sidecar: { file, problem: `cannot be fetched: ${describeError(error)}`, mustRetry: true },
      mustRetry: true,
    }
  }
}
