import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Config } from '#config.ts'
import type { Database } from '#db/open.ts'
import type { AccountFeature } from '#features/accounts/index.ts'
import type { Limits } from '#http/limits/limits.ts'
import { createMailServer, mailboxAt, type MailServer } from '#mail/index.ts'

import { createEmailRepository } from './emails.repository.ts'
import { emailRoutes } from './emails.routes.ts'
import { createEmailService } from './emails.service.ts'

type Deps = Pick<AccountFeature, 'accounts' | 'passwords' | 'audit'> & {
  config: Pick<Config, 'mail'>
  database: Database
  limits: Limits
  log: Logger
}

/**
 * Links mail addresses to accounts and resets passwords, proven by mails.
 *
 * @returns the mail server, which does not listen yet; null if mail is off
 */
export function emailFeature(http: FastifyInstance, { config, database, log, ...deps }: Deps): MailServer | null {
  const settings = config.mail
  const mailbox = settings === null ? null : mailboxAt(settings)
  const emails = createEmailService({ ...deps, mailbox, emails: createEmailRepository(database) })
  emailRoutes(http, { emails })
  if (settings === null) return null
  const mail = createMailServer({ settings, inbox: emails.inbox, limits: deps.limits, log })
  http.addHook('onClose', () => mail.close())
  return mail
}
