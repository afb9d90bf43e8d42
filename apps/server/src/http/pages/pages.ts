import type { ApiEndpoints } from '@otodana/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import { isDatabaseAway } from '#db/dialect.ts'

import { apiInProcess } from './api-in-process.ts'
import { appRoutes } from './app-routes.ts'
import { contentPolicy } from './content-policy.ts'
import { createHtmlCache, type Page } from './html-cache.ts'
import { NONCE_HOLE, sendHtml } from './send-html.ts'
import { serviceWorkerRoute } from './service-worker.ts'
import { crawlerRoutes, type WorkAddresses } from './sitemap.ts'
import { serveAssets } from './static-assets.ts'
import { loadWebApp, type WebApp } from './web-app.ts'

const CACHE = { ttlMs: 10_000, maxEntries: 500, maxBytes: 64 * 1024 * 1024 }

type PageDeps = {
  /** `dev` compiles the web app's sources on request; `built` serves apps/web/dist. */
  mode: 'built' | 'dev'
  /** The path below which everything is served; empty by default. */
  basePath?: string
  /** Returns the server's public origin: `https://host`. */
  origin: (request: FastifyRequest) => string
  log: Logger
  /** For members only: pages are rendered for anonymous visitors, so they contain nothing of the library. */
  isClosed?: boolean
  /**
   * Returns the version of content in a call's response that its owner may hide at any moment; equal while unchanged;
   * null if the response may be some seconds old.
   */
  versionOf?: (address: string, body?: string) => Promise<string> | null
  /** Other origins of API calls, covers and audio. */
  endpoints?: ApiEndpoints
  /** Whether the server has no account yet, so that every page leads to the setup. */
  isNew?: () => Promise<boolean>
  /** All works, for the sitemap; omitted: no sitemap. */
  works?: WorkAddresses
  /** apps/web, or a substitute in tests. */
  webDir?: URL
}

/** Responds to an undecodable address, which has no route, with an error page. */
export type SendBadAddress = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Serves all addresses that are not API calls: the web app's files, and its pages rendered for an anonymous visitor.
 * Must be called last.
 *
 * @returns a function that responds to undecodable addresses
 * @throws {Error} the web app has not been built
 */
export async function pageRoutes(app: FastifyInstance, deps: PageDeps): Promise<SendBadAddress> {
  const {
    mode,
    origin,
    basePath = '',
    log,
    isClosed = false,
    versionOf = () => null,
    endpoints = {},
    works,
    isNew = () => Promise.resolve(false),
    webDir = new URL('../../../../web/', import.meta.url),
  } = deps
  const web = await loadWebApp(app, { mode, webDir, basePath })
  if (mode === 'built') await serveAssets(app, webDir, basePath)
  await serviceWorkerRoute(app, mode === 'built' ? new URL('dist/client/sw.js', webDir) : null)
  const elsewhere = [...new Set(Object.values(endpoints))]
  const policyOf = (from: string) => (mode === 'built' ? contentPolicy(from, elsewhere) : null)
  appRoutes(app, { web, endpoints, policyOf: (request) => policyOf(origin(request)), languageOf })
  crawlerRoutes(app, {
    siteUrl: (request) => origin(request) + basePath,
    basePath,
    ...(works && !isClosed ? { works } : {}),
  })

  const cache = createHtmlCache(CACHE)
  function languageOf({ headers }: FastifyRequest) {
    return web.languageOf({
      cookie: headers.cookie,
      acceptLanguage: headers['accept-language'],
      userAgent: headers['user-agent'],
    })
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, isBad = false) {
    const { locale, dir } = await languageOf(request)
    const { url } = request
    const visit: Visit = {
      url,
      locale,
      origin: origin(request),
      basePath,
      address: request.address,
      isClosed,
      endpoints,
    }
    const key = `${visit.origin} ${locale} ${url}`
    const make = () => renderPage(app, web, visit, versionOf)
    let page: Page
    try {
      page = await (mode === 'built' ? cache.get(key, make) : make())
      if (isBad) page = { ...page, status: 400 }
    } catch (error) {
      // The visitor still gets the app, which calls the API itself and shows the error.
      const body = web.bareShell(locale, dir, endpoints)
      if (error instanceof ApiBusy || isDatabaseAway(error)) {
        log.warn({ err: error, url }, 'a page could not be rendered at the moment')
        page = { status: 503, headers: [['retry-after', '2']], body }
      } else {
        log.error({ err: error, url }, 'a page could not be rendered')
        page = { status: 500, headers: [], body }
      }
    }
    // Pages of a closed library are not cached; browsers drop what they cached before. They may cache `/app-shell`,
    // which is equal for all visitors and contains nothing of the library.
    if (isClosed) page = { ...page, headers: [...page.headers, ['cache-control', 'private, no-store']] }
    return sendHtml(request, reply, page, policyOf(visit.origin))
  }

  let hasBegun = false
  /** Whether a page must wait for the setup. An instance that has begun stays so, and asks no more. */
  async function waitsForSetup(request: FastifyRequest): Promise<boolean> {
    if (hasBegun || /^\/setup\/?(?:\?|$)/.test(request.url)) return false
    try {
      hasBegun = !(await isNew())
    } catch (error) {
      // The page says what is wrong.
      log.warn({ err: error }, 'could not determine whether the server is set up')
      return false
    }
    return !hasBegun
  }
  app.get('/*', async (request, reply) => {
    if (!(await waitsForSetup(request))) return sendPage(request, reply)
    return reply.header('cache-control', 'no-store').redirect(`${basePath}/setup`, 302)
  })
  return (request, reply) => sendPage(request, reply, true)
}

type Visit = {
  url: string
  locale: string
  origin: string
  basePath: string
  address: string
  isClosed: boolean
  endpoints: ApiEndpoints
}

type VersionOf = NonNullable<PageDeps['versionOf']>
type ShownVersion = { address: string; body: string | undefined; version: string }

/** The API is temporarily unavailable for rendering. */
class ApiBusy extends Error {}

async function renderPage(app: FastifyInstance, web: WebApp, visit: Visit, versionOf: VersionOf): Promise<Page> {
  const { locale, origin, basePath, isClosed, endpoints } = visit
  const siteUrl = origin + basePath
  const versions: ShownVersion[] = []
  const ask = apiInProcess(app, visit)
  let cause: unknown
  let isBusy = false
  const noteBusy = (error: unknown) => {
    isBusy ||= isDatabaseAway(error)
    throw error
  }
  const render = (url: string) =>
    web.render(new Request(siteUrl + url), {
      locale,
      origin,
      nonce: NONCE_HOLE,
      manifest: web.manifest(locale),
      fetch: async (address, init) => {
        // Read before the call, so that the page is not older than its version.
        if (typeof address === 'string') {
          const body = typeof init?.body === 'string' ? init.body : undefined
          const version = (await versionOf(address, body)?.catch(noteBusy)) ?? null
          if (version !== null) versions.push({ address, body, version })
        }
        const answer = await ask(address, init)
        isBusy ||= answer.status === 503
        return answer
      },
      onFailure: (error) => (cause ??= error),
      isClosed,
      endpoints,
    })
  let response = await render(visit.url)
  const location = response.headers.get('location')
  if (location !== null && isSamePage(location, siteUrl + visit.url)) {
    // The router and the URL parser disagree on the encoding of this address, which would redirect to itself forever.
    response = await render('/not-an-address')
  }
  if (response.status >= 500 && isBusy) throw new ApiBusy('the API asks to come back', { cause })
  if (response.status >= 500) throw new Error(`rendering ended with status ${response.status}`, { cause })
  const body = web.leanHtml(await response.text())
  const page: Page = { status: response.status, headers: [...response.headers], body }
  return versions.length === 0 ? page : { ...page, isCurrent: () => areCurrent(versions, versionOf) }
}

async function areCurrent(versions: readonly ShownVersion[], versionOf: VersionOf): Promise<boolean> {
  const isCurrent = async ({ address, body, version }: ShownVersion) => (await versionOf(address, body)) === version
  return (await Promise.all(versions.map(isCurrent))).every(Boolean)
}

function isSamePage(location: string, shown: string): boolean {
  return URL.canParse(location, shown) && new URL(location, shown).href === new URL(shown).href
}
