/**
 * `npm start`: builds the web app if its sources changed, then becomes the server. The server runs in this process, so
 * it receives signals, and its exit code is the command's.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

import { requireNode } from './lib/require-node.ts'

requireNode()
// Stripping types and compiling take a third of the start; cached results are found by the sources' content.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))

const { ensureWebBuilt } = await import('./build-web.ts')
try {
  await ensureWebBuilt()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
process.env.NODE_ENV ??= 'production'
await import('../apps/server/src/main.ts')
