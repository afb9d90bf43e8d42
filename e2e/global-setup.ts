import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { ensureWebBuilt } from '../scripts/build-web.ts'
import { startServer } from './start-server.ts'

const logFile = fileURLToPath(new URL('../node_modules/.cache/e2e/server.log', import.meta.url))

/** One server with the demo library for the whole run, unless `OTODANA_E2E_URL` names one that runs already. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.OTODANA_E2E_URL) return async () => {}
  await ensureWebBuilt()
  const server = await startServer()
  process.env.OTODANA_E2E_URL = server.url
  return async () => {
    await server.stop()
    mkdirSync(join(logFile, '..'), { recursive: true })
    writeFileSync(logFile, server.log())
  }
}
