import type { FastifyInstance } from 'fastify'

import type { AccountFeature } from '#features/accounts/index.ts'
import type { Database } from '#db/open.ts'
import type { Limits } from '#http/limits/limits.ts'

import { createAppPasswordRepository } from './app-passwords.repository.ts'
import { appPasswordRoutes } from './app-passwords.routes.ts'
import { type AppPasswords, createAppPasswords } from './app-passwords.service.ts'
import { createSealer } from './app-secrets.ts'

export { createSealer, hashOfSecret, type Sealer } from './app-secrets.ts'
export type { AppLogin, AppPasswords } from './app-passwords.service.ts'

type Deps = Pick<AccountFeature, 'accounts' | 'audit' | 'addPersonalData'> & {
  database: Database
  sessionSecret: string
  limits: Limits
}

/** Passwords that members give to apps of other protocols instead of their own. */
export function appPasswordFeature(http: FastifyInstance, deps: Deps): AppPasswords {
  const { database, sessionSecret, addPersonalData, ...rest } = deps
  const repository = createAppPasswordRepository(database)
  const appPasswords = createAppPasswords({ ...rest, repository, sealer: createSealer(sessionSecret) })
  addPersonalData({ name: 'appPasswords', export: (accountId) => repository.list(accountId) })
  appPasswordRoutes(http, { appPasswords })
  return appPasswords
}
