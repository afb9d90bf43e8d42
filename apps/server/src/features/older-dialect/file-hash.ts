import { verifyFileHash } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'

import type { Media, MediaFile } from '#features/media/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { createSiteLimit, type Limits } from '#http/limits/limits.ts'
import { whenGone } from '#http/sending/when-gone.ts'
import { serve } from '#http/serve.ts'
import { networkOf } from '#http/visitor/network-of.ts'
import { createSemaphore } from '#jobs/semaphore.ts'

/** Hashing is as fast as the disk, which streams need as well. */
const FILES_AT_ONCE = 2
const MAX_WAITING = 8
/** A client checks each file that it has downloaded: more than it can download. */
const NEW_HASHES = { name: 'file-hash', points: 600, seconds: 600 }
const MAX_KNOWN_HASHES = 20_000
const BUSY_SECONDS = '5'

export type FileHashDeps = { media: Pick<Media, 'getFile' | 'pieces'>; limits: Limits }

/** Compares downloads with the library’s files. Hashes are made on request, and kept while the file stays as it is. */
export function fileHashRoutes(app: FastifyInstance, { media, limits }: FileHashDeps): void {
  /** By ETag. Room for all is taken at once: not before a client asks. */
  let known: LRUCache<string, string> | undefined
  const semaphore = createSemaphore(FILES_AT_ONCE)
  const newHashes = createSiteLimit(limits, NEW_HASHES)

  async function read(file: MediaFile, signal: AbortSignal): Promise<string> {
    const { createXXHash128 } = await import('hash-wasm')
    const hasher = (await createXXHash128()).init()
    for await (const piece of media.pieces(file, signal)) hasher.update(piece)
    return hasher.digest('hex')
  }

  function refuseIfFull(): void {
    if (semaphore.waitingCount() < MAX_WAITING) return
    throw new AppError('server.busy', { headers: { 'retry-after': BUSY_SECONDS } })
  }

  async function hashOf(file: MediaFile, address: string, signal: AbortSignal): Promise<string> {
    known ??= new LRUCache({ max: MAX_KNOWN_HASHES })
    const hashes = known
    const found = hashes.get(file.etag)
    if (found !== undefined) return found
    refuseIfFull()
    await newHashes.take(networkOf(address))
    // Others may have come in between.
    refuseIfFull()
    const make = async () => {
      const made = hashes.get(file.etag) ?? (await read(file, signal))
      hashes.set(file.etag, made)
      return made
    }
    return semaphore.run(make, undefined, signal)
  }

  serve(app, verifyFileHash, async ({ body, request, reply }) => {
    const file = await media.getFile({ workId: null, fileId: body.fileId })
    const hash = await hashOf(file, request.address, whenGone(reply))
    return { result: hash === body.hash.toLowerCase() }
  })
}
