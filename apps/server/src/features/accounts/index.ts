import type { Logger } from 'pino'

import type { Config } from '#config.ts'
import type { Database } from '#db/open.ts'
import type { ServerSettings } from '#db/server-settings.ts'
import type { Limits } from '#http/limits.ts'

import { createAccountRepository } from './accounts.repository.ts'
import { type Accounts, createAccountService, type PersonalData } from './accounts.service.ts'
import { createAuditLog } from './audit-log.ts'
import { createPasswords } from './passwords.ts'
import { createSessionTokens } from './session-tokens.ts'

export { accountRoutes } from './accounts.routes.ts'
export { accountKey, type Accounts, type PersonalData } from './accounts.service.ts'

type Deps = {
  config: Pick<Config, 'isRegistrationOpen' | 'hasGuest'>
  database: Database
  settings: ServerSettings
  sessionSecret: string
  limits: Limits
  /** Filled by whoever brings the features together. */
  personalData: readonly PersonalData[]
  log: Logger
}

export function createAccounts({
  config,
  database,
  settings,
  sessionSecret,
  limits,
  personalData,
  log,
}: Deps): Accounts {
  return createAccountService({
    config,
    accounts: createAccountRepository(database),
    settings,
    passwords: createPasswords(),
    tokens: createSessionTokens(sessionSecret),
    limits,
    audit: createAuditLog({ database, log }),
    personalData,
  })
}
