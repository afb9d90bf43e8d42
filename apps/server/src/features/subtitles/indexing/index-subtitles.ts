import { subtitleDuration } from '@otodana/subtitles'

import type { Database } from '#db/open.ts'
import { type Storage, StorageError } from '#storage/storage.ts'

import { openIndexWriter, type SubtitleText } from './index-writer.ts'
import { readCues } from '../read-cues.ts'
import { lastFileId, listPending, matchersOfWorks, type PendingFile } from './pending-files.ts'

type IndexDeps = {
  database: Database
  storage: Storage
  signal: AbortSignal
  /** 0 to 1 */
  onProgress: (share: number) => void
  /** Called when search results may have changed. */
  onIndexed: () => void
  log: { warn(fields: object, message: string): void }
}

/** Files considered in one statement, which takes some milliseconds. */
const WINDOW = 5_000
/** Files stored in one transaction. */
const FILES_AT_ONCE = 32
/** Files read at once, because each read from a store takes a round trip. */
const READ_AT_ONCE = 8
/**
 * After this many consecutive unreadable files in a folder, or one error that says so, the folder is unavailable, and
 * its other files are skipped.
 */
const MAX_FAILURES_IN_A_ROW = 50
/** Read files can be found after this time at the latest. */
const FLUSH_MS = 10_000

type Failure = { file: PendingFile; error: unknown }

/**
 * Updates the subtitle index after scans. An interrupted run is continued by the next one.
 *
 * @throws {Error} at the end, if a library folder is unavailable: retry later
 */
export async function indexSubtitles({ database, storage, signal, onProgress, onIndexed, log }: IndexDeps) {
  const { read } = database
  const writer = await openIndexWriter(database, signal)
  const counts = { indexed: 0, broken: 0, away: 0 }
  let flushedAtMs = performance.now()
  /** By library folder, since a file was last read there. */
  const failures = new Map<string, Failure[]>()

  let matchers: Awaited<ReturnType<typeof matchersOfWorks>> = new Map()

  const last = await lastFileId(read)
  for (let after = 0; after < last && !signal.aborted; after += WINDOW) {
    const pending = await listPending(read, after, after + WINDOW)
    // A work's files must be read after the state that is recorded for them.
    matchers = new Map()
    for (let start = 0; start < pending.length && !signal.aborted; start += FILES_AT_ONCE) {
      await indexFiles(pending.slice(start, start + FILES_AT_ONCE))
      onProgress(Math.min(1, (after + (WINDOW * start) / pending.length) / last))
      if (performance.now() - flushedAtMs > FLUSH_MS) await flush()
    }
  }
  await flush()
  if (!signal.aborted) await writer.sweep()
  if (!signal.aborted) await writer.updateLanguages()
  const away = [...failures].find(([root]) => isAway(root))
  if (away) throw new Error(`The subtitles below ${away[0]} cannot be read for now`, { cause: away[1][0]?.error })
  for (const root of failures.keys()) warnOfFailures(root)
  return counts

  function isAway(root: string): boolean {
    const failed = failures.get(root) ?? []
    const saysSo = ({ error }: Failure) => error instanceof StorageError && error.failure === 'away'
    return failed.length >= MAX_FAILURES_IN_A_ROW || failed.some(saysSo)
  }

  /** Logs failures that concern single files only. */
  function warnOfFailures(root: string): void {
    for (const { file, error } of failures.get(root) ?? []) {
      const fields = { err: error, file: file.id, work: file.workId, path: file.path }
      log.warn(fields, 'a subtitle could not be read for now')
    }
    failures.delete(root)
  }

  async function flush(): Promise<void> {
    await writer.flush()
    flushedAtMs = performance.now()
    onIndexed()
  }

  async function indexFiles(files: readonly PendingFile[]): Promise<void> {
    await knowWorksOf(files)
    const same = files.filter(({ knownSeconds }) => knownSeconds !== null)
    if (same.length > 0) {
      await writer.rematch(
        same.map(({ id, workSignature, ...file }) => ({
          fileId: id,
          workSignature,
          audioFileId: audioOf(file, file.knownSeconds ?? 0),
        })),
      )
    }
    const texts: SubtitleText[] = []
    const waiting = files.filter(({ knownSeconds }) => knownSeconds === null).values()
    const readOn = async () => {
      for (const file of waiting) {
        const text = await readText(file)
        if (text) texts.push(text)
      }
    }
    await Promise.all(Array.from({ length: READ_AT_ONCE }, readOn))
    if (texts.length > 0) await writer.store(texts.toSorted((a, b) => a.fileId - b.fileId))
  }

  /** Returns null if the file is temporarily unreadable; the next run tries again. */
  async function readText(file: PendingFile): Promise<SubtitleText | null> {
    const { id: fileId, fingerprint, mtimeMs, workSignature, path, root } = file
    if (isAway(root)) return null
    try {
      const { cues, problem } = await readCues(storage, file)
      if (!isAway(root)) warnOfFailures(root)
      const durationSeconds = cues ? subtitleDuration(cues) : 0
      if (problem !== null) {
        counts.broken++
        log.warn({ file: fileId, work: file.workId, path, problem }, 'a subtitle cannot be read')
      } else counts.indexed++
      const audioFileId = cues ? audioOf(file, durationSeconds) : null
      return { fileId, fingerprint, mtimeMs, workSignature, durationSeconds, audioFileId, cues, problem }
    } catch (error) {
      counts.away++
      failures.set(root, [...(failures.get(root) ?? []), { file, error }])
      return null
    }
  }

  /** A work's files are mostly consecutive, and may span several batches. */
  async function knowWorksOf(files: readonly PendingFile[]): Promise<void> {
    const works = new Set(files.map(({ workId }) => workId))
    for (const id of matchers.keys()) if (!works.has(id)) matchers.delete(id)
    const unknown = [...works].filter((id) => !matchers.has(id))
    for (const [id, matcher] of await matchersOfWorks(read, unknown)) matchers.set(id, matcher)
  }

  function audioOf({ workId, path }: Pick<PendingFile, 'workId' | 'path'>, durationSeconds: number): number | null {
    return matchers.get(workId)?.audioOf({ path, durationSeconds })?.id ?? null
  }
}
