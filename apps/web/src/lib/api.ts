import type { Endpoint } from '@otodana/contract'
import type * as z from 'zod/mini'

import { pause } from './pause.ts'

type JsonEndpoint = Endpoint & { response: z.ZodMiniType }

type Input<E> = (E extends { params: z.ZodMiniType } ? { params: z.output<E['params']> } : unknown) &
  (E extends { query: z.ZodMiniType } ? { query?: Partial<z.output<E['query']>> } : unknown) &
  (E extends { body: z.ZodMiniType } ? { body: z.input<E['body']> } : unknown)

export type CallOptions = { signal?: AbortSignal | undefined }

/** Calls one endpoint of the contract: `api(listWorks, { query: { page: 2 } })`. Throws `ApiError`. */
export type Api = <E extends JsonEndpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
) => Promise<z.output<E['response']>>

/**
 * A call that failed. `status` is 0 when no answer came; `key` is the server's error key or text, when it gave one. The
 * message is what is shown when there is no translation for the key.
 */
export class ApiError extends Error {
  readonly status: number
  readonly key: string | undefined

  constructor(status: number, key: string | undefined, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ApiError'
    this.status = status
    this.key = key
  }
}

const GET_TRIES = 3
const RETRY_DELAY_MS = 50
/** Answers after which asking again may help. */
const PASSING = new Set([0, 502, 503, 504])

/** Whether the same call may do better a moment later: nobody answered, or somebody on the way said that it is too much. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && PASSING.has(error.status)
}

type Options = {
  fetch: typeof globalThis.fetch
  /** Throws unless the answer is as the contract says. */
  check?: ((response: z.ZodMiniType, answer: unknown) => unknown) | undefined
}

/**
 * The typed client of the API. In the browser it goes over the network; the server renderer passes a fetch of its own
 * that stays in the process.
 *
 * Answers are compared with the contract in development and in tests only: server and web are released together, the
 * server's own tests check every answer, and a page of 100 works costs a phone tens of milliseconds to parse.
 */
export function createApi({ fetch, check }: Options): Api {
  return async (endpoint, input, options = {}) => {
    const tries = endpoint.method === 'GET' ? GET_TRIES : 1
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await ask(fetch, endpoint, input, options.signal)
        check?.(endpoint.response, answer)
        return answer as never
      } catch (error) {
        if (!isPassing(error) || attempt >= tries) throw error
        await pause(RETRY_DELAY_MS, options.signal)
      }
    }
  }
}

type AnyInput = { params?: Record<string, unknown>; query?: Record<string, string | number>; body?: unknown }

/** Where a call goes: the path with its parameters filled in, and its query. */
export function endpointUrl({ path }: Endpoint, { params, query }: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name]).toWellFormed()),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

async function ask(fetch: typeof globalThis.fetch, endpoint: Endpoint, input: unknown, signal?: AbortSignal) {
  const given = input as AnyInput
  const response = await fetch(endpointUrl(endpoint, given), {
    method: endpoint.method,
    ...(signal ? { signal } : {}),
    ...(given.body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(given.body) }),
  }).catch((error: unknown) => {
    if (isAbort(error)) throw error
    throw new ApiError(0, 'client.network', error instanceof Error ? error.message : 'Network error', { cause: error })
  })
  if (response.ok) return (await response.json()) as unknown
  const key = await errorKey(response)
  throw new ApiError(response.status, key, key ?? `${response.status} ${response.statusText}`.trim())
}

/** A proxy's error page is no JSON: then the status alone is told. */
async function errorKey(response: Response): Promise<string | undefined> {
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  return typeof body.error === 'string' ? body.error : undefined
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
