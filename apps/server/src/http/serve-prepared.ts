import { hash } from 'node:crypto'
import { Socket } from 'node:net'

import type { Endpoint } from '@otodana/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type * as z from 'zod'

import { checkConditions } from './sending/conditional.ts'
import { chooseEncoding, type ContentEncoding, pack } from './sending/content-encoding.ts'
import type { Visitor } from './gate.ts'
import { cacheableBytes } from './sending/cacheable-bytes.ts'
import { createReusedBuffers, type Take } from './sending/reused-buffers.ts'
import { admitted, type Call, checkAnswer, isKnown, routePath } from './serve.ts'

/** A response whose JSON is assembled by its feature from cached parts. */
export type PreparedAnswer = {
  /** Equal tags mean equal responses, in every process and forever; null for a response to one visitor. */
  tag: string | null
  /** Returns the JSON in UTF-8; only called if it has to be sent. Do not keep memory from `take`. */
  body: (take: Take) => Buffer | Promise<Buffer>
  /** For large responses that rarely change: thorough compression pays off. */
  isLasting?: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Compresses and caches prepared responses. */
    packer: Packer
  }
}

type Packed = { bytes: Buffer; encoding: ContentEncoding }

export type Packer = {
  /** Returns the response as sent; `name` represents its tag. */
  pack(answer: PreparedAnswer, encoding: ContentEncoding, name: string | null): Packed | Promise<Packed>
  /** Called when the bytes have been sent. */
  giveBack(bytes: Buffer): void
  /** Returns a text in UTF-8, in memory that is used again after {@link Packer.packOnce}. */
  bytesOf(text: string): Buffer
  /** Compresses bytes of this request alone, quickly. */
  packOnce(bytes: Buffer, encoding: Exclude<ContentEncoding, 'identity'>): Promise<Buffer>
}

/** Thousands of pages of 20 works, about 6 kB each. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024
/** Memory per entry besides its bytes, as measured. */
const OVERHEAD_BYTES = 600
/** Smaller ones fit into one or two packets uncompressed. */
const MIN_PACKED_BYTES = 1_024

/**
 * Compresses responses, and caches recent compressed ones. Uncompressed responses are cheaper to assemble again than to
 * cache; see `createReusedBuffers`.
 */
export function createPacker(): Packer {
  const buffers = createReusedBuffers()
  const cached = new LRUCache<string, Packed>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + OVERHEAD_BYTES,
  })
  const underWay = new Map<string, Promise<Packed>>()

  async function make(answer: PreparedAnswer, encoding: ContentEncoding): Promise<Packed> {
    const bytes = await answer.body(buffers.take)
    if (encoding === 'identity' || bytes.length < MIN_PACKED_BYTES) return { bytes, encoding: 'identity' }
    const packed = await pack(bytes, encoding, answer.isLasting ?? false)
    buffers.giveBack(bytes)
    return { bytes: packed, encoding }
  }

  async function makeAndKeep(key: string, answer: PreparedAnswer, encoding: ContentEncoding): Promise<Packed> {
    try {
      const made = await make(answer, encoding)
      const packed = { bytes: cacheableBytes(made.bytes), encoding: made.encoding }
      buffers.giveBack(made.bytes)
      cached.set(key, packed)
      return packed
    } finally {
      underWay.delete(key)
    }
  }

  return {
    pack(answer, encoding, name) {
      if (encoding === 'identity' || name === null) return make(answer, encoding)
      const key = `${encoding} ${name}`
      const ready = cached.get(key) ?? underWay.get(key)
      if (ready) return ready
      // One compression for all concurrent requests.
      const made = makeAndKeep(key, answer, encoding)
      underWay.set(key, made)
      return made
    },
    giveBack: buffers.giveBack,

    bytesOf(text) {
      const bytes = buffers.take(Buffer.byteLength(text))
      bytes.write(text)
      return bytes
    },

    async packOnce(bytes, encoding) {
      const packed = await pack(bytes, encoding, false)
      buffers.giveBack(bytes)
      return packed
    },
  }
}

/**
 * Registers the route of a contract endpoint like `serve`, for prepared responses: their tags become ETags, and a
 * client that has the response gets 304 before it is assembled.
 */
export function servePrepared<const E extends Endpoint & { response: z.core.$ZodType }>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => PreparedAnswer | Promise<PreparedAnswer>,
): void {
  app.route({
    method: endpoint.method,
    url: routePath(endpoint),
    config: { isContracted: true },
    compress: false,
    ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
    handler: async (request, reply) => {
      const call = await admitted(app, endpoint, request, reply)
      const answer = await handle(call)
      if (app.checksResponses) checkAnswer(endpoint, JSON.parse((await answer.body(Buffer.allocUnsafe)).toString()))
      const packed = await packOrSkip(app.packer, answer, call)
      if (packed === null) return reply.code(304).send()
      const { bytes, encoding } = packed
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      // On a socket, `close` means that the system has the bytes; without one (inject) they may be read later.
      else if (request.raw.socket instanceof Socket) reply.raw.once('close', () => app.packer.giveBack(bytes))
      return reply.type('application/json; charset=utf-8').send(bytes)
    },
  })
}

type Asking = Visitor & { request: FastifyRequest; reply: FastifyReply }

/** Returns null if the client has it already. */
function packOrSkip(packer: Packer, answer: PreparedAnswer, { request, reply, ...visitor }: Asking) {
  const { headers, method } = request
  const encoding = chooseEncoding(headers['accept-encoding'])
  reply.header('vary', 'authorization, accept-encoding')
  if (answer.tag === null) {
    reply.header('cache-control', 'no-store')
    return packer.pack(answer, encoding, null)
  }
  const name = hash('sha1', answer.tag, 'base64url')
  if (method !== 'POST') {
    // Weak, because the bytes differ by encoding but not in meaning.
    const etag = `W/"${name}"`
    reply.header('etag', etag).header('cache-control', isKnown(visitor) ? 'private, no-cache' : 'no-cache')
    if (checkConditions(headers, { etag }) === 'notModified') return null
  }
  return packer.pack(answer, encoding, name)
}
