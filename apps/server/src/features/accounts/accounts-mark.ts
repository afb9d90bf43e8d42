import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ADMIN_TOKEN_FILE, hasSecret, SESSION_SECRET_FILE } from '#http/server-secrets.ts'

const MARK_FILE = 'had-accounts'
const TEXT = `Accounts have been made here. While the database has none, making the first one needs the admin token.
Remove this file to let the next visitor who registers become the administrator.
`

/** Remembers beside the database that there have been accounts: the first to register in one that was lost may not be its owner. */
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
        // The account is there already: a folder that takes no file may refuse neither its owner nor the server's start.
        log.warn({ err: error, path }, 'that there are accounts could not be noted')
      }
    },
  }
}

/**
 * For `onEmpty` of the database: where the server has had secrets before, an empty database is one in place of another. To
 * be called before secrets are made.
 */
export function markIfLost(dataDir: string, mark: AccountsMark): () => void {
  const hadSecrets = [ADMIN_TOKEN_FILE, SESSION_SECRET_FILE].some((file) => hasSecret(dataDir, file))
  return () => {
    if (hadSecrets) mark.set()
  }
}
