import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Logger } from 'pino'

import { isDiskFull } from '#db/dialect.ts'

/** This token, used as a bearer, grants administrator rights. */
export const ADMIN_TOKEN_FILE = 'admin-token'
/** The key that sessions are signed with. */
export const SESSION_SECRET_FILE = 'session-secret'

const MIN_LENGTH = 32

/**
 * Returns a secret of the server, generated once and stored in the data folder, readable only by its owner. On a full
 * disk a generated one is valid until the server stops.
 *
 * @throws {Error} the file is unreadable or invalid
 */
export function ensureSecret(dataDir: string, file: string, log: Pick<Logger, 'warn'>): string {
  const path = join(dataDir, file)
  const known = read(path)
  if (known !== null && known.length >= MIN_LENGTH) return known
  if (known !== null && known !== '')
    throw new Error(`${path} holds no secret; remove the file, and a new one is generated`)
  if (known === '') log.warn({ path }, 'this file was empty: a new secret was written to it')
  const secret = randomBytes(32).toString('base64url')
  try {
    return store(path, secret, known === '')
  } catch (error) {
    if (!isDiskFull(error)) throw error
    log.warn({ path }, 'the disk is full: a new secret could not be stored, and is valid until the server stops')
    return secret
  }
}

/** Whether one has been stored. */
export function hasSecret(dataDir: string, file: string): boolean {
  return (read(join(dataDir, file))?.length ?? 0) >= MIN_LENGTH
}

/** Returns null if there is no such file. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Stores the secret atomically.
 *
 * @returns the stored secret: of two servers that start at once, one reads the other's
 */
function store(path: string, secret: string, replaces: boolean): string {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    write(temporary, `${secret}\n`)
    if (replaces || !link(temporary, path)) renameSync(temporary, path)
    syncFolder(dirname(path))
    return read(path) ?? secret
  } finally {
    rmSync(temporary, { force: true })
  }
}

function write(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** @returns false if the file system does not support links */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

/**
 * Some systems and network file systems reject this. Without it a power failure may lose the file, and a new secret is
 * generated.
 */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch (error) {
    if (isDiskFull(error)) throw error
  }
}
