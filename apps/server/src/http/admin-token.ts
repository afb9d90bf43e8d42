import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { FastifyRequest } from 'fastify'

export const ADMIN_TOKEN_FILE = 'admin-token'

/** The administrator's token, made once and kept in the data folder for its owner only. */
export function ensureAdminToken(dataDir: string): string {
  const path = join(dataDir, ADMIN_TOKEN_FILE)
  if (existsSync(path)) {
    const known = readFileSync(path, 'utf8').trim()
    if (known.length >= 32) return known
    throw new Error(`${path} holds no token; remove the file and a new one is made`)
  }
  mkdirSync(dataDir, { recursive: true })
  const token = randomBytes(32).toString('base64url')
  writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(path, 0o600)
  return token
}

/** Digests are compared, so that neither content nor length shows in the time it takes. */
export function isAdminRequest(request: FastifyRequest, adminToken: string | null): boolean {
  if (adminToken === null) return false
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ')
  return scheme.toLowerCase() === 'bearer' && timingSafeEqual(digest(token), digest(adminToken))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
