import type { CoverType } from '@otodana/contract'
import type { FastifyBaseLogger } from 'fastify'

import type { Database } from '#db/open.ts'
import { createSemaphore } from '#jobs/semaphore.ts'
import { type Storage, StorageError } from '#storage/storage.ts'

import { BrokenCover, readPicture } from './cover-source.ts'
import { createCoverTones, type ReadTone } from './cover-tones.ts'
import { type CoverFile, createCoverRepository, type WorkCover } from './cover.repository.ts'
import { drawPlaceholder, PLACEHOLDER_VERSION } from './placeholder.ts'
import { createVariantCache } from './variant-cache.ts'
import { toneOf } from './tone.ts'
import {
  type CoverFormat,
  isPicture,
  isTimeout,
  readPixels,
  renderPreview,
  renderVariant,
  VARIANT_VERSION,
} from './variants.ts'

export type Variant = { type: CoverType; format: CoverFormat }

export type RenderedCover = { bytes: Buffer; etag: string; isPlaceholder: boolean }

export type CoverDeps = {
  database: Database
  storage: Storage
  /** Folder of rendered variants; may be emptied at any time. */
  cacheDir: string
  /** Folders of covers from providers, and of those that editors uploaded. */
  downloadDir: string
  uploadDir: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

const MAX_JOBS = 2
const RETRY_AFTER_MS = 60_000
const MAX_REMEMBERED_FAILURES = 10_000
const PLACEHOLDER = `placeholder-${PLACEHOLDER_VERSION}.${VARIANT_VERSION}`

export type Covers = ReturnType<typeof createCovers>

export function createCovers({ database, storage, cacheDir, downloadDir, uploadDir, log }: CoverDeps) {
  const repository = createCoverRepository(database)
  const cache = createVariantCache(cacheDir)
  const jobs = createSemaphore(MAX_JOBS)
  const flights = new Map<string, Promise<Buffer>>()
  const closing = new AbortController()
  const tones = createCoverTones({ closing: closing.signal, log })
  /** Covers that failed, and when (ms since 1970) to try again. */
  const failures = new Map<string, number>()

  /** Reads a variant from the cache, or renders it once for all concurrent callers. */
  async function variant(
    { workId, file }: WorkCover,
    source: string,
    { type, format }: Variant,
    image: () => Promise<Buffer>,
  ): Promise<Buffer> {
    const name = `${source}-${type}.${format}`
    const flight = `${workId}/${name}`
    const running = flights.get(flight)
    if (running) return running
    const made = (async () => {
      const cached = await readCached(workId, name)
      if (cached) return cached
      const bytes = await runJob(async () => renderVariant(await untilClosing(image()), type, format))
      const keep = [`${PLACEHOLDER}-`, ...(file ? [`${sourceName(file)}-`] : [])]
      await cache.write(workId, name, bytes, keep).catch((error: unknown) => {
        log.warn({ err: error, workId }, 'a generated cover could not be cached')
      })
      return bytes
    })().finally(() => flights.delete(flight))
    flights.set(flight, made)
    return made
  }

  /** Tasks still waiting when the server stops are rejected. */
  async function runJob<T>(task: () => Promise<T>, mayWait?: () => boolean): Promise<T> {
    return jobs.run(async () => {
      closing.signal.throwIfAborted()
      return task()
    }, mayWait)
  }

  /** A storage that does not respond must not keep the server from stopping. */
  async function untilClosing<T>(task: Promise<T>): Promise<T> {
    const { promise: closed, reject } = Promise.withResolvers<never>()
    const leave = () => reject(closing.signal.reason as Error)
    closing.signal.addEventListener('abort', leave)
    try {
      return await Promise.race([task, closed])
    } finally {
      closing.signal.removeEventListener('abort', leave)
    }
  }

  async function readCached(workId: number, name: string): Promise<Buffer | null> {
    return cache.read(workId, name).catch((error: unknown) => {
      log.warn({ err: error, workId }, 'a cached cover could not be read')
      return null
    })
  }

  /** Returns null if there is no usable picture. Cached variants are returned even then. */
  async function renderOwn(cover: WorkCover, file: CoverFile, wanted: Variant): Promise<Buffer | null> {
    const source = sourceName(file)
    const failureKey = keyOf(cover)
    const isKnownToFail = () => (failures.get(failureKey) ?? 0) > Date.now()
    try {
      return await variant(cover, source, wanted, async () => {
        if (isKnownToFail()) throw new BrokenCover('it was unusable before')
        return readPicture(storage, { downloadDir, uploadDir }, file)
      })
    } catch (error) {
      closing.signal.throwIfAborted()
      if (!isKnownToFail()) {
        remember(failureKey, isTemporary(error) ? Date.now() + RETRY_AFTER_MS : Infinity)
        const about = { workId: cover.workId, fileId: file.kind === 'downloaded' ? file.name : file.id }
        const text = 'a cover cannot be shown; a drawing replaces it'
        // A disk that is away, or a data folder that another server fills, is no mistake in the program.
        if (error instanceof StorageError) log.info({ ...about, reason: error.message }, text)
        else log.warn({ ...about, err: error }, text)
      }
      return null
    }
  }

  function remember(failureKey: string, retryAtMs: number): void {
    failures.delete(failureKey)
    const oldest = failures.size >= MAX_REMEMBERED_FAILURES ? failures.keys().next().value : undefined
    if (oldest !== undefined) failures.delete(oldest)
    failures.set(failureKey, retryAtMs)
  }

  /** Returns the work's cover, or a placeholder if it has none or it cannot be decoded. */
  async function render(cover: WorkCover, wanted: Variant): Promise<RenderedCover> {
    const { file, workId } = cover
    const own = file ? await renderOwn(cover, file, wanted) : null
    if (!own && cover.fallback) return render({ workId, file: cover.fallback }, wanted)
    if (file && own) return { bytes: own, etag: etag(sourceName(file), workId, wanted), isPlaceholder: false }
    const drawing = async () => Buffer.from(drawPlaceholder(workId))
    return {
      bytes: await variant(cover, PLACEHOLDER, wanted, drawing),
      etag: etag(PLACEHOLDER, workId, wanted),
      isPlaceholder: true,
    }
  }

  async function readTone(cover: WorkCover): Promise<ReadTone> {
    const { bytes, isPlaceholder } = await render(cover, { type: 'sam', format: 'webp' })
    const pixels = await runJob(() => readPixels(bytes))
    // The tone of a placeholder for an unavailable disk expires when the disk is tried again.
    const forgetAtMs = isPlaceholder ? (failures.get(keyOf(cover)) ?? Infinity) : Infinity
    return { colour: toneOf(pixels), forgetAtMs }
  }

  return {
    render,

    /**
     * Returns the tone of the work's cover or placeholder: `#rrggbb`. Null if it is not known yet, too many others are
     * waiting, or there is no such work.
     */
    async findTone(workId: number): Promise<string | null> {
      const cover = await repository.findCover(workId)
      if (!cover) return null
      return tones.find(keyOf(cover), () => readTone(cover))
    },

    /**
     * Renders a small JPEG of any picture, after all covers.
     *
     * @param read  called when its turn comes: those that wait are not in memory
     * @returns null if it is none that can be read
     */
    renderPreview: (read: () => Promise<Buffer>): Promise<Buffer | null> =>
      runJob(
        async () => {
          const image = await untilClosing(read())
          if (!isPicture(image)) return null
          return renderPreview(image).catch((error: unknown) => {
            if (isTimeout(error)) throw error
            return null
          })
        },
        () => true,
      ),

    /** Returns null if there is no such work. */
    findCover: (workId: number): Promise<WorkCover | null> => repository.findCover(workId),

    /** Returns the ETag of the work's cover, or of its placeholder, in this variant; reads no file. */
    etagOf({ file, workId }: WorkCover, wanted: Variant): string {
      return etag(file ? sourceName(file) : PLACEHOLDER, workId, wanted)
    },

    /** Waits for variants in progress, but not for those that have not started or wait for the storage. */
    async close(): Promise<void> {
      closing.abort(new Error('the server stops'))
      await tones.whenIdle()
      await Promise.allSettled(flights.values())
      await jobs.whenIdle()
    },
  }
}

/** Whether an error may be temporary: a disk that is not mounted yet, or a machine too busy to finish in time. */
function isTemporary(error: unknown): boolean {
  return error instanceof StorageError || isTimeout(error)
}

/** By work and source. */
function keyOf({ workId, file }: WorkCover): string {
  return `${workId}/${file ? sourceName(file) : PLACEHOLDER}`
}

function sourceName({ version }: CoverFile): string {
  return `${version}.${VARIANT_VERSION}`
}

function etag(source: string, workId: number, { type, format }: Variant): string {
  return `"${workId}-${source}-${type}-${format}"`
}
