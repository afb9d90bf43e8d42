import type { ErrorBody } from '@otodana/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isDatabaseAway } from '#db/dialect.ts'

import { AppError, InvalidRequest } from './app-error.ts'

/** Maps every error to `{error}` once; a 400 also carries `errors`, one entry a refused input. */
export function mapErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error, request, reply) => {
    if (error instanceof InvalidRequest) return send(reply, error.status, invalidBody(error))
    if (error instanceof AppError) {
      if (error.status >= 500) request.log.error({ err: error.cause ?? error }, error.code)
      return send(reply.headers(error.headers), error.status, { error: error.code })
    }
    const status = (error as FastifyError).statusCode ?? (isDatabaseAway(error) ? 503 : 500)
    if (status === 413) return send(reply, 413, { error: 'request.tooLarge' })
    if (status === 415) return send(reply, 415, { error: 'request.unsupported' })
    if (status === 503) {
      request.log.warn({ err: error }, 'server.busy')
      return send(reply.header('retry-after', '2'), 503, { error: 'server.busy' })
    }
    if (status >= 400 && status < 500) {
      return send(reply, status, {
        error: `body: ${error.message}`,
        errors: [{ param: 'body', location: 'body', msg: error.message }],
      })
    }
    request.log.error({ err: error }, 'request failed')
    return send(reply, 500, { error: 'server.failed' })
  })
}

function invalidBody({ inputs }: InvalidRequest): ErrorBody {
  const [first] = inputs
  return { error: first ? `${first.param}: ${first.msg}` : 'request.invalid', errors: inputs }
}

function send(reply: FastifyReply, status: number, body: ErrorBody) {
  // A route may have set headers for the file it meant to send.
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

/** The answer where nothing is: an unknown `/api/…` path, or a method that no page has. */
export function routeNotFound(_request: FastifyRequest, reply: FastifyReply) {
  return send(reply, 404, { error: 'route.notFound' })
}
