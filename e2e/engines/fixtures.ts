/** What the journeys use instead of Playwright's own `test`: a visit in one of the engines, watched for problems. */
import { writeFile } from 'node:fs/promises'

import { test as base, expect } from '@playwright/test'

import { startFirefox } from './firefox.ts'
import { createVisit, type Visit } from './visit.ts'
import type { Engine } from './tab.ts'
import { startWebKit } from './webkit.ts'

const engines = { firefox: startFirefox, webkit: startWebKit }

export interface EngineOptions {
  engineName: keyof typeof engines
  /** Whether the machine has a sound output. */
  hasSound: boolean
}

type Options = {
  /** Problems that a test causes itself, such as a server that is gone. */
  allowedProblems: RegExp | null
}

export const test = base.extend<{ visit: Visit } & Options, EngineOptions & { engine: Engine }>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  hasSound: [true, { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName, hasSound }, use) => {
      const desktop = JSON.parse(process.env.OTODANA_DESKTOP ?? '{}') as Record<string, string>
      const engine = await engines[engineName](hasSound ? desktop : { ...desktop, PULSE_SERVER: 'unix:/dev/null' })
      await use(engine)
      await engine.close()
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(process.env.OTODANA_E2E_URL),
  allowedProblems: [null, { option: true }],
  visit: async ({ engine, baseURL, allowedProblems }, use, testInfo) => {
    const tab = await engine.openTab()
    await use(createVisit(tab, baseURL ?? ''))
    if (testInfo.status !== testInfo.expectedStatus)
      await writeFile(testInfo.outputPath('page.png'), await tab.screenshot())
    const problems = await tab.listProblems()
    await tab.close()
    const unexpected = problems.filter((problem) => !allowedProblems?.test(problem))
    expect(unexpected, 'problems on the pages of this test').toEqual([])
  },
})

export { expect }
