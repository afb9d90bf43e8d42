import { randomUUID } from 'node:crypto'
import { constants as zlib } from 'node:zlib'

import { getLivez } from '@otodana/contract'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'

import type { Config } from '#config.ts'

import { mapErrors, MAX_PARAM_LENGTH, rememberMethods } from './errors/errors.ts'
import type { Gate } from './gate.ts'
import type { SendBadAddress } from './pages/pages.ts'
import { OUTSIDE, readTarget } from './request-target.ts'
import { createReceivers } from './sending/send-bytes.ts'
import { createPacker } from './serve-prepared.ts'
import { rememberAddresses } from './visitor/visitor-address.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** For the request line and all headers; Node answers 431 above it. */
const MAX_HEADER_BYTES = 32 * 1024
/** Within which a request must be complete. */
const REQUEST_TIMEOUT_MS = 30_000
/** How often Node checks for slow requests; the default is 30 seconds. */
const LOOK_FOR_SLOW_MS = 1_000
/** Idle connections are closed after this time. A paused player requests the rest later. */
const IDLE_TIMEOUT_MS = 120_000
/** Above this average event loop delay over an interval, new requests are rejected during the next one. */
const MAX_EVENT_LOOP_DELAY_MS = 3_000
const DELAY_INTERVAL_MS = 1_000

type HttpDeps = Pick<Config, 'publicUrl' | 'trustProxy' | 'checksResponses'> & {
  /** The path below which everything is served; empty by default. */
  basePath?: string
  /** Other paths of calls, and those they stand for. */
  pathAliases?: ReadonlyMap<string, string>
  log: Logger
  gate: Gate
  /** Half a minute, except in tests. */
  requestTimeoutMs?: number
  /** Three seconds, except in tests. */
  maxEventLoopDelayMs?: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Set once known: serves browsers at addresses without a route. */
    pages: Pages
  }
  interface FastifyContextConfig {
    /** false: without the headers that let scripts of other sites in. */
    cors?: false
  }
}

type Pages = { sendBadAddress: SendBadAddress | null }

/** The server without routes: logging, limits, CORS, compression and errors. */
export async function createHttp(deps: HttpDeps): Promise<FastifyInstance> {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, basePath = '', pathAliases = new Map<string, string>() } = deps
  const pages: Pages = { sendBadAddress: null }
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustProxy,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: IDLE_TIMEOUT_MS,
    bodyLimit: MAX_BODY_BYTES,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node's default is a minute, regardless of the request timeout.
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(LOOK_FOR_SLOW_MS, requestTimeoutMs),
    },
    rewriteUrl: (request) => readTarget(request, basePath, pathAliases),
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    // Or Fastify loads two compilers of JSON schemas, which no route has: `serve` reads the contract's.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    frameworkErrors: (_error, request, reply) => {
      if (request.url === OUTSIDE) refuseOutside(request, reply, basePath)
      else refuseAddress(request, reply, pages, deps.log)
    },
  }) as unknown as FastifyInstance
  app.decorate('pages', pages)
  app.decorate('checksResponses', deps.checksResponses)
  app.decorate('packer', createPacker())
  app.decorate('receivers', createReceivers())
  app.decorate('publicUrl', deps.publicUrl)
  app.decorate('basePath', basePath)
  app.decorate('gate', deps.gate)
  mapErrors(app)
  rememberAddresses(app)
  rememberMethods(app)

  await app.register(helmet, {
    // Pages and media set their own; nothing else may run scripts or be framed.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // Other origins may embed covers and streams; HSTS is up to the site's proxy.
    strictTransportSecurity: false,
  })
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Cache-Control',
      'Content-Type',
      'Idempotency-Key',
      'Range',
      'If-Range',
      'If-None-Match',
      'Purpose',
      'X-Requested-With',
    ],
    exposedHeaders: ['Content-Range', 'Content-Length', 'Accept-Ranges', 'ETag', 'Content-Disposition', 'Retry-After'],
    maxAge: 86_400,
    // A plain OPTIONS is valid too.
    strictPreflight: false,
  })
  // Only for routes that opt in, as `serve` does for JSON: media has byte ranges, and pages are compressed separately.
  await app.register(compress, {
    global: false,
    encodings: ['br', 'zstd', 'gzip', 'identity'],
    threshold: 1_024,
    zlibOptions: { level: 1 },
    brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: 3 } },
  })
  let startEndsAt = Number.POSITIVE_INFINITY
  app.addHook('onListen', (done) => {
    // What was measured before counts until the interval after it ends, which a busy start makes later.
    startEndsAt = performance.now() + 3 * DELAY_INTERVAL_MS
    done()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: deps.maxEventLoopDelayMs ?? MAX_EVENT_LOOP_DELAY_MS,
    sampleInterval: DELAY_INTERVAL_MS,
    exposeStatusRoute: false,
    pressureHandler: (request, reply, _type, delayMs) => {
      // It answers whether the process does; a restart would only lose the work that makes it slow.
      if (request.routeOptions.url === getLivez.path) return
      // Reading a large library is no overload. After a single long step nothing is measured either.
      if (performance.now() < startEndsAt || delayMs === Number.POSITIVE_INFINITY) return
      void reply.code(503).header('retry-after', '2').send({ error: 'server.busy' })
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
    done()
  })
  return app
}

const refuseSchemas = () => () => {
  throw new Error('a route has a JSON schema: declare it in the contract, and register it with `serve`')
}

/** Headers of what has no route, for which no plugin runs. */
const BARE_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'access-control-allow-origin': '*',
}

/**
 * Answers outside the base path. No redirect: behind a proxy that removes the path, it would lead back here forever, so
 * the answer names that mistake instead.
 */
function refuseOutside(request: FastifyRequest, reply: FastifyReply, basePath: string): void {
  const here = `${basePath}/`
  const text = `This server answers below ${here} only.`
  const advice = `If the address above has ${basePath} in it, the proxy removes it: it must pass the path on as it is.`
  void reply.code(404).headers({ ...BARE_HEADERS, 'cache-control': 'no-store' })
  if (!acceptsHtml(request)) return void reply.send({ error: `${text} ${advice}` })
  void reply.type('text/html; charset=utf-8')
  void reply.send(
    `<!DOCTYPE html><meta charset="utf-8"><title>Otodana</title><p>${text} <a href="${here}">${here}</a></p><p>${advice}</p>`,
  )
}

function acceptsHtml({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '')
}

/** Undecodable addresses have no route: browsers get an error page, others JSON. */
function refuseAddress(request: FastifyRequest, reply: FastifyReply, { sendBadAddress }: Pages, log: Logger): void {
  reply.headers(BARE_HEADERS)
  const invalid = { param: 'path', location: 'path', msg: 'cannot be decoded' }
  const sendJson = () => void reply.code(400).send({ error: `path: ${invalid.msg}`, errors: [invalid] })
  const isPage = !request.url.startsWith('/api/') && acceptsHtml(request)
  if (!isPage || !sendBadAddress) return sendJson()
  sendBadAddress(request, reply).catch((error: unknown) => {
    log.error({ err: error, url: request.url }, 'the page of an address that cannot be decoded could not be sent')
    if (!reply.sent) sendJson()
  })
}
