import type * as z from 'zod/mini'

import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A response that is not JSON: `html` is a short text with markup, `binary` a file or image. */
export type RawResponse = 'html' | 'binary'

export type Endpoint = {
  method: Method
  /** The path with its parameters in braces, as in OpenAPI: `/api/workInfo/{id}`. */
  path: string
  summary: string
  /** The section of the API reference. */
  tag: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Maximum size of the body, where it is not the default of 1 MiB. */
  bodyLimitBytes?: number
  response: z.ZodMiniType | RawResponse
  /** Whether the token may be in the query (`?token=`), because browsers request media and covers by URL alone. */
  isMedia?: true
  /** Whether a link for this address alone, with its own token in the query, also opens it. */
  isLinked?: true
  /** Whether a member's `Idempotency-Key` header is honoured: the same call with the same key is carried out once. */
  takesKey?: true
  /** Possible error codes, besides `request.invalid`, `server.failed` and those of its `access`. */
  errors?: readonly ErrorCode[]
  /** Who may call it; by default everyone who may see the library. */
  access?: Access
}

/**
 * Who may make a call. `open`: everyone, even where the library is closed. `library`: everyone or, where the library is
 * closed (`ACCESS=members`), every account. `account`: every account, including the guest's. `member`: every account
 * except the guest's. `editor`: editors and all of the next. `admin`: administrators, and the holder of the server's own token.
 */
export type Access = 'open' | 'library' | 'account' | 'member' | 'editor' | 'admin'

/** Errors for a required bearer that is missing or invalid. */
const bearerErrors = ['No authorization token was found', 'jwt expired', 'invalid token'] as const

/** The header of a call with `takesKey`, and its longest value. */
export const KEY_HEADER = 'idempotency-key'
export const MAX_KEY_LENGTH = 100

/** The error codes that each kind of access implies. */
export const accessErrors: Record<Access, readonly ErrorCode[]> = {
  open: [],
  library: bearerErrors,
  account: bearerErrors,
  member: [...bearerErrors, 'guest.cannot'],
  editor: [...bearerErrors, 'editor.required'],
  admin: [...bearerErrors, 'admin.required'],
}

/** Declares a call of the API. Its one name leads to the route, the client call and the types. */
/* @__NO_SIDE_EFFECTS__: lets a page drop the calls that it never makes */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
