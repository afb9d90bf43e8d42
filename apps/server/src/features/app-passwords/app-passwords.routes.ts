import { createAppPassword, listAppPasswords, revokeAppPassword } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { AppError } from '#http/errors/app-error.ts'
import { serve } from '#http/serve.ts'

import type { AppPasswords } from './app-passwords.service.ts'

/** Ids are 32-bit integers in the database. */
const MAX_ID = 2_147_483_647

export function appPasswordRoutes(app: FastifyInstance, { appPasswords }: { appPasswords: AppPasswords }): void {
  serve(app, listAppPasswords, async ({ account }) => ({ appPasswords: await appPasswords.list(account) }))
  serve(app, createAppPassword, ({ account, body, request }) =>
    appPasswords.create(account, body, { address: request.address }),
  )
  serve(app, revokeAppPassword, async ({ account, params, request }) => {
    const id = Number(params.id)
    if (id > MAX_ID) throw new AppError('app.notFound')
    await appPasswords.revoke(account, id, { address: request.address })
    return { appPasswords: await appPasswords.list(account) }
  })
}
