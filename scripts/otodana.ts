/** `npm run otodana -- <command>`: builds the server if its sources changed, then becomes its command line. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

import { requireNode } from './lib/require-node.ts'

requireNode()
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))

const { ensureServerBuilt } = await import('./build-server.ts')
const { becomeProgram } = await import('./lib/become-program.ts')
try {
  becomeProgram(await ensureServerBuilt(), 'cli.js', process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
