import type { ApiEndpoints } from '@otodana/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { sendHtml } from './send-html.ts'
import type { WebApp } from './web-app.ts'

type AppRouteDeps = {
  web: WebApp
  /** Where the API may be reached beside the page's own address. */
  endpoints: ApiEndpoints
  /** The content policy of a page; null: it needs none. */
  policyOf: (request: FastifyRequest) => ((nonce: string) => string) | null
  languageOf: (request: FastifyRequest) => Promise<{ locale: string; dir: string }>
}

/**
 * What makes the web app one that can be installed: its manifest, in the language that the page names or else the
 * visitor's, and the document that the service worker shows for addresses of which it has nothing. That one has nothing of
 * the library, and so devices may keep it of a closed one as well.
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
