import { type Endpoint, KEY_HEADER } from '@otodana/contract'
import { wellFormed } from '@otodana/keyword'
import { CancelledError } from '@tanstack/react-query'
import type * as z from 'zod/mini'

import { apiBase } from './api-base.ts'
import { pause } from '../pause.ts'

type JsonEndpoint = Endpoint & { response: z.ZodMiniType }

type Input<E> = (E extends { params: z.ZodMiniType } ? { params: z.output<E['params']> } : unknown) &
  (E extends { query: z.ZodMiniType } ? { query?: Partial<z.output<E['query']>> } : unknown) &
  (E extends { body: z.ZodMiniType } ? { body: z.input<E['body']> } : unknown)

export type CallOptions = {
  /**
   * Cancels the call. Only for calls that read, whatever their method: with a signal they are retried if there is no
   * answer.
   */
  signal?: AbortSignal | undefined
  /** Sent without the visitor's token, for example to log in. */
  isAnonymous?: boolean
  /** Fails if the server asks to wait, for callers that show the wait themselves. */
  isImpatient?: boolean
  /** The `Idempotency-Key`, for calls that take one. */
  key?: string | undefined
}

/** The session of the calls. */
export type ApiSession = {
  /** Returns the bearer token. */
  token(): string | null
  /** Whether the library is closed to visitors without a token; then no call is made. */
  isLoginRequired(): boolean
  /** Called when the server requires another token, or any. */
  onRefused(error: ApiError, sent: string | null): void
  /** Called when the server asks to wait. */
  onSlowed(error: ApiError): void
}

/** Calls one endpoint of the contract: `api(listWorks, { query: { page: 2 } })`. Throws `ApiError`. */
export type Api = <E extends JsonEndpoint>(
  endpoint: E,
  input: Input<E>,
  options?: CallOptions,
) => Promise<z.output<E['response']>>

/**
 * A failed call. `status` is 0 if there was no answer; `key` is the server's error key or text, if any. The message is
 * shown if the key has no translation.
 */
export class ApiError extends Error {
  readonly status: number
  readonly key: string | undefined
  /** The server's `Retry-After`, if any. */
  readonly retryAfterSeconds: number | undefined
  /** What the server says it is about, in English. */
  readonly details: string | undefined
  /** Of `write.changedSince`: what is stored. */
  readonly present: Readonly<Record<string, unknown>> | undefined

  constructor(status: number, key: string | undefined, message: string, options: ApiErrorOptions = {}) {
    super(message, options)
    this.name = 'ApiError'
    this.status = status
    this.key = key
    this.retryAfterSeconds = options.retryAfterSeconds
    this.details = options.details
    this.present = options.present
  }
}

type ApiErrorOptions = ErrorOptions & {
  retryAfterSeconds?: number | undefined
  details?: string | undefined
  present?: Record<string, unknown> | undefined
}

const GET_TRIES = 3
const RETRY_DELAY_MS = 50
/** A longer wait is reported as an error. */
const LONGEST_WAIT_SECONDS = 60
/** Errors of the server for an invalid or missing token. */
const NO_TOKEN = 'No authorization token was found'
const REFUSALS = [NO_TOKEN, 'jwt expired', 'invalid token']
/** Statuses after which a retry may succeed; 511 is a network that wants a login of its own. */
const PASSING = new Set([0, 502, 503, 504, 511])
/** Statuses that say what to do, from a proxy as well. */
const PLAIN = new Set([401, 413, 429])

/** Whether a retry may succeed: there was no answer, or a status that means overload. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && PASSING.has(error.status)
}

/** Whether a proxy, or a network that wants a login, answered instead of the server, whose errors have a key. */
export function isForeign(error: unknown): boolean {
  return error instanceof ApiError && error.key === undefined && !PLAIN.has(error.status)
}

/** Whether the server may not have seen a call: it can be made again once the server answers. */
export function isUnanswered(error: unknown): boolean {
  return isPassing(error) || isForeign(error)
}

/** Whether the server answered "not found". */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

type Options = {
  fetch: typeof globalThis.fetch
  /** Throws if the answer violates the contract. */
  check?: ((response: z.ZodMiniType, answer: unknown) => unknown) | undefined
  /** Omitted: calls are anonymous, as on the server. */
  caller?: ApiSession
}

/**
 * Creates the typed client of the API. In the browser it uses the network; the server renderer passes a fetch that
 * stays in the process.
 *
 * Answers are checked against the contract in development and tests only: server and web are released together, the
 * server's tests check every answer, and parsing a page of 100 works takes a phone tens of milliseconds.
 */
export function createApi({ fetch, check, caller }: Options): Api {
  return async (endpoint, input, { signal, key, isAnonymous = false, isImpatient = false } = {}) => {
    const tries = endpoint.method === 'GET' ? GET_TRIES : 1
    for (let attempt = 1; ; attempt++) {
      const token = (isAnonymous ? null : caller?.token()) ?? null
      try {
        if (!isAnonymous && caller?.isLoginRequired()) throw new ApiError(401, NO_TOKEN, NO_TOKEN)
        const answer = await ask(fetch, endpoint, input, token, { signal, key })
        check?.(endpoint.response, answer)
        return answer as never
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.status === 401 && REFUSALS.includes(error.key ?? '')) caller?.onRefused(error, token)
        if (error.status === 429) {
          if (isImpatient) throw error
          caller?.onSlowed(error)
        }
        const waitMs = delayMs(error)
        if (waitMs === null || attempt >= tries) throw error
        await pause(waitMs, signal)
      }
    }
  }
}

/** Returns the delay before a retry; null if it would not help. */
function delayMs(error: ApiError): number | null {
  if (isPassing(error)) return RETRY_DELAY_MS
  const { status, retryAfterSeconds = Infinity } = error
  return status === 429 && retryAfterSeconds <= LONGEST_WAIT_SECONDS ? retryAfterSeconds * 1000 : null
}

type AnyInput = { params?: Record<string, unknown>; query?: Record<string, string | number>; body?: unknown }

/** Returns a call's URL: the path with its parameters filled in, and its query. */
export function endpointUrl({ path }: Endpoint, { params, query }: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(wellFormed(String(params?.[name]))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}

async function ask(
  fetch: typeof globalThis.fetch,
  endpoint: Endpoint,
  input: unknown,
  token: string | null,
  { signal, key }: Pick<CallOptions, 'signal' | 'key'>,
) {
  const given = input as AnyInput
  const response = await fetch(apiBase() + endpointUrl(endpoint, given), {
    method: endpoint.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { [KEY_HEADER]: key }),
    },
    ...(signal ? { signal } : {}),
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
  }).catch(asNoAnswer)
  // The page of a network that wants a login is no JSON, and no answer of the server; a connection may be lost here, too.
  if (response.ok) return (await response.json().catch(asNoAnswer)) as unknown
  const { error, details, present } = await errorBody(response)
  throw new ApiError(response.status, error, error ?? `${response.status} ${response.statusText}`.trim(), {
    retryAfterSeconds: Number(response.headers.get('retry-after')) || undefined,
    details,
    present,
  })
}

/** @throws {ApiError} there was no answer; an abort as it is */
function asNoAnswer(error: unknown): never {
  if (isAbort(error)) throw error
  throw new ApiError(0, 'client.network', error instanceof Error ? error.message : 'Network error', { cause: error })
}

/** The body may be a proxy's HTML page; then only the status is known. */
export async function errorBody(response: Response): Promise<ErrorBody> {
  const body: unknown = await response.json().catch(() => undefined)
  const isExpected = ([name, value]: [string, unknown]) => typeof value === (name === 'present' ? 'object' : 'string')
  return Object.fromEntries(Object.entries(body ?? {}).filter(isExpected))
}

type ErrorBody = Partial<Record<'error' | 'details', string>> & { present?: Record<string, unknown> }

/** Whether the caller cancelled the call, which is not reported. */
export function isAbort(error: unknown): boolean {
  return error instanceof CancelledError || (error instanceof DOMException && error.name === 'AbortError')
}
