import { Readable } from 'node:stream'

import { type ByteRange, readByteRange } from '@otodana/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { AppError } from '../errors/app-error.ts'
import { checkConditions, mayAnswerRange } from './conditional.ts'
import { networkOf } from '../visitor/network-of.ts'
import { createConcurrencyLimit, type ConcurrencyLimit, receiverOf } from '../limits/concurrency-limit.ts'
import { whenGone } from './when-gone.ts'

/** Content of known length and state that supports ranges. */
export type Sendable = {
  sizeBytes: number
  /** Strong, quoted. */
  etag: string
  modifiedMs: number
  contentType: () => string | Promise<string>
  /** Opens a range, which is never empty. */
  open: (range: ByteRange) => Promise<Readable>
  /** What is logged of it if sending fails. */
  logged: { fileId: number } | { path: string }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The clients that receive files: each holds a file and a connection open. */
    receivers: ConcurrencyLimit
  }
}

/**
 * Enough for a household of players behind one address. A receiver that averages less than 1 kB/s over a minute, slower
 * than any recording, may lose its slot to another: a player requests the rest later.
 */
const RECEIVERS = { ofOne: 256, inAll: 10_000, slow: { bytesPerSecond: 1_000, windowMs: 60_000 } }

export function createReceivers(): ConcurrencyLimit {
  return createConcurrencyLimit(RECEIVERS)
}

/** Responds to a GET or HEAD with the whole content or a range, subject to the request's conditions. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  sendable: Sendable,
): Promise<FastifyReply> {
  const { sizeBytes, modifiedMs, etag } = sendable
  const validators = { etag, modifiedMs }
  reply.headers({ 'accept-ranges': 'bytes', etag, 'last-modified': new Date(modifiedMs).toUTCString() })
  const verdict = checkConditions(request.headers, validators)
  if (verdict === 'failed') return reply.code(412).send()
  if (verdict === 'notModified') return reply.code(304).send()

  reply.header('content-type', await sendable.contentType())
  // RFC 9110 defines ranges for GET only.
  if (request.method === 'HEAD') {
    reply.header('content-length', sizeBytes)
    // An empty stream: for an empty string Fastify would send its length.
    return reply.send(Readable.from([]))
  }
  const range = mayAnswerRange(request.headers, validators) ? request.headers.range : undefined
  const answer = readByteRange(range, sizeBytes)
  if (answer.kind === 'unsatisfiable') {
    throw new AppError('range.unsatisfiable', { headers: { 'content-range': `bytes */${sizeBytes}` } })
  }
  const { start, end } = answer.kind === 'part' ? answer : { start: 0, end: sizeBytes - 1 }
  if (end < start) return reply.header('content-length', 0).send(Readable.from([]))

  const gone = whenGone(reply)
  if (gone.aborted) return reply.hijack()
  gone.addEventListener('abort', request.server.receivers.take(networkOf(request.address), receiverOf(reply)))
  const body = await sendable.open({ start, end })
  body.once('error', (error) => {
    request.log.error(
      { err: error, ...sendable.logged },
      'a file could not be read to its end; the connection was closed',
    )
  })
  if (answer.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`)
  return reply.header('content-length', end - start + 1).send(body)
}
