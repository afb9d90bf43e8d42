/**
 * `npm run dev`: the server, restarted when one of its files changes, with Vite as its middleware (`OTODANA_WEB=dev`),
 * which reloads the web app's files in the open page.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { requireNode } from './lib/require-node.ts'

requireNode()

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
// Folders, not what the program reports to have imported: main.ts has to switch such reports off for its threads' sake.
const watched = ['../apps/server/src', '../packages'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
const watch = ['--watch', '--watch-preserve-output', ...watched.map((folder) => `--watch-path=${folder}`)]
console.log('Otodana in development: server and web reload by themselves (Ctrl-C ends it)')
const child = spawn(process.execPath, [...watch, main], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'development', OTODANA_WEB: 'dev' },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => child.kill(signal))
}
child.once('close', (code, signal) => {
  // Ended by the developer is not a failure.
  process.exitCode = code ?? (signal === null ? 1 : 0)
})
