import type { Endpoint, InvalidInput } from '@otodana/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

import type { WriteKey } from '#db/write-once.ts'

import { InvalidRequest, shorten } from './errors/app-error.ts'
import type { Account, Gate, Visitor } from './gate.ts'
import { writeKeyOf } from './write-key.ts'

// The contract uses zod/mini, which contains no messages.
z.config(z.locales.en())

type Parsed<E, Part extends string> = Part extends keyof E
  ? E[Part] extends z.core.$ZodType
    ? z.output<E[Part]>
    : undefined
  : undefined

export type Call<E extends Endpoint> = {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
  /** The caller; never null if the call requires an account. */
  account: E extends { access: 'account' | 'member' } ? Account : Account | null
  isAdmin: boolean
  /** Of a call with `takesKey`, where the caller sent one. */
  key: WriteKey | null
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<E extends Endpoint> = E['response'] extends z.core.$ZodType
  ? z.input<E['response']>
  : E['response'] extends 'html'
    ? string
    : FastifyReply

declare module 'fastify' {
  interface FastifyInstance {
    /** Checks every JSON response against the contract; costs up to three times the request, so off in production. */
    checksResponses: boolean
    /** Decides which calls a client may make. */
    gate: Gate
  }
}

/** Browsers show the response, but run nothing in it. */
const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/**
 * Registers the route of a contract endpoint: parses inputs, calls `handle`, and sends its result. Errors are thrown,
 * and mapped by the error handler.
 */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Answer<E> | Promise<Answer<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: routePath(endpoint),
    config: { isContracted: true },
    // Media has byte ranges, and pictures are compressed already.
    compress: endpoint.response === 'binary' ? false : {},
    ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
    handler: async (request, reply) => {
      const answer = await handle(await admitted(app, endpoint, request, reply))
      // A reply is thenable and resolves to nothing: it has been sent already.
      if (endpoint.response === 'binary') return reply
      if (endpoint.response === 'html') return reply.headers(HTML_HEADERS).send(answer)
      if (app.checksResponses) checkAnswer(endpoint, answer)
      return answer
    },
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route was created from the contract, and so is behind the gate. */
    isContracted?: true
  }
}

/** Open to all: the API reference, and 404 for unknown addresses. */
const UNCONTRACTED = /^\/api\/(?:openapi\.json$|docs(?:\/|$)|\*$)/

/** Rejects API routes that are not in the contract, so that none can bypass the gate. */
export function onlyContracted(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }) => {
    if (!url.startsWith('/api/') || config?.isContracted || UNCONTRACTED.test(url)) return
    throw new Error(`The route ${url} does not stand in the contract`)
  })
}

/** Admits the client, then parses the inputs, so that inputs of forbidden calls are not parsed. */
export function admitted<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<E> | Promise<Call<E>> {
  // Refusals too: a browser that goes back would answer a member's call with what it kept of a visitor's.
  if (endpoint.response !== 'binary') void reply.header('vary', 'authorization')
  const call = (visitor: Visitor) => {
    // Shared caches may ignore everything but the URL.
    if (isKnown(visitor)) void reply.header('cache-control', 'no-store')
    const inputs = parseInputs(endpoint, request)
    const key = endpoint.takesKey && visitor.account ? writeKeyOf(endpoint, request, visitor.account.id) : null
    return { ...inputs, ...visitor, key, request, reply } as Call<E>
  }
  const visitor = app.gate.admit(endpoint, request)
  return visitor instanceof Promise ? visitor.then(call) : call(visitor)
}

/** Whether the response is for one visitor: personal data, or a library that is not public. */
export function isKnown({ account, isAdmin }: Visitor): boolean {
  return account !== null || isAdmin
}

/** Parameters that may contain slashes, and are as long as the request line allows. */
const SPANNING = /\{(hash|keyword|rest)\}$/

/** Converts `/api/media/stream/{hash}` to the router's syntax. */
export function routePath({ path }: Endpoint): string {
  return path.replace(SPANNING, '*').replace(/\{(\w+)\}/g, ':$1')
}

function parseInputs(endpoint: Endpoint, request: FastifyRequest) {
  const params = request.params as Record<string, unknown>
  const [, spanning = ''] = SPANNING.exec(endpoint.path) ?? []
  const given = {
    params: '*' in params ? { [spanning]: params['*'] } : params,
    query: request.query,
    body: request.body ?? undefined,
  }
  const refused: InvalidInput[] = []
  const parsed: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const result = z.safeParse(schema, given[part])
    if (result.success) parsed[part] = result.data
    else refused.push(...describeIssues(part, given[part], result.error.issues))
  }
  if (refused.length > 0) throw new InvalidRequest(refused)
  return parsed
}

const locations = { params: 'path', query: 'query', body: 'body' } as const

/** Inputs never returned in errors, because responses may be logged or displayed. */
const SECRETS: ReadonlySet<PropertyKey> = new Set(['password', 'oldPassword', 'newPassword', 'token'])

function describeIssues(part: keyof typeof locations, given: unknown, issues: z.core.$ZodIssue[]): InvalidInput[] {
  return issues.map((issue) => {
    const [first] = issue.path
    const value =
      typeof given === 'object' && given !== null && first !== undefined
        ? (given as Record<PropertyKey, unknown>)[first]
        : given
    return {
      param: issue.path.join('.') || locations[part],
      location: locations[part],
      value: issue.path.some((name) => SECRETS.has(name)) && value !== undefined ? '…' : shorten(value),
      msg: isRepeated(part, value, issue) ? 'Must be given once' : issue.message,
    }
  })
}

/** `a=1&a=2` becomes a list, which schemas of single values only report as such. */
function isRepeated(part: keyof typeof locations, value: unknown, { code, path }: z.core.$ZodIssue): boolean {
  return part === 'query' && Array.isArray(value) && path.length === 1 && code !== 'too_big'
}

export function checkAnswer(endpoint: Endpoint, answer: unknown): void {
  if (typeof endpoint.response === 'string') return
  const result = z.safeParse(endpoint.response, answer)
  if (result.success) return
  throw new Error(`${endpoint.method} ${endpoint.path} broke its contract:\n${z.prettifyError(result.error)}`)
}
