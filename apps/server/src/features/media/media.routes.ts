import { Readable } from 'node:stream'

import { downloadMedia, streamMedia } from '@otodana/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { AppError, invalidInput } from '#http/app-error.ts'
import { type RangeAnswer, readByteRange } from '#http/byte-range.ts'
import { checkConditions, mayAnswerRange } from '#http/conditional.ts'
import { serve } from '#http/serve.ts'

import { attachment } from './content-disposition.ts'
import { contentTypeOf } from './content-type.ts'
import { parseMediaRef } from './media-ref.ts'
import type { Media, MediaFile } from './media.service.ts'

type Exchange = { media: Media; request: FastifyRequest; reply: FastifyReply }

/** Streams and downloads, with HEAD: Fastify adds it to every GET. */
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

async function findFile(media: Media, hash: string): Promise<MediaFile> {
  const ref = parseMediaRef(hash)
  if (!ref) throw invalidInput('path', 'hash', 'must be {fileId} or {workId}/{fileId}', hash)
  return media.getFile(ref)
}

/** A browser shows sound and pictures in a page of its own making, which needs the file itself and its inline styles. */
const SHOWN = "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
const CLOSED = "default-src 'none'; sandbox"

function contentPolicyOf(name: string): string {
  return /^(?:audio|image|video)\//.test(contentTypeOf(name).mime) ? SHOWN : CLOSED
}

async function sendFile(exchange: Exchange, file: MediaFile): Promise<FastifyReply> {
  const { media, request, reply } = exchange
  reply.headers({
    // Whatever a file claims to be, a browser that opens it runs nothing of it.
    'x-content-type-options': 'nosniff',
    'content-security-policy': contentPolicyOf(file.name),
    // A private library's files belong in no shared cache. Subtitles are small and get corrected: they are asked after.
    'cache-control': file.isText ? 'private, no-cache' : 'private, max-age=3600',
  })
  const redirect = media.accelRedirect(file)
  if (redirect !== null) {
    // The proxy weighs ranges and conditions itself, with validators of its own.
    reply.headers({ 'content-type': await media.contentType(file), 'x-accel-redirect': redirect })
    return reply.send()
  }

  const { sizeBytes, modifiedMs } = file.stored
  const validators = { etag: file.etag, modifiedMs }
  reply.headers({ 'accept-ranges': 'bytes', etag: file.etag, 'last-modified': new Date(modifiedMs).toUTCString() })
  const verdict = checkConditions(request.headers, validators)
  if (verdict === 'failed') return reply.code(412).send()
  if (verdict === 'notModified') return reply.code(304).send()

  reply.header('content-type', await media.contentType(file))
  // HEAD has no ranges: RFC 9110 gives the header a meaning with GET alone.
  if (request.method === 'HEAD') {
    reply.header('content-length', sizeBytes)
    // An empty stream: of an empty string Fastify would send the length.
    return reply.send(Readable.from([]))
  }
  const range = mayAnswerRange(request.headers, validators) ? request.headers.range : undefined
  return sendRange(exchange, file, readByteRange(range, sizeBytes))
}

async function sendRange(
  { media, request, reply }: Exchange,
  file: MediaFile,
  answer: RangeAnswer,
): Promise<FastifyReply> {
  const { sizeBytes } = file.stored
  if (answer.kind === 'unsatisfiable') {
    throw new AppError('range.unsatisfiable', { headers: { 'content-range': `bytes */${sizeBytes}` } })
  }
  const { start, end } = answer.kind === 'part' ? answer : { start: 0, end: sizeBytes - 1 }
  if (answer.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`)
  reply.header('content-length', end - start + 1)
  if (end < start) return reply.send(Readable.from([]))

  const body = await media.open(file, { start, end })
  body.once('error', (error) => {
    request.log.error({ err: error, fileId: file.id }, 'a file could not be read to its end; the connection is closed')
  })
  return reply.send(body)
}
