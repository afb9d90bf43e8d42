import { createHash } from 'node:crypto'

import { type Endpoint, KEY_HEADER, MAX_KEY_LENGTH } from '@otodana/contract'
import type { FastifyRequest } from 'fastify'

import type { WriteKey } from '#db/write-once.ts'

import { invalidInput } from './errors/app-error.ts'

const VISIBLE_ASCII = /^[!-~]+$/
/** Far more than any call's body has. */
const MAX_DEPTH = 20

/**
 * Returns the key that the caller gave a write; null: none.
 *
 * @throws {InvalidRequest}
 */
export function writeKeyOf(endpoint: Endpoint, request: FastifyRequest, accountId: number): WriteKey | null {
  const key = request.headers[KEY_HEADER]
  if (key === undefined || key === '') return null
  if (typeof key !== 'string' || key.length > MAX_KEY_LENGTH || !VISIBLE_ASCII.test(key)) {
    throw invalidInput('header', 'Idempotency-Key', `Must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters`, key)
  }
  return { accountId, key, digest: digestOf(endpoint, request) }
}

/**
 * Identifies a call by what was sent, not by what this version makes of it: a repeat may come after an update. Without
 * `base`, which a client learns when the first answer is lost.
 */
function digestOf({ method, path }: Endpoint, { query, body }: FastifyRequest): string {
  const { base: _, ...sent } = (body ?? {}) as Record<string, unknown>
  return createHash('sha256')
    .update(JSON.stringify(sorted([method, path, query, sent])))
    .digest('base64url')
}

function sorted(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) throw invalidInput('body', 'body', `Must be nested at most ${MAX_DEPTH} deep`, value)
  if (Array.isArray(value)) return value.map((item) => sorted(item, depth + 1))
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item, depth + 1)]))
}
