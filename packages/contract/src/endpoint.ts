import type * as z from 'zod/mini'

import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What an endpoint answers when it is not JSON: `text` is short plain text, `binary` a file or image. */
export type RawResponse = 'text' | 'binary'

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
  /** The codes it can answer with beside `request.invalid` and `server.failed`. */
  errors?: readonly ErrorCode[]
  /** Who may call it; `admin` needs the administrator's token as a bearer. */
  access?: 'admin'
}

/** Declares one call of the API. One name finds the route, the client's call and the types. */
/* @__NO_SIDE_EFFECTS__: a page does not load the calls that it never makes */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
