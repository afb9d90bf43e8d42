import { chmodSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

import type { Logger } from 'pino'

import { ADMIN_TOKEN_FILE, SESSION_SECRET_FILE } from '#http/server-secrets.ts'

const DATABASE = 'otodana.db'
const PRIVATE_FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`]
const SECRETS = [ADMIN_TOKEN_FILE, SESSION_SECRET_FILE]
const PRIVATE_FOLDERS = ['covers', 'streams', 'backups']
/** Everything that the server creates in its data folder, including what it leaves behind when killed. */
const OURS =
  /^(?:otodana\.db|admin-token|session-secret|had-accounts|restore\.|\.?(?:read-model|recommender)\.kept|\.kikoeru-|\.foreign-)|^(?:backups|covers|streams|(?:uploaded|provider)-covers|provider-samples|demo-library|lost\+found)$/
const FOR_OTHERS = 0o077
const UNCHANGED = 'other users can read this, and it could not be changed'
const STICKY = 0o1000

type PrivateData = {
  dataDir: string
  /** Folders that another program, such as nginx, must read. */
  readByOthers: readonly string[]
  log: Pick<Logger, 'info' | 'warn'>
}

/**
 * Removes other users' access to files that older versions, a copy or an unpacked backup left accessible: the database
 * with its password hashes, the secrets and the data folder itself. Files of other owners stay unchanged.
 */
export function restrictAccess({ dataDir, readByOthers, log }: PrivateData): void {
  // The system has no file modes.
  if (process.getuid === undefined) return
  for (const name of PRIVATE_FILES) {
    if (narrow(join(dataDir, name), 0o600, log)) tell(log, join(dataDir, name))
  }
  for (const name of SECRETS) {
    if (!narrow(join(dataDir, name), 0o600, log)) continue
    const path = join(dataDir, name)
    log.warn({ path }, 'other users could read this secret and no longer can; to be sure, delete it and restart')
  }
  for (const name of PRIVATE_FOLDERS) {
    if (narrow(join(dataDir, name), 0o700, log)) tell(log, join(dataDir, name))
  }
  if (isOursAlone(dataDir) && !readByOthers.some((path) => isWithin(path, dataDir)) && narrow(dataDir, 0o700, log))
    tell(log, dataDir)
}

function tell(log: PrivateData['log'], path: string): void {
  log.info({ path }, 'other users could read this and no longer can')
}

/** @returns whether access was removed */
function narrow(path: string, mode: number, log: PrivateData['log']): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || (found.mode & FOR_OTHERS) === 0 || found.uid !== process.getuid?.()) return false
  try {
    chmodSync(path, found.mode & mode)
    // Some file systems accept every mode without effect.
    if ((statSync(path).mode & FOR_OTHERS) === 0) return true
    log.warn({ path }, UNCHANGED)
  } catch (error) {
    log.warn({ err: error, path }, UNCHANGED)
  }
  return false
}

/** Not `/tmp`, a home folder, or one shared with other programs: only a folder that contains nothing but our files. */
function isOursAlone(dataDir: string): boolean {
  const { mode } = statSync(dataDir)
  return (mode & STICKY) === 0 && readdirSync(dataDir).every((name) => OURS.test(name))
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(real(folder), real(path))
  return way === '' || !/^\.\.(?:[/\\]|$)/.test(way)
}

function real(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path)
}
