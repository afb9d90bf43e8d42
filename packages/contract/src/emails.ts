import * as z from 'zod/mini'

import { GivenText, NewPassword, Session, User } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** What is sent to prove an address: a mail of the member's, to that address and with that subject. */
export const EmailVerification = z.object({
  /** What the client asks with; a secret, which is not in the mail. */
  verifyId: z.string(),
  /** Where the mail goes. */
  address: z.string(),
  /** The mail's subject, word by word. It says what the mail is for, and holds the code. */
  subject: z.string(),
  /** ISO 8601 */
  expiresAt: z.string(),
  /** How often the client may ask whether the mail has come. */
  maxAttempts: z.int(),
  /** How long it waits from one time to the next. */
  retrySeconds: z.int(),
})
export type EmailVerification = z.infer<typeof EmailVerification>

/**
 * Why the latest mail with the code did not count. `notGenuine`: neither SPF nor DKIM shows that it comes from the domain
 * that it names. `notWritten`: an automatic answer, a reply or a forwarded mail. `fromAnother`: not from the address that is
 * linked. `linkedToAnother`: the address is linked to another account.
 */
export const mailRefusals = ['notGenuine', 'notWritten', 'fromAnother', 'linkedToAnother'] as const
export type MailRefusal = (typeof mailRefusals)[number]

const asked = {
  /** Which question this was, of `maxAttempts`; the first is 1. */
  attempt: z.int(),
  /** null: none has come. */
  refused: z.nullable(z.enum(mailRefusals)),
}
const VerifyId = z.string().check(z.maxLength(100))

export const linkEmail = endpoint({
  method: 'POST',
  path: '/api/auth/link-email',
  summary: 'Begins to link a mail address to the account. A new beginning ends the one before',
  tag: 'Accounts',
  body: z.object({ password: GivenText }),
  response: EmailVerification,
  errors: [
    'mail.off',
    'auth.guestCannotLinkEmail',
    'auth.unlinkEmailFirst',
    'auth.wrongPassword',
    'request.tooMany',
    'server.busy',
  ],
  access: 'account',
})

export const checkEmailLink = endpoint({
  method: 'POST',
  path: '/api/auth/link-email/check',
  summary: 'Whether the mail has come; its sender is linked with it. Until then `user` is null',
  tag: 'Accounts',
  body: z.object({ verifyId: VerifyId }),
  response: z.object({ user: z.nullable(User), ...asked }),
  errors: ['auth.verifyIdExpired', 'auth.maxAttempts'],
  access: 'member',
})

export const unlinkEmail = endpoint({
  method: 'POST',
  path: '/api/auth/unlink-email',
  summary: 'The account has no mail address any more',
  tag: 'Accounts',
  body: z.object({ password: GivenText }),
  response: z.object({ user: User }),
  errors: ['auth.wrongPassword', 'request.tooMany', 'server.busy'],
  access: 'member',
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary:
    'Begins to set a forgotten password by a mail from the linked address. The answer does not tell whether there is such an account, or one with an address',
  tag: 'Accounts',
  body: z.object({ name: GivenText }),
  response: EmailVerification,
  errors: ['mail.off', 'request.tooMany', 'server.busy'],
  access: 'open',
})

export const checkPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password/check',
  summary: 'Whether the mail has come, so that the new password can be set',
  tag: 'Accounts',
  body: z.object({ verifyId: VerifyId }),
  response: z.object({ isReceived: z.boolean(), ...asked }),
  errors: ['auth.verifyIdExpired', 'auth.maxAttempts'],
  access: 'open',
})

export const finishPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password/finish',
  summary: 'Sets the new password once the mail has come, ends all sessions, and begins a new one',
  tag: 'Accounts',
  body: z.object({ verifyId: VerifyId, newPassword: NewPassword }),
  response: Session,
  errors: ['auth.verifyIdExpired', 'auth.maxAttempts', 'auth.emailNotReceived', 'auth.disabled', 'server.busy'],
  access: 'open',
})
