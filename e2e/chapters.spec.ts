import type { Locator } from '@playwright/test'

import { expect, expectAccessible, keepSettings, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { startOwnSite } from './own-site.ts'
import { bar, isPaused, position, test as base } from './playing.ts'
import { wavOf } from './a-library.ts'

const WORK = 'RJ01881100'
const names = Array.from({ length: 24 }, (_, at) => (at === 4 ? 'The Lighthouse 灯台' : `Rain ${at + 1}`))
const sheet = [
  'FILE "Night.wav" WAVE',
  ...names.flatMap((name, at) => [
    `  TRACK ${String(at + 1).padStart(2, '0')} AUDIO`,
    `    TITLE "${name}"`,
    `    INDEX 01 00:${String(at * 2).padStart(2, '0')}:00`,
  ]),
].join('\r\n')

const wav = wavOf({ name: 'Night.wav', seconds: 60, strength: () => 0.1 })
const startSite = () => startOwnSite({ [WORK]: { 'Night.wav': wav, 'Night.cue': sheet } })
const test = base.extend<object>({
  baseURL: async ({ startOnce }, use) => use((await startOnce(startSite)).server.url),
})

// In one worker, since each worker starts its own server.
test.describe.configure({ mode: 'default' })

async function play(page: Page): Promise<void> {
  await keepSettings(page, {})
  await page.goto(`/work/${WORK}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await expect(bar(page).getByRole('button', { name: /^Chapters: Rain 1$/ })).toBeVisible()
  await bar(page).getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => isPaused(page)).toBe(true)
}

test('CHP-06 CHP-07 a cue sheet’s chapters are named, marked and skipped by', async ({ page }) => {
  await play(page)
  const slider = bar(page).getByRole('slider', { name: 'Position in the track' })
  await expect(slider).toHaveAttribute('aria-valuetext', /, Rain 1$/)
  await expect(bar(page).locator('[data-chapter-mark]')).toHaveCount(names.length - 1)
  await page.keyboard.press('.')
  await expect(bar(page).getByRole('button', { name: 'Chapters: Rain 2' })).toBeVisible()
  await expect.poll(() => position(page)).toBe(2)
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Rain 2 · Night')
  await page.keyboard.press(',')
  await expect.poll(() => position(page)).toBe(0)

  await bar(page).getByRole('button', { name: 'Open the player' }).click()
  const chapters = page.getByRole('dialog', { name: 'Full player' }).getByRole('group', { name: 'Chapters' })
  await chapters.getByRole('button', { name: 'Next chapter' }).click()
  await expect(chapters.getByRole('button', { name: 'Chapters: Rain 2' })).toBeVisible()
  await chapters.getByRole('button', { name: 'Previous chapter' }).click()
  await expect(chapters.getByRole('button', { name: 'Chapters: Rain 1' })).toBeVisible()
})

function wideParts(dialog: Element): string[] {
  const parts = [...dialog.querySelectorAll('*')].filter(
    (part) => part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX),
  )
  return parts.map(({ className }) => className)
}

test('CHP-08 in the full player the sheet is above its button, and on a wide screen not over the queue', async ({
  page,
  isMobile,
}) => {
  await play(page)
  await bar(page).getByRole('button', { name: 'Open the player' }).click()
  const full = page.getByRole('dialog', { name: 'Full player' })
  const button = full.getByRole('button', { name: /^Chapters:/ })
  await expect(button).toBeVisible()
  expect(await full.evaluate(wideParts), 'parts that scroll sideways').toEqual([])
  await button.click()
  const list = page.getByRole('dialog', { name: 'Chapters' })
  await expect(list).toBeVisible()
  const boxOf = async (part: Locator) => (await part.boundingBox())!
  const box = async () => {
    const { x, y, width, height } = await boxOf(list)
    return { left: x, right: x + width, top: y, bottom: y + height }
  }
  if (isMobile) {
    // It slides in.
    await expect.poll(async () => (await box()).bottom).toBe(page.viewportSize()!.height)
    return
  }
  const queue = await boxOf(full.getByRole('region', { name: 'Queue' }))
  await expect.poll(async () => (await box()).right).toBeLessThan(queue.x)
  // The player may still be arranging itself.
  await expect.poll(async () => (await box()).bottom - (await boxOf(button)).y).toBeLessThan(0)
  expect((await box()).top).toBeGreaterThanOrEqual(0)
})

test('CHP-08 a long list of chapters is searched, and a chapter plays @anyscreen', async ({ page }) => {
  await play(page)
  await bar(page)
    .getByRole('button', { name: /^Chapters:/ })
    .click()
  const list = page.getByRole('dialog', { name: 'Chapters' })
  await expect(list.getByRole('listitem')).toHaveCount(names.length)
  await expect(list.locator('[aria-current]')).toHaveText(/Rain 1/)
  const field = list.getByRole('searchbox', { name: 'Find a chapter' })
  await field.fill('nothing of the kind')
  await expect(list.getByText('No chapter matches “nothing of the kind”.')).toBeVisible()
  await field.fill('灯台 light')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await list.getByRole('button', { name: /The Lighthouse/ }).click()
  await expect(list).toBeHidden()
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(8)
  await expect(bar(page).getByRole('button', { name: 'Chapters: The Lighthouse 灯台' })).toBeVisible()
})
