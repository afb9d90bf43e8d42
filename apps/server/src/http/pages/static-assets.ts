import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Scripts that run as workers may start other workers. */
export const ASSET_POLICY = "default-src 'none'; worker-src 'self'; frame-ancestors 'none'"

/** The worker that fetches what is kept on a device. */
const FETCHING_WORKER = /\/fetch-files\.worker-[^/]+\.js(?:\.br)?$/
const FETCHING_POLICY = `${ASSET_POLICY}; connect-src 'self'`

/**
 * Serves the built web app's files. Those in `assets` have a hash in their name and are cached forever; they are those of
 * the start. The others (the icon) may change at any time. Each of these is a separate route, so that unknown addresses
 * reach the pages; for the five hundred of `assets` that would take 5 MB.
 */
export async function serveAssets(app: FastifyInstance, webDir: URL, basePath: string): Promise<void> {
  const client = fileURLToPath(new URL('dist/client/', webDir))
  await app.register(fastifyStatic, {
    root: `${client}assets`,
    serve: false,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    setHeaders: (reply, path) =>
      void reply.header('content-security-policy', FETCHING_WORKER.test(path) ? FETCHING_POLICY : ASSET_POLICY),
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
  app.get('/favicon.ico', (_request, reply) => reply.redirect(`${basePath}/favicon.svg`, 301))
  const assets = new Set((await readdir(`${client}assets`)).filter((name) => !name.endsWith('.br')))
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = request.params['*']
    if (assets.has(name)) return reply.sendFile(name)
    // A file of another build is a 404: a page must never be returned for a script.
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found')
  })
}
