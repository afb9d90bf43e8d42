import * as z from 'zod/mini'

import { GivenText } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** Enough for every app of a member, and few enough to compare a signed login with each. */
export const MAX_APP_PASSWORDS = 20
export const MAX_APP_NAME_LENGTH = 60

export const AppPassword = z.object({
  id: z.int(),
  /** Chosen by the member: the app or device that uses it. */
  name: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** ISO 8601, to the minute; null: never used. */
  lastUsedAt: z.nullable(z.string()),
  /** The app that used it last, as it calls itself; null: never used, or the app did not say. */
  lastUsedBy: z.nullable(z.string()),
})
export type AppPassword = z.infer<typeof AppPassword>

const AppPasswordList = z.object({ appPasswords: z.array(AppPassword) })

const nameLength = `Must be 1 to ${MAX_APP_NAME_LENGTH} characters, without control characters`

export const listAppPasswords = endpoint({
  method: 'GET',
  path: '/api/auth/app-passwords',
  summary: 'Returns the passwords of the member’s apps, newest first, without the passwords themselves',
  tag: 'Accounts',
  response: AppPasswordList,
  access: 'member',
})

export const createAppPassword = endpoint({
  method: 'POST',
  path: '/api/auth/app-passwords',
  summary:
    'Creates a password for one app (OpenSubsonic, WebDAV), which may read the library and the member’s own data. It is returned once',
  tag: 'Accounts',
  body: z.object({
    name: z
      .string(nameLength)
      .check(
        z.trim(),
        z.minLength(1, nameLength),
        z.maxLength(MAX_APP_NAME_LENGTH, nameLength),
        z.regex(/^\P{Cc}*$/u, nameLength),
      ),
    /** The account's own. */
    password: GivenText,
  }),
  response: z.object({ secret: z.string(), appPassword: AppPassword }),
  errors: ['auth.wrongPassword', 'app.tooMany', 'request.tooMany', 'server.busy'],
  access: 'member',
})

export const revokeAppPassword = endpoint({
  method: 'DELETE',
  path: '/api/auth/app-passwords/{id}',
  summary: 'Revokes the password of an app, which is logged out at once; returns those that are left',
  tag: 'Accounts',
  params: z.object({ id: z.string().check(z.regex(/^\d{1,10}$/, 'Must be a number')) }),
  response: AppPasswordList,
  errors: ['app.notFound'],
  access: 'member',
})
