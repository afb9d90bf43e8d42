import { readFile } from 'node:fs/promises'

import type { FastifyInstance } from 'fastify'

/**
 * A worker that ends itself, and with it what the one before it has kept. It reloads nothing: what is open goes on as if there
 * had never been one.
 */
const ENDS_ITSELF = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('otodana-')) await caches.delete(name)
  await registration.unregister()
})()))
`

/**
 * The service worker at `/sw.js`; where there is none, one that ends what browsers still have of an earlier build.
 *
 * @param built  the file of this build; null: the server has no web app
 */
export async function serviceWorkerRoute(app: FastifyInstance, built: URL | null): Promise<void> {
  const script = (built && (await readIfThere(built))) ?? ENDS_ITSELF
  app.get('/sw.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      // Browsers look here for a new build: at each visit, and past caches on the way.
      .header('cache-control', 'no-cache')
      // It is what the worker itself may do: ask this server.
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
