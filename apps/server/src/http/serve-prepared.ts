import { hash } from 'node:crypto'

import type { Endpoint } from '@otodana/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type * as z from 'zod'

import { checkConditions } from './conditional.ts'
import { chooseEncoding, type ContentEncoding, pack } from './content-encoding.ts'
import { type Call, checkAnswer, parseInputs, routePath } from './serve.ts'

/** An answer whose JSON is put together by its feature, from parts that are ready. */
export type PreparedAnswer = {
  /** Equal tags name equal answers, in every process and for ever; null for one that nobody else is given. */
  tag: string | null
  /** The JSON in UTF-8; only called when it has to be sent. */
  body: () => Buffer | Promise<Buffer>
  /** For answers that change seldom and are large: packing them well pays. */
  isLasting?: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The prepared answers that were sent lately, as they were sent. */
    sentAnswers: SentAnswers
  }
}

type Packed = { bytes: Buffer; encoding: ContentEncoding }

/** Some 500 pages of 20 works as they are, or thousands of packed ones. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024
const OVERHEAD_BYTES = 200
/** What is smaller fits into a packet or two as it is. */
const MIN_PACKED_BYTES = 1_024

export type SentAnswers = {
  /** The answer of that name in that encoding, from memory or made now; however many wait for it, it is made once. */
  get(name: string, encoding: ContentEncoding, answer: PreparedAnswer): Packed | Promise<Packed>
}

export function createSentAnswers(): SentAnswers {
  const kept = new LRUCache<string, Packed>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + OVERHEAD_BYTES,
  })
  const underWay = new Map<string, Promise<Packed>>()

  async function makeAndKeep(key: string, encoding: ContentEncoding, answer: PreparedAnswer): Promise<Packed> {
    try {
      const packed = await make(answer, encoding)
      kept.set(key, packed)
      return packed
    } finally {
      underWay.delete(key)
    }
  }

  return {
    get(name, encoding, answer) {
      const key = `${encoding} ${name}`
      const ready = kept.get(key) ?? underWay.get(key)
      if (ready) return ready
      const made = makeAndKeep(key, encoding, answer)
      underWay.set(key, made)
      return made
    },
  }
}

async function make({ body, isLasting = false }: PreparedAnswer, encoding: ContentEncoding): Promise<Packed> {
  const bytes = await body()
  if (encoding === 'identity' || bytes.length < MIN_PACKED_BYTES) return { bytes, encoding: 'identity' }
  return { bytes: await pack(bytes, encoding, isLasting), encoding }
}

/**
 * Makes the route of one contract endpoint as `serve` does, for answers that are prepared: their tags become ETags, and a
 * visitor who has the answer already is told so before it is made.
 */
export function servePrepared<const E extends Endpoint & { response: z.core.$ZodType }>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => PreparedAnswer | Promise<PreparedAnswer>,
): void {
  app.route({
    method: endpoint.method,
    url: routePath(endpoint),
    compress: false,
    ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
    handler: async (request, reply) => {
      const answer = await handle({ ...parseInputs(endpoint, request), request, reply } as Call<E>)
      if (app.checksResponses) checkAnswer(endpoint, JSON.parse((await answer.body()).toString()))
      const packed = await choose(app.sentAnswers, answer, request, reply)
      if (packed === null) return reply.code(304).send()
      if (packed.encoding !== 'identity') reply.header('content-encoding', packed.encoding)
      return reply.type('application/json; charset=utf-8').send(packed.bytes)
    },
  })
}

/** Null: the visitor has it already. */
function choose(sent: SentAnswers, answer: PreparedAnswer, { headers, method }: FastifyRequest, reply: FastifyReply) {
  const encoding = chooseEncoding(headers['accept-encoding'])
  reply.header('vary', 'accept-encoding')
  if (answer.tag === null) {
    reply.header('cache-control', 'no-store')
    return make(answer, encoding)
  }
  const name = hash('sha1', answer.tag, 'base64url')
  if (method !== 'POST') {
    // Weak: the bytes differ by encoding, what they say does not.
    const etag = `W/"${name}"`
    reply.header('etag', etag).header('cache-control', 'no-cache')
    if (checkConditions(headers, { etag }) === 'notModified') return null
  }
  return sent.get(name, encoding, answer)
}
