import {
  checkEmailLink,
  checkPasswordReset,
  finishPasswordReset,
  linkEmail,
  resetPassword,
  unlinkEmail,
} from '@otodana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { serve } from '#http/serve.ts'

import type { Emails } from './emails.service.ts'

export function emailRoutes(app: FastifyInstance, { emails }: { emails: Emails }): void {
  const attempt = (request: FastifyRequest) => ({ address: request.address })

  serve(app, linkEmail, ({ account, body, request }) => emails.beginLink(account, body.password, attempt(request)))
  serve(app, checkEmailLink, ({ account, body }) => emails.checkLink(account, body.verifyId))
  serve(app, unlinkEmail, async ({ account, body, request }) => ({
    user: await emails.unlink(account, body.password, attempt(request)),
  }))
  serve(app, resetPassword, ({ body, request }) => emails.beginReset(body.name, attempt(request)))
  serve(app, checkPasswordReset, ({ body }) => emails.checkReset(body.verifyId))
  serve(app, finishPasswordReset, ({ body, request }) =>
    emails.finishReset(body.verifyId, body.newPassword, attempt(request)),
  )
}
