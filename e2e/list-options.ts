import type { Page } from './fixtures.ts'

/** On a phone the less urgent controls of a list or playlist wait behind a button. */
export async function showListOptions(page: Page): Promise<void> {
  const main = page.getByRole('main')
  // The page that is followed to may not be there yet.
  await main.locator('[data-more]').first().waitFor({ state: 'attached' })
  const more = main.getByRole('button', { name: /^(?:List options|More actions)$/, expanded: false })
  if (await more.isVisible()) await more.press('Enter')
}
