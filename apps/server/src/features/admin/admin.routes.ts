import {
  editServerSettings,
  editUser,
  getServerSettings,
  getServerStatus,
  listFailedJobs,
  listSecurityEvents,
  listUsers,
  resetUserPassword,
  retryFailedJobs,
} from '@otodana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { ServerSettings } from '#db/server-settings.ts'
import { type AccountAdmin, type Accounts, type Actor, type AuditLog, TOKEN_NAME } from '#features/accounts/index.ts'
import type { Account } from '#http/gate.ts'
import { serve } from '#http/serve.ts'
import type { JobQueue } from '#jobs/queue.ts'

import { readServerStatus, type ServerStatusDeps } from './server-status.ts'

type AdminRoutesDeps = ServerStatusDeps & {
  users: AccountAdmin
  accounts: Pick<Accounts, 'isRegistrationOpen'>
  audit: AuditLog
  settings: ServerSettings
  queue: Pick<JobQueue, 'counts' | 'failed' | 'retryFailed'>
}

const actor = (account: Account | null, request: FastifyRequest): Actor => ({
  accountId: account?.id ?? null,
  name: account?.name ?? TOKEN_NAME,
  address: request.address,
})

/** Calls for administrators, besides those of the library. */
export function adminRoutes(app: FastifyInstance, deps: AdminRoutesDeps): void {
  const { users, accounts, audit, settings, queue } = deps

  const allSettings = async () => ({
    isRegistrationOpen: await accounts.isRegistrationOpen(),
    announcement: (await settings.get('announcement')) ?? '',
  })

  serve(app, listUsers, async ({ query: { page, pageSize, q } }) => {
    const { users: found, total } = await users.list({ text: q, offset: (page - 1) * pageSize, limit: pageSize })
    return { users: found, pagination: { currentPage: page, page, pageSize, totalCount: total } }
  })
  serve(app, editUser, ({ params, body, account, request }) => users.edit(params.id, body, actor(account, request)))
  serve(app, resetUserPassword, async ({ params, account, request }) => {
    return { password: await users.resetPassword(params.id, actor(account, request)) }
  })

  serve(app, getServerSettings, allSettings)
  serve(app, editServerSettings, async ({ body, account, request }) => {
    if (body.isRegistrationOpen !== undefined) await settings.set('isRegistrationOpen', body.isRegistrationOpen)
    if (body.announcement !== undefined) await settings.set('announcement', body.announcement.trim())
    await audit.record({ kind: 'settingChanged', ...actor(account, request) })
    return allSettings()
  })

  serve(app, getServerStatus, () => readServerStatus(deps))
  serve(app, listFailedJobs, async () => ({ jobs: await queue.failed() }))
  serve(app, retryFailedJobs, async () => ({ retried: await queue.retryFailed() }))
  serve(app, listSecurityEvents, async ({ query }) => ({ events: await audit.list(query.before, query.limit) }))
}
