import { downloadMedia, streamMedia } from '@otodana/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { invalidInput } from '#http/errors/app-error.ts'
import { sendBytes } from '#http/sending/send-bytes.ts'
import { serve } from '#http/serve.ts'

import { attachment } from './content-disposition.ts'
import { contentTypeOf } from './content-type.ts'
import { type MediaRef, parseMediaRef } from './media-ref.ts'
import type { Media, MediaFile } from './media.service.ts'

type Exchange = { media: Media; request: FastifyRequest; reply: FastifyReply }

/** Streams and downloads. Fastify adds HEAD to every GET. */
export function mediaRoutes(app: FastifyInstance, { media }: { media: Media }): void {
  serve(app, streamMedia, async ({ params, request, reply }) => {
    const file = await findFile(media, params.hash)
    return sendFile({ media, request, reply }, file)
  })
  serve(app, downloadMedia, async ({ params, request, reply }) => {
    const file = await findFile(media, params.hash)
    reply.header('content-disposition', attachment(file.name))
    return sendFile({ media, request, reply }, file)
  })
}

function findFile(media: Media, hash: string): Promise<MediaFile> {
  return media.getFile(readMediaRef(hash))
}

/** @throws {InvalidRequest} not a file */
export function readMediaRef(hash: string): MediaRef {
  const ref = parseMediaRef(hash)
  if (!ref) throw invalidInput('path', 'hash', 'must be {fileId} or {workId}/{fileId}', hash)
  return ref
}

/** Browsers show audio and pictures in a generated page, which needs the file itself and inline styles. */
const SHOWN = "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
const CLOSED = "default-src 'none'; sandbox"

function contentPolicyOf(name: string): string {
  return /^(?:audio|image|video)\//.test(contentTypeOf(name).mime) ? SHOWN : CLOSED
}

/** Sends a file, or the range of it that was asked for. */
export async function sendFile(exchange: Exchange, file: MediaFile): Promise<FastifyReply> {
  const { media, request, reply } = exchange
  reply.headers({
    // Whatever its type, a browser must not run anything in an opened file.
    'x-content-type-options': 'nosniff',
    'content-security-policy': contentPolicyOf(file.name),
    // A private library's files must not be in shared caches. Subtitles are small and may be corrected, so they are
    // revalidated.
    'cache-control': file.isText ? 'private, no-cache' : 'private, max-age=3600',
  })
  const redirect = media.accelRedirect(file)
  if (redirect !== null) {
    // The proxy handles ranges and conditions with its own validators.
    reply.headers({ 'content-type': await media.contentType(file), 'x-accel-redirect': redirect })
    return reply.send()
  }

  return sendBytes(request, reply, {
    ...file.stored,
    etag: file.etag,
    logged: { fileId: file.id },
    contentType: () => media.contentType(file),
    open: (range) => media.open(file, range),
  })
}
