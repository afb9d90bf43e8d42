import { defineConfig } from '@playwright/test'

import type { EngineOptions } from './fixtures.ts'

const noSound = 'no-sound.spec.ts'

/** Playwright runs these tests, but drives no browser of theirs: docs/adr/0063. */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/engines',
  globalSetup: './global-setup.ts',
  forbidOnly: true,
  retries: process.env.CI ? 1 : 0,
  // One for each engine.
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['line'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '../../node_modules/.cache/e2e/engines.json' }],
  ],
  projects: [
    { name: 'firefox', testIgnore: noSound, use: { engineName: 'firefox' } },
    { name: 'webkit', testIgnore: noSound, use: { engineName: 'webkit' } },
    // WebKitGTK plays on in silence.
    { name: 'firefox without sound', testMatch: noSound, use: { engineName: 'firefox', hasSound: false } },
  ],
})
