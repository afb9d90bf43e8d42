import type { Page } from '@playwright/test'

/** Follows an address as a link on the page would. */
export async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    const link = document.createElement('a')
    link.href = to
    document.body.append(link)
    link.click()
    link.remove()
  }, href)
}
