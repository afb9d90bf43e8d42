import { readFile } from 'node:fs/promises'

import type { FastifyInstance } from 'fastify'

/** A worker that removes itself and its predecessor's caches. Does not reload: open pages continue without it. */
const ENDS_ITSELF = `addEventListener('install', () => skipWaiting())
const basePath = location.pathname.slice(0, -'/sw.js'.length)
const own = basePath === '' ? 'otodana-' : basePath + ' otodana-'
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith(own)) await caches.delete(name)
  await registration.unregister()
})()))
`

/**
 * Serves the service worker at `/sw.js`; if there is none, one that removes earlier workers.
 *
 * @param built  the file of this build; null: the server has no web app
 */
export async function serviceWorkerRoute(app: FastifyInstance, built: URL | null): Promise<void> {
  const script = (built && (await readIfThere(built))) ?? ENDS_ITSELF
  app.get('/sw.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      // Browsers check here for a new build on each visit, bypassing caches.
      .header('cache-control', 'no-cache')
      // What the worker itself may do: request this server.
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .send(script),
  )
}

async function readIfThere(file: URL): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
