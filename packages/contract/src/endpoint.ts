import type * as z from 'zod/mini'

import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What an endpoint answers when it is not JSON: `html` is a short text with its marks, `binary` a file or image. */
export type RawResponse = 'html' | 'binary'

export type Endpoint = {
  method: Method
  /** The path with its parameters in braces, as OpenAPI writes it: `/api/workInfo/{id}`. */
  path: string
  summary: string
  /** Which section of the reference the call stands in. */
  tag: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The largest body it takes, where that is more than the usual 1 MiB. */
  bodyLimitBytes?: number
  response: z.ZodMiniType | RawResponse
  /** A file or a cover: browsers ask for it by its address alone, so that a token may stand there (`?token=`). */
  isMedia?: true
  /** The codes it can answer with beside `request.invalid`, `server.failed` and those of its `access`. */
  errors?: readonly ErrorCode[]
  /** Who may call it; by default whoever may see the library. */
  access?: Access
}

/**
 * Who may make a call. `open`: anybody, whatever the server is closed to. `library`: everybody, or whoever has an account
 * where the library is closed (`ACCESS=members`). `account`: whoever has logged in, the guest too. `member`: the same
 * without the guest. `admin`: administrators, and whoever has the server's own token.
 */
export type Access = 'open' | 'library' | 'account' | 'member' | 'admin'

/** What is wrong with a bearer that is needed. */
const bearerErrors = ['No authorization token was found', 'jwt expired', 'invalid token'] as const

/** The codes that a call of that access can answer with, whatever it does. */
export const accessErrors: Record<Access, readonly ErrorCode[]> = {
  open: [],
  library: bearerErrors,
  account: bearerErrors,
  member: [...bearerErrors, 'guest.cannot'],
  admin: [...bearerErrors, 'admin.required'],
}

/** Declares one call of the API. One name finds the route, the client's call and the types. */
/* @__NO_SIDE_EFFECTS__: a page does not load the calls that it never makes */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
