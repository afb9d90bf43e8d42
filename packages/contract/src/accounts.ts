import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Uuid } from './primitives.ts'

/** `editor`: a member who may also edit works. Other clients know the other three, and treat any other as a member. */
export const accountGroups = ['administrator', 'editor', 'user', 'guest'] as const
export type AccountGroup = (typeof accountGroups)[number]

/** The shared account's name, which is also its password. */
export const GUEST_NAME = 'guest'

/** Longer than any setup code. */
export const MAX_SETUP_CODE_LENGTH = 40

export const MIN_NAME_LENGTH = 5
export const MAX_NAME_LENGTH = 50
export const MIN_PASSWORD_LENGTH = 5
/** Long enough for a passphrase; hashing time does not depend on the length. */
export const MAX_PASSWORD_LENGTH = 200

/** The visitor. Without an account the texts are empty, because clients read all of these fields unconditionally. */
export const User = z.object({
  /** Absent when not logged in. */
  id: z.optional(z.int()),
  loggedIn: z.boolean(),
  name: z.string(),
  group: z.union([z.enum(accountGroups), z.literal('')]),
  email: z.nullable(z.string()),
  /** A UUID that identifies the account to the recommender. */
  recommenderUuid: z.string(),
  /** ISO 8601. Absent when not logged in. With the id it tells an account from that of another database. */
  createdAt: z.optional(z.string()),
})
export type User = z.infer<typeof User>

export const Session = z.object({
  user: User,
  /** A JWT with an `exp`, sent as the bearer from then on. */
  token: z.string(),
})
export type Session = z.infer<typeof Session>

/**
 * Invisible characters and those that change the text direction: two names must not look the same. Unicode does not
 * count the empty Braille pattern among them, and an accent needs a letter before it.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|^\p{M}/u
const nameLength = `Must be ${MIN_NAME_LENGTH} to ${MAX_NAME_LENGTH} characters`
export const NewName = z.string(nameLength).check(
  z.trim(),
  z.minLength(MIN_NAME_LENGTH, nameLength),
  z.maxLength(MAX_NAME_LENGTH, nameLength),
  z.refine((name) => !HIDDEN.test(name), 'Must not contain invisible characters'),
)
const passwordLength = `Must be ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`
export const NewPassword = z
  .string(passwordLength)
  .check(z.minLength(MIN_PASSWORD_LENGTH, passwordLength), z.maxLength(MAX_PASSWORD_LENGTH, passwordLength))
/** Unvalidated text of limited length, such as a password that may be wrong. */
export const GivenText = z.string().check(z.maxLength(1_000))

export const getMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'Returns the visitor. Not being logged in, or having an invalid token, is an answer and not an error',
  tag: 'Accounts',
  response: z.object({
    user: User,
    /** Always true: the server has accounts. */
    auth: z.literal(true),
    /** Whether registration is open. */
    reg: z.boolean(),
    /** Whether there is a guest account. */
    guest: z.boolean(),
    /** `members`: the library is visible only with an account. */
    access: z.enum(['public', 'members']),
    /** Whether the server receives mail, so that addresses can be linked and passwords reset. */
    mail: z.boolean(),
  }),
  access: 'open',
})

export const logIn = endpoint({
  method: 'POST',
  path: '/api/auth/me',
  summary: 'Logs in; accepts a form body as well',
  tag: 'Accounts',
  body: z.object({ name: GivenText, password: GivenText }),
  response: Session,
  errors: ['auth.wrong', 'auth.disabled', 'request.tooMany', 'server.busy'],
  access: 'open',
})

export const getRegistration = endpoint({
  method: 'GET',
  path: '/api/auth/reg',
  summary: 'Returns whether registration is open',
  tag: 'Accounts',
  response: z.object({ reg: z.boolean() }),
  access: 'open',
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/reg',
  summary:
    'Creates an account and logs in; the first account is the administrator, and requires the setup code. After accounts were lost, creating the first one requires the admin token as the bearer',
  tag: 'Accounts',
  body: z.object({
    name: NewName,
    password: NewPassword,
    /** The visitor's UUID before registering; adopted unless another account has it. */
    recommenderUuid: z.optional(z.nullable(z.union([Uuid, z.literal('')]))),
    /** For the first account, from another machine than the server's: its log has the code. */
    setupCode: z.optional(z.string().check(z.maxLength(MAX_SETUP_CODE_LENGTH))),
  }),
  response: Session,
  errors: [
    'auth.registrationClosed',
    'auth.adminTokenNeeded',
    'auth.setupCodeNeeded',
    'auth.setupCodeWrong',
    'auth.nameMistakable',
    'auth.nameTaken',
    'request.tooMany',
    'server.busy',
  ],
  access: 'open',
})

export const createMediaToken = endpoint({
  method: 'POST',
  path: '/api/auth/media-token',
  summary:
    'Returns a token for media and cover URLs only (`?token=`); valid for at least 12 hours, or until the session ends',
  tag: 'Accounts',
  response: z.object({
    token: z.string(),
    /** ISO 8601. */
    expiresAt: z.string(),
  }),
  access: 'account',
})
