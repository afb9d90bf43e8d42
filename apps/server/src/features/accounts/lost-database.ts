import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ADMIN_TOKEN_FILE, hasSecret, SESSION_SECRET_FILE } from '#http/server-secrets.ts'

const MARK_FILE = 'had-accounts'
const TEXT = `Accounts have been made here. While the database has none, making the first one needs the admin token.
Remove this file to let the next visitor who registers become the administrator.
`

/**
 * Records outside the database that accounts have existed: if the database is lost, the first to register may not be
 * the owner.
 */
export type AccountsMark = {
  isSet(): boolean
  set(): void
}

type Warnings = { warn(fields: object, text: string): void }

export function createAccountsMark(dataDir: string, log: Warnings): AccountsMark {
  const path = join(dataDir, MARK_FILE)
  let isKnown = false
  return {
    isSet: () => isKnown || existsSync(path),
    set() {
      if (isKnown) return
      isKnown = true
      if (existsSync(path)) return
      try {
        writeFileSync(path, TEXT, { mode: 0o600 })
      } catch (error) {
        // The account exists already, so a failed write must not fail registration or the server's start.
        log.warn({ err: error, path }, 'the mark that accounts exist could not be written')
      }
    },
  }
}

/**
 * For the database's `onEmpty`: if the server already has secrets, an empty database replaces a lost one. Must be
 * called before secrets are created.
 */
export function markIfLost(dataDir: string, mark: AccountsMark): () => void {
  const hadSecrets = [ADMIN_TOKEN_FILE, SESSION_SECRET_FILE].some((file) => hasSecret(dataDir, file))
  return () => {
    if (hadSecrets) mark.set()
  }
}
