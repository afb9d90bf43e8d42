import { buffer } from 'node:stream/consumers'

import { getSmallPicture } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'

import { type Covers, MAX_PICTURE_BYTES } from '#features/covers/index.ts'
import { type Media, type MediaFile, readMediaRef } from '#features/media/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { checkConditions } from '#http/sending/conditional.ts'
import { serve } from '#http/serve.ts'

/** A few kB each. */
const MAX_KEPT = 2_000
const KEPT_SECONDS = 86_400

export type SmallPictureDeps = { media: Pick<Media, 'getFile' | 'open'>; covers: Pick<Covers, 'renderPreview'> }

/** Previews of the pictures in a list of files. */
export function smallPictureRoutes(app: FastifyInstance, { media, covers }: SmallPictureDeps): void {
  /** By ETag. Rejected ones are not kept. */
  const kept = new LRUCache<string, Promise<Buffer | null>>({ max: MAX_KEPT })

  async function render(file: MediaFile): Promise<Buffer | null> {
    const { sizeBytes } = file.stored
    if (file.kind !== 'image' || sizeBytes === 0 || sizeBytes > MAX_PICTURE_BYTES) return null
    return covers.renderPreview(async () => buffer(await media.open(file, { start: 0, end: sizeBytes - 1 })))
  }

  function previewOf(file: MediaFile): Promise<Buffer | null> {
    const known = kept.get(file.etag)
    if (known) return known
    const made = render(file)
    kept.set(file.etag, made)
    made.catch(() => kept.delete(file.etag))
    return made
  }

  serve(app, getSmallPicture, async ({ params, request, reply }) => {
    const file = await media.getFile(readMediaRef(params.hash))
    const preview = await previewOf(file)
    if (preview === null) throw new AppError('file.notFound')
    const etag = `${file.etag.slice(0, -1)}-small"`
    reply.headers({ etag, 'cache-control': `private, max-age=${KEPT_SECONDS}`, 'x-content-type-options': 'nosniff' })
    if (checkConditions(request.headers, { etag }) === 'notModified') return reply.code(304).send()
    return reply.type('image/jpeg').send(preview)
  })
}
