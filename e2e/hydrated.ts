import type { Page } from '@playwright/test'

/**
 * Waits until React has taken over the page, bar and screen: until then a click on a button does nothing, and a link
 * loads another document.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isReacts = (selector: string) => {
      const element = document.querySelector(selector)
      return element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'))
    }
    const isLive = document.documentElement.dataset.live !== undefined
    return isLive && isReacts('header button') && isReacts('main > *')
  })
}
