import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Addresses that the page has had answers from; collected from the first call of `hydrated` on. */
    answered?: string[]
  }
}

/**
 * Waits until React has hydrated the page, bar and screen: until then a click on a button does nothing, and a link loads another
 * document. Also waits for the first health check, so that a connection that is cut afterwards is lost in the middle of a visit.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated)
}

/** Runs in the page. */
export function isHydrated(): boolean {
  const isReacts = (selector: string) => {
    const element = document.querySelector(selector)
    return element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'))
  }
  if (!window.answered) {
    const answered: string[] = []
    window.answered = answered
    // A clock of the test's own takes the place of `performance`, but not of this.
    const observer = new PerformanceObserver((list) => answered.push(...list.getEntries().map(({ name }) => name)))
    observer.observe({ type: 'resource', buffered: true })
  }
  const isLive = document.documentElement.dataset.live !== undefined
  const isAsked = window.answered.some((address) => address.endsWith('/api/health'))
  return isLive && isReacts('header button') && isReacts('main > *') && isAsked
}

/**
 * Waits, after `hydrated`, until everything that the idle page prefetches is there: cutting the connection earlier makes it
 * fail.
 */
export async function settled(page: Page): Promise<void> {
  // The last of it.
  await page.waitForFunction(() => window.answered?.some((address) => address.includes('/start-offline-')))
}
