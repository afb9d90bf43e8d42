/**
 * `npm start`: builds the web app and the server if their sources changed, then becomes the server, which receives the
 * signals, and whose exit code is the command's.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

import { requireNode } from './lib/require-node.ts'

requireNode()
// Stripping types and compiling take most of this program's time; cached results are found by the sources' content.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))

const { ensureWebBuilt } = await import('./build-web.ts')
const { ensureServerBuilt } = await import('./build-server.ts')
const { becomeProgram } = await import('./lib/become-program.ts')
try {
  await ensureWebBuilt()
  process.env.NODE_ENV ??= 'production'
  becomeProgram(await ensureServerBuilt(), 'main.js')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
