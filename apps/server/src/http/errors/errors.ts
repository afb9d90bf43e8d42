import type { ErrorBody } from '@otodana/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isDatabaseAway, isDiskFull, isReadOnly } from '#db/dialect.ts'
import { ChangedSinceError, KeyReusedError } from '#db/write-once.ts'

import { AppError, InvalidRequest } from './app-error.ts'
import { createRefusalLog } from './refusal-log.ts'
import { ReceiverGone } from '../sending/when-gone.ts'

/** Maps every error to `{error}`; a 400 also has `errors`, with one entry per rejected input. */
export function mapErrors(app: FastifyInstance): void {
  const refusals = createRefusalLog(app.log)
  app.addHook('onClose', () => refusals.flush())
  app.setErrorHandler((error: Error, request, reply) => {
    if (error instanceof ReceiverGone) return reply.hijack()
    if (error instanceof InvalidRequest) return send(reply, error.status, invalidBody(error))
    if (error instanceof AppError) {
      if (error.status === 503 && error.cause === undefined) refusals.count(error.code)
      else if (error.status >= 500) request.log.error({ err: error.cause ?? error }, error.code)
      const { code, details, headers, inputs } = error
      const more = { ...(inputs.length > 0 && { errors: [...inputs] }), ...(details !== undefined && { details }) }
      return send(reply.headers(headers), error.status, { error: code, ...more })
    }
    if (error instanceof KeyReusedError) return send(reply, 422, { error: 'write.keyReused' })
    if (error instanceof ChangedSinceError) {
      return send(reply, 409, { error: 'write.changedSince', present: { ...error.present } })
    }
    const status = (error as FastifyError).statusCode ?? (isDatabaseAway(error) ? 503 : 500)
    if (status === 413) return send(reply, 413, { error: 'request.tooLarge' })
    if (status === 415) return send(reply, 415, { error: 'request.unsupported' })
    if (status === 503) {
      refusals.count('server.busy', error)
      return send(reply.header('retry-after', '2'), 503, { error: 'server.busy' })
    }
    if (status >= 400 && status < 500) {
      return send(reply, status, {
        error: `body: ${error.message}`,
        errors: [{ param: 'body', location: 'body', msg: error.message }],
      })
    }
    request.log.error({ err: error }, 'request failed')
    if (isDiskFull(error)) return send(reply, 507, { error: 'server.full' })
    if (isReadOnly(error)) return send(reply, 507, { error: 'server.readOnly' })
    return send(reply, 500, { error: 'server.failed' })
  })
}

function invalidBody({ inputs }: InvalidRequest): ErrorBody {
  const [first] = inputs
  return { error: first ? `${first.param}: ${first.msg}` : 'request.invalid', errors: [...inputs] }
}

function send(reply: FastifyReply, status: number, body: ErrorBody) {
  // A route may have set headers for the file it was going to send.
  for (const name of [
    'content-length',
    'content-range',
    'content-disposition',
    'etag',
    'cache-control',
    'last-modified',
  ]) {
    if (status !== 416 || name !== 'content-range') reply.removeHeader(name)
  }
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the methods of an API path, for `Allow`; empty if there is no such path. */
    methodsOf(path: string): string[]
  }
}

/** Longer parts of a path are not parameters. */
export const MAX_PARAM_LENGTH = 1_024

/** Records the methods of each API path. Must be called before routes are added. */
export function rememberMethods(app: FastifyInstance): void {
  const byPath = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    // Fallback routes are not calls of the API.
    if (!url.startsWith('/api/') || url === '/api/*') return
    const known = byPath.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    byPath.set(url, known)
    for (const one of [method].flat()) known.methods.add(one)
  })
  app.decorate('methodsOf', (path) => {
    const matching = [...byPath.values()].filter(({ pattern }) => pattern.test(path))
    const methods = new Set(matching.flatMap(({ methods }) => [...methods]))
    return methods.size === 0 ? [] : [...methods.add('OPTIONS')].toSorted()
  })
}

/** `/api/cover/:id` and `/api/media/stream/*` as matched by the router, with an optional trailing slash. */
function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? `[^/]{1,${MAX_PARAM_LENGTH}}` : RegExp.escape(part)
  })
  return new RegExp(`^${parts.join('/')}/?$`)
}

/** The response if there is no route: an unknown `/api/…` path, or a method that the path or page does not have. */
export function routeNotFound(request: FastifyRequest, reply: FastifyReply) {
  const [path = ''] = request.url.split('?', 1)
  const methods = request.server.methodsOf(path)
  if (methods.length === 0 || methods.includes(request.method)) return send(reply, 404, { error: 'route.notFound' })
  return send(reply.header('allow', methods.join(', ')), 405, { error: 'method.notAllowed' })
}
