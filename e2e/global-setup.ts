import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { ensureWebBuilt } from '../scripts/build-web.ts'
import { createDemoData } from './demo-data.ts'
import { startServer } from './start-server.ts'

const logFile = fileURLToPath(new URL('../node_modules/.cache/e2e/server.log', import.meta.url))

/** An operator's settings; the recommender runs. */
const operator = {
  RECOMMENDER_REFRESH_SECONDS: '300',
  ABOUT_CONTACT: 'keeper@shelf.example, @keeper at the harbour',
  ABOUT_BUG_BOUNTY: '2000',
  MIRRORS: 'https://two.shelf.example https://three.shelf.example/',
}

/** One server with the demo library for the whole run, unless `OTODANA_E2E_URL` names one that runs already. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.OTODANA_E2E_URL) return async () => {}
  await ensureWebBuilt()
  const dataDir = await createDemoData()
  const removeData = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  try {
    const server = await startServer({ dataDir, env: operator })
    process.env.OTODANA_E2E_URL = server.url
    return async () => {
      await server.stop()
      mkdirSync(join(logFile, '..'), { recursive: true })
      writeFileSync(logFile, server.log())
      removeData()
    }
  } catch (error) {
    removeData()
    throw error
  }
}
