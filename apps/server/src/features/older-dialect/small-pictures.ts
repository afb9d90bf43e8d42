import { getSmallPicture } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'

import { type Covers, MAX_PICTURE_BYTES } from '#features/covers/index.ts'
import { type Media, type MediaFile, readMediaRef } from '#features/media/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { createConcurrencyLimit } from '#http/limits/concurrency-limit.ts'
import { checkConditions } from '#http/sending/conditional.ts'
import { serve } from '#http/serve.ts'
import { networkOf } from '#http/visitor/network-of.ts'

/** A few kB each. */
const MAX_KEPT = 2_000
const KEPT_SECONDS = 86_400
/** Previews that wait to be made. A list of files asks for those of a folder at once. */
const WAITING = { ofOne: 200, inAll: 1_000, forNewcomers: 200 }

export type SmallPictureDeps = { media: Pick<Media, 'getFile' | 'pieces'>; covers: Pick<Covers, 'renderPreview'> }

/** Previews of the pictures in a list of files. */
export function smallPictureRoutes(app: FastifyInstance, { media, covers }: SmallPictureDeps): void {
  const waiting = createConcurrencyLimit(WAITING)
  /** By ETag. Rejected ones are not kept. */
  const kept = new LRUCache<string, Promise<Buffer | null>>({ max: MAX_KEPT })

  async function render(file: MediaFile): Promise<Buffer | null> {
    const { sizeBytes } = file.stored
    if (file.kind !== 'image' || sizeBytes === 0 || sizeBytes > MAX_PICTURE_BYTES) return null
    // Made for all that ask for it, so it goes on when one of them leaves.
    const { signal } = new AbortController()
    return covers.renderPreview(async () => Buffer.concat(await Array.fromAsync(media.pieces(file, signal))))
  }

  /** @throws {AppError} `request.tooMany`, `server.busy`: too many wait already */
  function previewOf(file: MediaFile, client: string): Promise<Buffer | null> {
    const known = kept.get(file.etag)
    if (known) return known
    const leave = waiting.take(client)
    const made = render(file).finally(leave)
    kept.set(file.etag, made)
    made.catch(() => kept.delete(file.etag))
    return made
  }

  serve(app, getSmallPicture, async ({ params, request, reply }) => {
    const file = await media.getFile(readMediaRef(params.hash))
    const preview = await previewOf(file, networkOf(request.address))
    if (preview === null) throw new AppError('file.notFound')
    const etag = `${file.etag.slice(0, -1)}-small"`
    reply.headers({ etag, 'cache-control': `private, max-age=${KEPT_SECONDS}`, 'x-content-type-options': 'nosniff' })
    if (checkConditions(request.headers, { etag }) === 'notModified') return reply.code(304).send()
    return reply.type('image/jpeg').send(preview)
  })
}
