import type { Logger } from 'pino'

import type { Config } from '#config.ts'
import type { Database } from '#db/open.ts'
import type { ServerSettings } from '#db/server-settings.ts'
import type { Limits } from '#http/limits/limits.ts'

import { type AccountAdmin, createAccountAdmin } from './account-admin.ts'
import { createAccountsMark } from './lost-database.ts'
import { createAccountRepository } from './accounts.repository.ts'
import { type Accounts, createAccountService, type PersonalData } from './accounts.service.ts'
import { type AuditLog, createAuditLog } from './audit-log.ts'
import { createKnownNetworks } from './known-networks.ts'
import { createPasswords, type PasswordCost, type Passwords } from './passwords.ts'
import { setupCodeOf } from './setup-code.ts'
import { createSessionTokens } from './session-tokens.ts'

export { accountKey } from './account-key.ts'
export { createAccountsMark, markIfLost } from './lost-database.ts'
export { type AccountRow, createAccountRepository } from './accounts.repository.ts'
export { accountRoutes } from './accounts.routes.ts'
export type { AccountAdmin, Actor } from './account-admin.ts'
export type { Accounts, Attempt } from './accounts.service.ts'
export type { AuditLog } from './audit-log.ts'
export { type Editor, editorColumns, editorOf } from './editor.ts'
export { createMovedAccounts, type MovedPassword } from './moved-accounts.ts'
export { exportAccounts } from './export-accounts.ts'
export { refuseGuessable } from './new-password.ts'
export { TOKEN_NAME } from './official-names.ts'
export { createPasswords, type PasswordCost, type Passwords } from './passwords.ts'

/** A visitor of whom nothing is known. */
const STRANGER = { isAdmin: false }

type Deps = {
  config: Pick<Config, 'dataDir' | 'isRegistrationOpen' | 'hasGuest' | 'hasSetup'>
  database: Database
  settings: ServerSettings
  sessionSecret: string
  limits: Limits
  log: Logger
  passwordCost?: PasswordCost | undefined
}

export type AccountFeature = {
  accounts: Accounts
  /** Returns the code for the first account; null: there are accounts, or none is needed. */
  setupCode(): Promise<string | null>
  users: AccountAdmin
  audit: AuditLog
  passwords: Passwords
  /** Adds a feature's personal data to the export and to the deletion of accounts. */
  addPersonalData: (...parts: PersonalData[]) => void
}

/** For the command line, which prints its own messages. */
export function openAccountAdmin(database: Database): AccountAdmin {
  const audit = createAuditLog({ database, log: { info() {}, warn() {} } })
  return createAccountAdmin({ database, passwords: createPasswords(), audit })
}

/**
 * Creates the accounts and sessions. The gate needs them, so their routes are registered later, by {@link
 * accountRoutes}.
 */
export async function openAccounts({
  config,
  database,
  settings,
  sessionSecret,
  limits,
  log,
  passwordCost,
}: Deps): Promise<AccountFeature> {
  const passwords = createPasswords(passwordCost)
  const setupCode = config.hasSetup ? setupCodeOf(sessionSecret) : null
  const audit = createAuditLog({ database, log })
  const personalData: PersonalData[] = []
  const accounts = createAccountService({
    config,
    accounts: createAccountRepository(database),
    settings,
    passwords,
    setupCode,
    tokens: createSessionTokens(sessionSecret),
    limits,
    audit,
    networks: createKnownNetworks(database),
    personalData,
    mark: createAccountsMark(config.dataDir, log),
    log,
  })
  await accounts.prepare()
  return {
    accounts,
    setupCode: async () => ((await accounts.setup(STRANGER)).needs === 'code' ? setupCode : null),
    users: createAccountAdmin({ database, passwords, audit }),
    audit,
    passwords,
    addPersonalData: (...parts) => void personalData.push(...parts),
  }
}
