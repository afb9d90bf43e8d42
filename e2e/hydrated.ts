import type { Page } from '@playwright/test'

/**
 * Waits until React has taken over the page, bar and screen: until then a click on a button does nothing, and a link
 * loads another document. And until the server has said how it is: whoever cuts the connection after that is in the middle
 * of a visit.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isReacts = (selector: string) => {
      const element = document.querySelector(selector)
      return element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'))
    }
    const isLive = document.documentElement.dataset.live !== undefined
    const isAsked = performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/health'))
    return isLive && isReacts('header button') && isReacts('main > *') && isAsked
  })
}
