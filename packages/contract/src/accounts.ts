import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Uuid } from './primitives.ts'

export const accountGroups = ['administrator', 'user', 'guest'] as const
export type AccountGroup = (typeof accountGroups)[number]

/** Its password is its name; whoever wants an account without registering uses it. */
export const GUEST_NAME = 'guest'

export const MIN_NAME_LENGTH = 5
export const MAX_NAME_LENGTH = 50
export const MIN_PASSWORD_LENGTH = 5
/** Room for a sentence; hashing takes the same time for any length. */
export const MAX_PASSWORD_LENGTH = 200

/** The visitor. Without an account the texts are empty: clients read every one of these without asking. */
export const User = z.object({
  /** Left out for whoever has not logged in. */
  id: z.optional(z.int()),
  loggedIn: z.boolean(),
  name: z.string(),
  group: z.union([z.enum(accountGroups), z.literal('')]),
  email: z.nullable(z.string()),
  /** A UUID; what the recommender knows this account as. */
  recommenderUuid: z.string(),
})
export type User = z.infer<typeof User>

export const Session = z.object({
  user: User,
  /** A JWT with an `exp`; it goes along as a bearer from then on. */
  token: z.string(),
})
export type Session = z.infer<typeof Session>

/**
 * Characters that are not seen, or turn what stands beside them around: two names must not look the same. The Braille
 * pattern without dots is one that Unicode does not count among them, and an accent needs a letter to stand on.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|^\p{M}/u
const nameLength = `Must be ${MIN_NAME_LENGTH} to ${MAX_NAME_LENGTH} characters`
const NewName = z.string(nameLength).check(
  z.trim(),
  z.minLength(MIN_NAME_LENGTH, nameLength),
  z.maxLength(MAX_NAME_LENGTH, nameLength),
  z.refine((name) => !HIDDEN.test(name), 'Must not hold characters that cannot be seen'),
)
const passwordLength = `Must be ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`
export const NewPassword = z
  .string(passwordLength)
  .check(z.minLength(MIN_PASSWORD_LENGTH, passwordLength), z.maxLength(MAX_PASSWORD_LENGTH, passwordLength))
/** One that may be wrong; only so long that nobody sends a book. */
export const GivenText = z.string().check(z.maxLength(1_000))

export const getMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'Who the visitor is. That nobody has logged in, or that the token is of no use, is an answer and no error',
  tag: 'Accounts',
  response: z.object({
    user: User,
    /** Always true: the server has accounts. */
    auth: z.literal(true),
    /** Whether anybody may register. */
    reg: z.boolean(),
    /** Whether there is a guest account. */
    guest: z.boolean(),
    /** `members`: without an account nothing of the library is seen. */
    access: z.enum(['public', 'members']),
    /** Whether the server receives mail, so that addresses can be linked and passwords reset. */
    mail: z.boolean(),
  }),
  access: 'open',
})

export const logIn = endpoint({
  method: 'POST',
  path: '/api/auth/me',
  summary: 'Logs in; the body may be a form as well',
  tag: 'Accounts',
  body: z.object({ name: GivenText, password: GivenText }),
  response: Session,
  errors: ['auth.wrong', 'auth.disabled', 'request.tooMany', 'server.busy'],
  access: 'open',
})

export const getRegistration = endpoint({
  method: 'GET',
  path: '/api/auth/reg',
  summary: 'Whether anybody may register',
  tag: 'Accounts',
  response: z.object({ reg: z.boolean() }),
  access: 'open',
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/reg',
  summary:
    'Makes an account and logs in; the first one is the administrator. Where accounts were lost, the first needs the admin token as a bearer',
  tag: 'Accounts',
  body: z.object({
    name: NewName,
    password: NewPassword,
    /** What the visitor was known as so far; taken over unless an account has it. */
    recommenderUuid: z.optional(z.nullable(z.union([Uuid, z.literal('')]))),
  }),
  response: Session,
  errors: [
    'auth.registrationClosed',
    'auth.adminTokenNeeded',
    'auth.nameMistakable',
    'auth.nameTaken',
    'request.tooMany',
    'server.busy',
  ],
  access: 'open',
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Sets another password, ends all sessions, and begins a new one',
  tag: 'Accounts',
  body: z.object({ oldPassword: GivenText, newPassword: NewPassword }),
  response: Session,
  errors: ['auth.wrongPassword', 'request.tooMany', 'server.busy'],
  access: 'member',
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/auth/end-other-sessions',
  summary: 'Ends all sessions of the account and begins a new one',
  tag: 'Accounts',
  response: Session,
  access: 'member',
})

export const createMediaToken = endpoint({
  method: 'POST',
  path: '/api/auth/media-token',
  summary:
    'A token for the query of addresses of media and covers (`?token=`) and for nothing else; it is good for 12 hours at least and ends with the session',
  tag: 'Accounts',
  response: z.object({
    token: z.string(),
    /** ISO 8601 */
    expiresAt: z.string(),
  }),
  access: 'account',
})

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/auth/export',
  summary: "Everything that is the member's, as one JSON file",
  tag: 'Accounts',
  response: z.looseObject({ account: z.looseObject({ name: z.string() }) }),
  access: 'member',
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/auth/delete-account',
  summary: "Deletes the account and everything that is the member's, at once and for good",
  tag: 'Accounts',
  body: z.object({ password: GivenText }),
  response: z.object({ deleted: z.literal(true) }),
  errors: ['auth.wrongPassword', 'auth.lastAdmin', 'request.tooMany', 'server.busy'],
  access: 'member',
})
