import { randomUUID } from 'node:crypto'
import { constants as zlib } from 'node:zlib'

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
import { readTarget } from './request-target.ts'
import { createReceivers } from './sending/send-bytes.ts'
import { createPacker } from './serve-prepared.ts'
import { rememberAddresses } from './visitor/visitor-address.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** Node answers 431 beyond this: the request line and all headers together. */
const MAX_HEADER_BYTES = 32 * 1024
/** In which a request must have come whole. */
const REQUEST_TIMEOUT_MS = 30_000
/** How often Node looks for requests that are too slow; by default only every 30 seconds. */
const LOOK_FOR_SLOW_MS = 1_000
/** A connection on which nothing moves for so long is closed. A player that was paused asks again where it stopped. */
const IDLE_TIMEOUT_MS = 120_000
/** Turns of the event loop that take longer than this, in the mean of a second, and new requests are asked to come back. */
const MAX_EVENT_LOOP_DELAY_MS = 3_000

type HttpDeps = Pick<Config, 'publicUrl' | 'trustProxy' | 'checksResponses'> & {
  log: Logger
  gate: Gate
  /** Half a minute, but for tests. */
  requestTimeoutMs?: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What pages there are, once they are known: where a browser is answered without a route. */
    pages: Pages
  }
}

type Pages = { sendBadAddress: SendBadAddress | null }

/** The bare server: logging, limits, CORS, compression and errors, without a route. */
export async function createHttp(deps: HttpDeps): Promise<FastifyInstance> {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS } = deps
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
      // Node's own is a minute, whatever a request may take.
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(LOOK_FOR_SLOW_MS, requestTimeoutMs),
    },
    rewriteUrl: readTarget,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (_error, request, reply) => {
      refuseAddress(request, reply, pages, deps.log)
    },
  }) as unknown as FastifyInstance
  app.decorate('pages', pages)
  app.decorate('checksResponses', deps.checksResponses)
  app.decorate('packer', createPacker())
  app.decorate('receivers', createReceivers())
  app.decorate('publicUrl', deps.publicUrl)
  app.decorate('gate', deps.gate)
  mapErrors(app)
  rememberAddresses(app)
  rememberMethods(app)

  await app.register(helmet, {
    // Pages and media set their own; nothing else may run or be framed.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // Other origins may embed covers and streams; whether a site is on https is its proxy's to say.
    strictTransportSecurity: false,
  })
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Range', 'If-Range', 'If-None-Match', 'Purpose'],
    exposedHeaders: ['Content-Range', 'Content-Length', 'Accept-Ranges', 'ETag', 'Content-Disposition', 'Retry-After'],
    maxAge: 86_400,
    // A bare OPTIONS is a fair question as well.
    strictPreflight: false,
  })
  // Only routes that ask for it, as `serve` does for JSON: media has byte ranges and pages compress themselves.
  await app.register(compress, {
    global: false,
    encodings: ['br', 'zstd', 'gzip', 'identity'],
    threshold: 1_024,
    zlibOptions: { level: 1 },
    brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: 3 } },
  })
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    exposeStatusRoute: false,
    pressureHandler: (_request, reply, _type, delayMs) => {
      // Nothing has been measured: a start took longer than the first look at the figures, and that is no overload.
      if (delayMs === Number.POSITIVE_INFINITY) return
      void reply.code(503).header('retry-after', '2').send({ error: 'server.busy' })
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
    done()
  })
  return app
}

/** Only an address that cannot be decoded leads to no route: a browser gets a page that says so, all others JSON. */
function refuseAddress(request: FastifyRequest, reply: FastifyReply, { sendBadAddress }: Pages, log: Logger): void {
  // Without a route no plugin is asked.
  reply.headers({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'access-control-allow-origin': '*',
  })
  const invalid = { param: 'path', location: 'path', msg: 'cannot be decoded' }
  const sendJson = () => void reply.code(400).send({ error: `path: ${invalid.msg}`, errors: [invalid] })
  const isPage = !request.url.startsWith('/api/') && /\btext\/html\b/i.test(request.headers.accept ?? '')
  if (!isPage || !sendBadAddress) return sendJson()
  sendBadAddress(request, reply).catch((error: unknown) => {
    log.error({ err: error, url: request.url }, 'the page of an address that cannot be decoded could not be sent')
    if (!reply.sent) sendJson()
  })
}
