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
  /** `dev` compiles the web app's sources on the fly; `built` serves apps/web/dist. */
  mode: 'built' | 'dev'
  /** Where the visitor reaches the server: `https://host`. */
  origin: (request: FastifyRequest) => string
  log: Logger
  /** The library is for members only: pages are rendered for anonymous visitors, so they hold nothing of it. */
  isClosed?: boolean
  /**
   * Which version of something that its owner may hide at any moment the API's answer to a call shows, equal while
   * nothing has changed; null for an answer that may be some seconds old.
   */
  versionOf?: (address: string, body?: string) => Promise<string> | null
  /** Where else pages may have calls, covers and sound from. */
  endpoints?: ApiEndpoints
  /** Every work, for the sitemap; without it there is none. */
  works?: WorkAddresses
  /** apps/web, or in tests something like it. */
  webDir?: URL
}

/** Answers an address that cannot be decoded, and so leads to no route, with a page that says so. */
export type SendBadAddress = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Serves every address that is no API call: the web app's files, and its pages rendered for an anonymous visitor. To be
 * called last.
 *
 * @returns what answers an address that cannot be decoded
 * @throws {Error} when the web app has not been built
 */
export async function pageRoutes(app: FastifyInstance, deps: PageDeps): Promise<SendBadAddress> {
  const {
    mode,
    origin,
    log,
    isClosed = false,
    versionOf = () => null,
    endpoints = {},
    works,
    webDir = new URL('../../../../web/', import.meta.url),
  } = deps
  const web = await loadWebApp(app, mode, webDir)
  if (mode === 'built') await serveAssets(app, webDir)
  await serviceWorkerRoute(app, mode === 'built' ? new URL('dist/client/sw.js', webDir) : null)
  const elsewhere = [...new Set(Object.values(endpoints))]
  const policyOf = (from: string) => (mode === 'built' ? contentPolicy(from, elsewhere) : null)
  appRoutes(app, { web, endpoints, policyOf: (request) => policyOf(origin(request)), languageOf })
  crawlerRoutes(app, { origin, ...(works && !isClosed ? { works } : {}) })

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
    const visit: Visit = { url, locale, origin: origin(request), address: request.address, isClosed, endpoints }
    const key = `${visit.origin} ${locale} ${url}`
    const make = () => renderPage(app, web, visit, versionOf)
    let page: Page
    try {
      page = await (mode === 'built' ? cache.get(key, make) : make())
      if (isBad) page = { ...page, status: 400 }
    } catch (error) {
      // The visitor still gets the app, which asks the API by itself and shows what is wrong.
      const body = web.bareShell(locale, dir, endpoints)
      if (error instanceof ApiBusy || isDatabaseAway(error)) {
        log.warn({ err: error, url }, 'a page could not be rendered for now')
        page = { status: 503, headers: [['retry-after', '2']], body }
      } else {
        log.error({ err: error, url }, 'a page could not be rendered')
        page = { status: 500, headers: [], body }
      }
    }
    // No page of a closed library is kept; browsers that have kept more before let go of it. What may be kept is
    // `/app-shell`, which is the same for everybody and has nothing of any library.
    if (isClosed) page = { ...page, headers: [...page.headers, ['cache-control', 'private, no-store']] }
    return sendHtml(request, reply, page, policyOf(visit.origin))
  }

  app.get('/*', (request, reply) => sendPage(request, reply))
  return (request, reply) => sendPage(request, reply, true)
}

type Visit = {
  url: string
  locale: string
  origin: string
  address: string
  isClosed: boolean
  endpoints: ApiEndpoints
}

type VersionOf = NonNullable<PageDeps['versionOf']>
type ShownVersion = { address: string; body: string | undefined; version: string }

/** What a page is made of cannot be had for now. */
class ApiBusy extends Error {}

async function renderPage(app: FastifyInstance, web: WebApp, visit: Visit, versionOf: VersionOf): Promise<Page> {
  const { locale, origin, isClosed, endpoints } = visit
  const versions: ShownVersion[] = []
  const ask = apiInProcess(app, visit)
  let cause: unknown
  let isBusy = false
  const noteBusy = (error: unknown) => {
    isBusy ||= isDatabaseAway(error)
    throw error
  }
  const render = (url: string) =>
    web.render(new Request(origin + url), {
      locale,
      origin,
      nonce: NONCE_HOLE,
      manifest: web.manifest(locale),
      fetch: async (address, init) => {
        // Before it is asked, so that the page shows no older one.
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
  if (location !== null && isSamePage(location, visit)) {
    // The router and the URL parser disagree on how this address is encoded, and would send it to itself for ever.
    response = await render('/not-an-address')
  }
  if (response.status >= 500 && isBusy) throw new ApiBusy('the API asks to come back', { cause })
  if (response.status >= 500) throw new Error(`rendering ended with status ${response.status}`, { cause })
  const page: Page = { status: response.status, headers: [...response.headers], body: await response.text() }
  return versions.length === 0 ? page : { ...page, isCurrent: () => areCurrent(versions, versionOf) }
}

async function areCurrent(versions: readonly ShownVersion[], versionOf: VersionOf): Promise<boolean> {
  const isCurrent = async ({ address, body, version }: ShownVersion) => (await versionOf(address, body)) === version
  return (await Promise.all(versions.map(isCurrent))).every(Boolean)
}

function isSamePage(location: string, { origin, url }: Visit): boolean {
  return URL.canParse(location, origin) && new URL(location, origin).href === new URL(origin + url).href
}
