import { defineConfig, devices } from '@playwright/test'

import { findChromium, findHeadlessChromium } from './scripts/ensure-test-tools.ts'

/** Tests of windows of their own, such as picture-in-picture, which a browser without windows does not have. */
const NEEDS_WINDOWS = /@window/
const [whole, headless] = [await findChromium(), await findHeadlessChromium()]
const at = (executablePath: string | undefined) => (executablePath === undefined ? {} : { executablePath })

const launchOptions = {
  // Where the system has no locale set, Chromium calls a download with a Japanese name just "download".
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--autoplay-policy=user-gesture-required',
  ],
}
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } }
/** Layout is in CSS pixels; a third of the device's own pixels are drawn in less time. */
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5 }

export default defineConfig({
  testDir: 'e2e',
  testMatch: /\/e2e\/[^/]+\.spec\.ts$/,
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A test that passes only the second time does not stop others' work, but `npm test` names it: see CONTRIBUTING.md.
  retries: process.env.CI ? 1 : 0,
  // One more than the cores of CI: tests of sound wait for real time, so two workers leave a third of two cores idle.
  workers: 3,
  // Enough for a machine several times slower than any of ours: they cost nothing unless something is wrong.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['line'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'node_modules/.cache/e2e/report.json' }],
  ],
  use: {
    // Kept of every test in case that it fails, it takes a fifth of the time: `--trace on` where one is wanted.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'Asia/Tokyo',
    // Requests of a service worker pass by what tests route; offline.spec.ts is about it.
    serviceWorkers: 'block',
  },
  // The user agents are those of devices: a headless browser's own name is treated as a crawler by the server.
  projects: [
    {
      name: 'desktop',
      testIgnore: '**/player-gestures.spec.ts',
      grepInvert: NEEDS_WINDOWS,
      use: { ...desktop, launchOptions: { ...launchOptions, ...at(headless) } },
    },
    {
      // What is the same on any screen is looked at once: real sound takes real time.
      name: 'phone',
      testIgnore: '**/{fixtures,layout}.spec.ts',
      grepInvert: [/@anyscreen/, NEEDS_WINDOWS],
      use: { ...phone, launchOptions: { ...launchOptions, ...at(headless) } },
    },
    {
      name: 'window',
      grep: NEEDS_WINDOWS,
      use: { ...desktop, launchOptions: { ...launchOptions, ...at(whole) } },
    },
  ],
})
