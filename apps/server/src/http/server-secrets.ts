import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whoever shows it as a bearer is an administrator. */
export const ADMIN_TOKEN_FILE = 'admin-token'
/** What sessions are signed with. */
export const SESSION_SECRET_FILE = 'session-secret'

/** A secret of the server's own, made once and kept in the data folder for its owner only. */
export function ensureSecret(dataDir: string, file: string): string {
  const path = join(dataDir, file)
  if (existsSync(path)) {
    const known = readFileSync(path, 'utf8').trim()
    if (known.length >= 32) return known
    throw new Error(`${path} holds no secret; remove the file and a new one is made`)
  }
  mkdirSync(dataDir, { recursive: true })
  const secret = randomBytes(32).toString('base64url')
  writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(path, 0o600)
  return secret
}
