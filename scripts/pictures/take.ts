import { type Browser, devices, type Page } from '@playwright/test'

import { type Words, wordsOf } from './words.ts'

export const sizes = {
  laptop: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
  phone: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
}
export type Size = keyof typeof sizes
export type Scheme = 'dark' | 'light'

export type Screen = {
  path: string
  /** The visitor; anonymous by default. */
  as?: 'member' | 'administrator' | 'guest'
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Whether the service worker runs: it keeps works, and changes that wait for the server. */
  hasWorker?: boolean
  /** Whether the page keeps a connection open, so that the network never becomes idle. */
  isLive?: boolean
  /** Runs on the page before the picture is taken. */
  prepare?: (page: Page, words: Words) => Promise<void>
}

export type Shot = { screen: Screen; size: Size; scheme: Scheme; locale: string; file: string }

/** Takes one picture as a visitor in a separate browser context. */
export async function take(
  browser: Browser,
  baseURL: string,
  { screen, size, scheme, locale, file }: Shot,
  tokens: Partial<Record<NonNullable<Screen['as']>, string>> = {},
): Promise<void> {
  const context = await browser.newContext({
    ...sizes[size],
    baseURL,
    colorScheme: scheme,
    locale,
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'reduce',
    serviceWorkers: screen.hasWorker ? 'allow' : 'block',
  })
  try {
    const token = screen.as === undefined ? undefined : tokens[screen.as]
    if (token !== undefined) await context.addInitScript((given) => localStorage.setItem('jwt-token', given), token)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    await screen.before?.(page)
    await page.goto(screen.path, { waitUntil: screen.isLive ? 'load' : 'networkidle' })
    await screen.prepare?.(page, wordsOf(locale))
    // Otherwise the element below the last click would look hovered.
    await page.mouse.move(0, 0)
    // Lazy images out of view, below the page or at a shelf's end, do not load.
    await page.waitForFunction(() =>
      [...document.images].every((image) => {
        const { top, left, width } = image.getBoundingClientRect()
        return image.complete || top > innerHeight || left > innerWidth / 2 || width === 0
      }),
    )
    await page.screenshot({ path: file })
  } finally {
    await context.close()
  }
}
