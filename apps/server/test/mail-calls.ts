import type { EmailVerification, MailRefusal, Session, User } from '@otodana/contract'
import { expect } from 'vitest'

import { anAddress, type Answer, call } from './accounts.ts'
import type { TestApp } from './start-app.ts'

type LinkCheck = { user: User | null; attempt: number; refused: MailRefusal | null }
type ResetCheck = { isReceived: boolean; attempt: number; refused: MailRefusal | null }

export const post = <T>(
  app: TestApp,
  path: string,
  body: unknown,
  token?: string,
  address?: string,
): Promise<Answer<T>> => call<T>(app, 'POST', `/api/auth/${path}`, { body, token, address })

/** Where the server takes mail. */
export const portOf = (app: TestApp) => app.mail!.port()!

export async function linkOf(app: TestApp, { user, token }: Session): Promise<EmailVerification> {
  const { status, body } = await post<EmailVerification>(app, 'link-email', { password: `${user.name}-secret` }, token)
  expect(status).toBe(200)
  return body
}

export const checkLink = (app: TestApp, { verifyId }: EmailVerification, { token }: Session) =>
  post<LinkCheck>(app, 'link-email/check', { verifyId }, token)

export async function resetOf(app: TestApp, name: string): Promise<EmailVerification> {
  const { status, body } = await post<EmailVerification>(app, 'reset-password', { name }, undefined, anAddress())
  expect(status).toBe(200)
  return body
}

export const checkReset = (app: TestApp, { verifyId }: EmailVerification) =>
  post<ResetCheck>(app, 'reset-password/check', { verifyId })

export const finishReset = (app: TestApp, { verifyId }: EmailVerification, newPassword: string) =>
  post<Session & { error?: string }>(app, 'reset-password/finish', { verifyId, newPassword })
