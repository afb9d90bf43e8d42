import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { COMPATIBLE_CLIENT_VERSION, getAbout, getHealth } from '@otodana/contract'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { Config } from '#config.ts'
import type { ServerSettings } from '#db/server-settings.ts'
import type { BackupService } from '#features/backups/index.ts'
import type { ModelState } from '#features/recommender/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { MailServer } from '#mail/index.ts'
import { openApiDocument } from '#http/openapi.ts'
import { serve } from '#http/serve.ts'

import { logo, mark } from './reference-pictures.ts'

type AboutDeps = {
  config: Pick<Config, 'about' | 'hasMetrics'>
  settings: ServerSettings
  version: string
  model: () => Readonly<ModelState>
  /** null: no mail is received. */
  mail: Pick<MailServer, 'figures'> | null
  backups: Pick<BackupService, 'figures'>
}

/** Clients wait five seconds for the answer. */
const HEALTH_TIMEOUT_MS = 3_000
const LATE = Symbol('too late')

/** Health, the operator's information about the site, the API reference, and metrics for operators. */
export async function aboutRoutes(
  app: FastifyInstance,
  { config, settings, version, model, mail, backups }: AboutDeps,
): Promise<void> {
  let asked: Promise<string | null | typeof LATE> | null = null
  /** Every open page with an announcement polls each second, so concurrent requests share one query. */
  function askForAnnouncement() {
    // Read even if unset: the query shows that the database responds.
    const announcement = settings.get('announcement')
    // If it fails after the timeout, its error has no handler any more.
    announcement.catch(() => {})
    const isLate = sleep(HEALTH_TIMEOUT_MS, LATE, { ref: false })
    return Promise.race([announcement, isLate]).finally(() => (asked = null))
  }

  serve(app, getHealth, async ({ reply }) => {
    // The current state, for this request only.
    void reply.header('cache-control', 'no-store')
    const text = await (asked ??= askForAnnouncement())
    if (text === LATE) throw new AppError('server.busy')
    return text || 'OK'
  })

  serve(app, getAbout, () => ({ ...config.about, version, compatibleClientVersion: COMPATIBLE_CLIENT_VERSION }))

  const description = onFirstUse(() => openApiDocument(version, app.basePath))
  app.get('/api/openapi.json', { compress: {} }, () => description)
  await app.register(swagger, { mode: 'static', specification: { document: description as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Its files are not part of the server's bundle.
    baseDir: fileURLToPath(new URL('static/', import.meta.resolve('@fastify/swagger-ui'))),
    logo: { type: 'image/svg+xml', content: logo, href: `${app.basePath}/` },
    theme: {
      title: 'Otodana API',
      favicon: [{ filename: 'otodana.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: mark }],
    },
    staticCSP: true,
    transformStaticCSP: () =>
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
  })

  if (config.hasMetrics) metricsRoute(app, { model, mail, backups })
}

/** Stands for what `make` gives: the description of all calls takes a tenth of a start, and few clients ask for it. */
function onFirstUse(make: () => object): object {
  let made: object | undefined
  const get = () => (made ??= make())
  return new Proxy(
    {},
    {
      get: (_, key) => Reflect.get(get(), key),
      has: (_, key) => Reflect.has(get(), key),
      ownKeys: () => Reflect.ownKeys(get()),
      getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(get(), key),
    },
  )
}

type MetricsDeps = Pick<AboutDeps, 'model' | 'mail' | 'backups'>

let ofProcess: Registry | undefined

/** Made once, also for several servers in a process: their timers and observers last as long as it does. */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

function metricsRoute(app: FastifyInstance, { model, mail, backups }: MetricsDeps): void {
  processMetrics()
  const register = new Registry()
  const duration = new Histogram({
    name: 'otodana_http_request_duration_seconds',
    help: 'Time to answer, by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 1, 5],
    registers: [register],
  })
  recommenderMetrics(register, model)
  if (mail !== null) mailMetrics(register, mail)
  backupMetrics(register, backups)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    await app.gate.admit({ method: 'GET', access: 'admin' }, request)
    const all = Registry.merge([processMetrics(), register])
    return reply.type(all.contentType).send(await all.metrics())
  })
}

function backupMetrics(register: Registry, backups: AboutDeps['backups']): void {
  const made: Gauge = new Gauge({
    name: 'otodana_backup_last_success_timestamp_seconds',
    help: 'When the server made its latest backup; 0: never',
    registers: [register],
    collect: async () => made.set(((await backups.figures()).lastAtMs ?? 0) / 1_000),
  })
  const failed: Gauge = new Gauge({
    name: 'otodana_backup_failed',
    help: 'Whether the latest attempt at a backup failed: 0 or 1',
    registers: [register],
    collect: async () => failed.set((await backups.figures()).hasFailed ? 1 : 0),
  })
}

function mailMetrics(register: Registry, mail: Pick<MailServer, 'figures'>): void {
  const mails: Counter<'result'> = new Counter({
    name: 'otodana_mails_total',
    help: 'Mails that came in since the start, by what became of them',
    labelNames: ['result'],
    registers: [register],
    collect() {
      mails.reset()
      for (const [result, count] of Object.entries(mail.figures())) mails.inc({ result }, count)
    },
  })
}

function recommenderMetrics(register: Registry, model: AboutDeps['model']): void {
  const figures: Record<string, [help: string, of: (state: ModelState) => number]> = {
    // Omitted before the first model.
    model_age_seconds: [
      'Age of the model that suggestions come from',
      ({ builtAtMs }) => (builtAtMs === null ? Number.NaN : (Date.now() - builtAtMs) / 1_000),
    ],
    build_seconds: ['Time that its last build took', ({ buildMs }) => buildMs / 1_000],
    works: ['Works that it knows', ({ works }) => works],
    rows_read: ['Rows of listening that were read for its last build', ({ rows }) => rows],
  }
  for (const [name, [help, of]] of Object.entries(figures)) {
    const gauge: Gauge = new Gauge({
      name: `otodana_recommender_${name}`,
      help,
      registers: [register],
      collect: () => gauge.set(of(model())),
    })
  }
  const failed: Counter = new Counter({
    name: 'otodana_recommender_failures_total',
    help: 'Refreshes that have failed since the start',
    registers: [register],
    collect() {
      failed.reset()
      failed.inc(model().failures)
    },
  })
}
