import type { ApiEndpoints } from '@otodana/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { sendHtml } from './send-html.ts'
import type { WebApp } from './web-app.ts'

type AppRouteDeps = {
  web: WebApp
  /** Addresses of the API besides the page's own origin. */
  endpoints: ApiEndpoints
  /** Returns the content security policy of a page; null: none needed. */
  policyOf: (request: FastifyRequest) => ((nonce: string) => string) | null
  languageOf: (request: FastifyRequest) => Promise<{ locale: string; dir: string }>
}

/**
 * Routes that make the web app installable: its manifest, in the page's or else the visitor's language, and the
 * document that the service worker shows for uncached addresses. That document contains nothing of the library, so
 * devices may cache it for a closed one as well.
 */
export function appRoutes(app: FastifyInstance, { web, endpoints, policyOf, languageOf }: AppRouteDeps): void {
  app.get<{ Querystring: { lang?: unknown } }>('/manifest.webmanifest', async (request, reply) => {
    const { lang } = request.query
    const { locale } = await languageOf(request)
    const manifest = await web.appManifest(typeof lang === 'string' ? lang : locale, locale)
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'Accept-Language, Cookie, User-Agent')
      .send(JSON.stringify(manifest))
  })

  app.get('/app-shell', async (request: FastifyRequest, reply: FastifyReply) => {
    const { locale, dir } = await languageOf(request)
    void reply.header('x-robots-tag', 'noindex')
    const page = { status: 200, headers: [], body: web.bareShell(locale, dir, endpoints) }
    return sendHtml(request, reply, page, policyOf(request))
  })
}
