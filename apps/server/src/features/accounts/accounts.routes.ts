import {
  changePassword,
  continueSetup,
  createMediaToken,
  deleteAccount,
  endOtherSessions,
  exportAccount,
  finishSetup,
  getMe,
  getRegistration,
  getSetup,
  logIn,
  register,
} from '@otodana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Config } from '#config.ts'
import { serve } from '#http/serve.ts'

import type { Accounts, Attempt } from './accounts.service.ts'

type AccountRoutesDeps = { config: Pick<Config, 'access' | 'mail'>; accounts: Accounts }

const MAX_FORM_BYTES = 16 * 1024

export function accountRoutes(app: FastifyInstance, { config, accounts }: AccountRoutesDeps): void {
  const attempt = (request: FastifyRequest): Attempt => ({ address: request.address })

  serve(app, getMe, async ({ account }) => ({
    user: await accounts.userOf(account),
    auth: true as const,
    reg: await accounts.isRegistrationOpen(),
    guest: accounts.hasGuest,
    access: config.access,
    mail: config.mail !== null,
  }))
  serve(app, getSetup, ({ isAdmin }) => accounts.setup({ isAdmin }))
  serve(app, continueSetup, async ({ body, isAdmin }) => {
    await accounts.continueSetup(body.step)
    return accounts.setup({ isAdmin })
  })
  serve(app, finishSetup, async ({ isAdmin }) => {
    await accounts.finishSetup()
    return accounts.setup({ isAdmin })
  })
  serve(app, getRegistration, async () => ({ reg: await accounts.isRegistrationOpen() }))
  serve(app, register, ({ body, request, isAdmin }) =>
    accounts.register({ ...body, recommenderUuid: body.recommenderUuid?.toLowerCase() || null }, attempt(request), {
      isAdmin,
    }),
  )
  serve(app, changePassword, ({ account, body, request }) =>
    accounts.changePassword(account, body.oldPassword, body.newPassword, attempt(request)),
  )
  serve(app, endOtherSessions, ({ account, request }) => accounts.endOtherSessions(account, attempt(request)))
  serve(app, createMediaToken, ({ account }) => accounts.mediaToken(account))
  serve(app, exportAccount, ({ account, reply }) => {
    reply.header('content-disposition', 'attachment; filename="otodana.json"')
    return accounts.export(account)
  })
  serve(app, deleteAccount, async ({ account, body, request }) => {
    await accounts.remove(account, body.password, attempt(request))
    return { deleted: true as const }
  })

  // Only these routes parse forms.
  void app.register((forms, _options, done) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, text, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(text)))),
    )
    serve(forms, logIn, ({ body, request }) => accounts.logIn(body, attempt(request)))
    done()
  })
}
