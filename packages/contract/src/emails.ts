import * as z from 'zod/mini'

import { GivenText, NewPassword, Session, User } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** How to prove ownership of an address: the member sends a mail from it, to this address and with this subject. */
export const EmailVerification = z.object({
  /** Identifies the verification when polling; a secret that is not part of the mail. */
  verifyId: z.string(),
  /** The address to send the mail to. */
  address: z.string(),
  /** The exact subject. It says what the mail is for, and contains the code. */
  subject: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
  /** Maximum number of polls. */
  maxAttempts: z.int(),
  /** Seconds between two polls. */
  retrySeconds: z.int(),
})
export type EmailVerification = z.infer<typeof EmailVerification>

/**
 * Why the latest mail with the code was rejected. `notGenuine`: neither SPF nor DKIM confirms the sender's domain.
 * `notWritten`: an automatic answer, a reply or a forwarded mail. `fromAnother`: not from the linked address.
 * `linkedToAnother`: the address belongs to another account.
 */
export const mailRefusals = ['notGenuine', 'notWritten', 'fromAnother', 'linkedToAnother'] as const
export type MailRefusal = (typeof mailRefusals)[number]

const asked = {
  /** Number of this poll, from 1 to `maxAttempts`. */
  attempt: z.int(),
  /** null: no mail has been rejected. */
  refused: z.nullable(z.enum(mailRefusals)),
}
const VerifyId = z.string().check(z.maxLength(100))

export const linkEmail = endpoint({
  method: 'POST',
  path: '/api/auth/link-email',
  summary: 'Starts linking a mail address to the account. Cancels a previous start',
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
  summary: 'Polls whether the mail has arrived; its sender becomes the linked address. Until then `user` is null',
  tag: 'Accounts',
  body: z.object({ verifyId: VerifyId }),
  response: z.object({ user: z.nullable(User), ...asked }),
  errors: ['auth.verifyIdExpired', 'auth.maxAttempts'],
  access: 'member',
})

export const unlinkEmail = endpoint({
  method: 'POST',
  path: '/api/auth/unlink-email',
  summary: "Removes the account's mail address",
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
    'Starts resetting a forgotten password by a mail from the linked address. The answer does not reveal whether the account exists or has an address',
  tag: 'Accounts',
  body: z.object({ name: GivenText }),
  response: EmailVerification,
  errors: ['mail.off', 'request.tooMany', 'server.busy'],
  access: 'open',
})

export const checkPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password/check',
  summary: 'Polls whether the mail has arrived, so that the new password can be set',
  tag: 'Accounts',
  body: z.object({ verifyId: VerifyId }),
  response: z.object({ isReceived: z.boolean(), ...asked }),
  errors: ['auth.verifyIdExpired', 'auth.maxAttempts'],
  access: 'open',
})

export const finishPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password/finish',
  summary: 'Sets the new password once the mail has arrived, ends all sessions and starts a new one',
  tag: 'Accounts',
  body: z.object({ verifyId: VerifyId, newPassword: NewPassword }),
  response: Session,
  errors: ['auth.verifyIdExpired', 'auth.maxAttempts', 'auth.emailNotReceived', 'auth.disabled', 'server.busy'],
  access: 'open',
})
