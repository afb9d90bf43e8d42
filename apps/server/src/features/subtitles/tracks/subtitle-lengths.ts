import { MAX_SUBTITLE_BYTES, subtitleDuration } from '@otodana/subtitles'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'

import { fromStorage } from '#features/media/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { createSemaphore } from '#jobs/semaphore.ts'
import { type Storage, StorageError } from '#storage/storage.ts'

import { readCues } from '../read-cues.ts'
import type { SubtitledWork, SubtitleRow } from './track-subtitles.repository.ts'

/** Per call. */
export const MAX_READ_FILES = 24
const MAX_READ_BYTES = MAX_SUBTITLE_BYTES
/** Across all calls. */
export const READ_AT_ONCE = 8
export const MAX_WAITING = 200
/** About 200 bytes each. */
const CACHED_LENGTHS = 20_000

/** End of the last line in seconds; null: the file is unusable, or temporarily unreadable. */
type Length = number | null

export type Lengths = {
  /** By file id. Files that were not read are missing. */
  seconds: ReadonlyMap<number, Length>
  /** Why a file was temporarily unreadable; null if all were read. */
  failure: AppError | null
}

type LengthDeps = { storage: Storage; log: Pick<FastifyBaseLogger, 'warn'> }

/** Durations of subtitles: from the index, otherwise read and cached. */
export function createSubtitleLengths({ storage, log }: LengthDeps) {
  // Room for all is taken at once: not for libraries whose subtitles are all in the index.
  let cached: LRUCache<string, Promise<Length>> | undefined
  const semaphore = createSemaphore(READ_AT_ONCE)

  function read(work: SubtitledWork, file: SubtitleRow): Promise<Length> {
    const reading = semaphore.run(async () => {
      const { cues } = await readCues(storage, { ...work, path: file.path })
      return cues ? subtitleDuration(cues) : null
    })
    cached ??= new LRUCache({ max: CACHED_LENGTHS })
    cached.set(keyOf(file), reading)
    // Callers get the error; the next call reads again.
    reading.catch(() => cached?.delete(keyOf(file)))
    return reading
  }

  /**
   * @param files  most likely first: of the uncached ones, a limited number is read
   * @throws {AppError} `server.busy`
   */
  return async function lengthsOf(work: SubtitledWork, files: readonly SubtitleRow[]): Promise<Lengths> {
    const unread = withinLimits(files.filter((file) => !file.known && !cached?.has(keyOf(file))))
    if (unread.size > 0 && semaphore.waitingCount() >= MAX_WAITING) {
      throw new AppError('server.busy', { headers: { 'retry-after': '2' } })
    }
    const seconds = new Map<number, Length>()
    let failure: AppError | null = null

    async function noteLength(file: SubtitleRow): Promise<void> {
      if (file.known) {
        seconds.set(file.id, file.known.problem === null ? file.known.seconds : null)
        return
      }
      const reading = cached?.get(keyOf(file)) ?? (unread.has(file) ? read(work, file) : null)
      if (!reading) return
      try {
        seconds.set(file.id, await reading)
      } catch (error) {
        const told = fromStorage(error, file.id, log)
        if (!(error instanceof StorageError) || !(told instanceof AppError)) throw error
        log.warn({ err: error, file: file.id, work: work.id }, 'a subtitle could not be read for now')
        seconds.set(file.id, null)
        if (told.code !== 'file.notFound') failure = told
      }
    }

    await Promise.all(files.map(noteLength))
    return { seconds, failure }
  }
}

/** The files that one call may read. */
function withinLimits(files: readonly SubtitleRow[]): Set<SubtitleRow> {
  const chosen = new Set<SubtitleRow>()
  let bytes = 0
  for (const file of files) {
    // Larger files are rejected without being read.
    const size = file.sizeBytes > MAX_SUBTITLE_BYTES ? 0 : file.sizeBytes
    if (bytes + size > MAX_READ_BYTES) continue
    bytes += size
    chosen.add(file)
    if (chosen.size === MAX_READ_FILES) break
  }
  return chosen
}

function keyOf({ id, mtimeMs, fingerprint }: SubtitleRow): string {
  return `${id} ${mtimeMs} ${fingerprint}`
}
