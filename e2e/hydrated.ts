import type { Page } from '@playwright/test'

/** Waits until React has taken over the page: until then a click on a button does nothing. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const button = document.querySelector('header button')
    return button !== null && Object.keys(button).some((key) => key.startsWith('__reactProps'))
  })
}
