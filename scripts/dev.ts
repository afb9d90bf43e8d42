/**
 * `npm run dev`: the server, restarted when one of its files changes, with Vite as middleware (`OTODANA_WEB=dev`),
 * which reloads the web app's files in the open page.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { requireNode } from './lib/require-node.ts'

requireNode()

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
// Watches folders instead of reported imports, because main.ts has to disable such reports for the sake of its threads.
const watched = ['../apps/server/src', '../packages'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
const watch = ['--watch', '--watch-preserve-output', ...watched.map((folder) => `--watch-path=${folder}`)]
console.log('Otodana in development: server and web reload on changes (Ctrl-C to stop)')
const child = spawn(process.execPath, [...watch, main], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'development', OTODANA_WEB: 'dev' },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => child.kill(signal))
}
child.once('close', (code, signal) => {
  // Being ended by the developer is not a failure.
  process.exitCode = code ?? (signal === null ? 1 : 0)
})
