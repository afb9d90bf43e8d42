import { fileURLToPath } from 'node:url'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** What a script among them may do that runs as a worker: start others of them. */
export const ASSET_POLICY = "default-src 'none'; worker-src 'self'; frame-ancestors 'none'"

/**
 * The built web app's files. Those in `assets` carry a hash in their name and are kept for good; the others (the icon) may
 * change at any time. Each file is a route of its own, so that unknown addresses reach the pages.
 */
export async function serveAssets(app: FastifyInstance, webDir: URL): Promise<void> {
  const client = fileURLToPath(new URL('dist/client/', webDir))
  await app.register(fastifyStatic, {
    root: `${client}assets`,
    prefix: '/assets/',
    wildcard: false,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    globIgnore: ['**/*.br'],
    setHeaders: (reply) => void reply.header('content-security-policy', ASSET_POLICY),
  })
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    index: false,
    decorateReply: false,
    maxAge: '1h',
    globIgnore: ['.vite/**', 'assets/**', 'sw.js'],
  })
  // Browsers request this path by default, and would get a whole page.
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg', 301))
  // A file of another build is missing, not a page: a script must never be answered with one.
  app.get('/assets/*', (_request, reply) =>
    reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found'),
  )
}
