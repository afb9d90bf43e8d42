/** The screens with large text, at high zoom, in forced colours, and in another language than the works. */
import { randomInt } from 'node:crypto'

import type { Session } from '@otodana/contract'

import {
  enlargeText,
  expectJapaneseMarked,
  expectRoom,
  expectSelectionSeen,
  expectTitleFirst,
  expectWordsWhole,
  pageShare,
} from './access.ts'
import { expect, expectAccessible, keepSettings } from './fixtures.ts'
import { follow } from './follow.ts'
import { hydrated } from './hydrated.ts'
import { bar, findAlbum, playAlbum, test as playing } from './playing.ts'

const test = playing.extend({
  // Few accounts are made from one address.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use) =>
    use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }),
})

// Each sets the sizes of its windows.
test.describe('on any screen', { tag: '@anyscreen' }, () => {
  test('A11Y-01 with text of twice the size nothing is covered, cut or beyond a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await enlargeText(page)
    for (const path of ['/works', '/works?displayMode=list', '/settings', '/circles']) {
      await page.goto(path)
      await hydrated(page)
      await expectRoom(page)
    }
    for (const path of ['/history', '/playlists', '/favourites', '/about']) {
      await follow(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(path)
      await expectRoom(page)
    }
    await playAlbum(page)
    await expect(bar(page)).toBeVisible()
    await expectRoom(page)
  })

  test('A11Y-01 with text of twice the size no term lies below the search button, and the bars leave the page two thirds', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await enlargeText(page)
    await playAlbum(page)
    await expect.poll(async () => (await bar(page).boundingBox())!.y).toBeGreaterThan((844 * 2) / 3)
    await bar(page).getByRole('button', { name: 'Open the player' }).click()
    // Of the buttons with captions none is alone in its row.
    const captioned = page.getByText(/^(?:Mode|Sleep|Sound|Subtitles|Queue)$/).and(page.locator('dialog span'))
    const inRows = () =>
      captioned.evaluateAll((all) => {
        const tops = all.map((caption) => Math.round(caption.getBoundingClientRect().top))
        return tops.map((top) => tops.filter((other) => other === top).length)
      })
    await expect.poll(inRows).toEqual([3, 3, 3, 2, 2])

    const registered = await page.request.post('/api/auth/reg', {
      data: { name: `hikari${process.pid}x${randomInt(1e6)}`, password: 'rain on the roof' },
    })
    const { token } = (await registered.json()) as Session
    await page.addInitScript((jwt) => localStorage.setItem('jwt-token', jwt), token)
    await page.goto('/works?keyword=rain%20roof')
    await hydrated(page)
    await expect(page.getByRole('banner').getByRole('combobox')).toBeVisible()
    await expectRoom(page)
    const tabs = page.getByRole('navigation', { name: 'Where to search' })
    await expect(tabs.getByRole('link', { name: /^In subtitles \d+$/ })).toBeVisible()
    await expectWordsWhole(tabs)
    await follow(page, '/settings')
    await expect(page).toHaveURL('/settings')
    await expectRoom(page)
    // The initial is inside of the bar.
    const header = (await page.getByRole('banner').boundingBox())!
    const initial = (await page.getByRole('banner').locator('[data-account] > span').first().boundingBox())!
    expect(initial.y + initial.height).toBeLessThan(header.y + header.height)
  })

  test('A11Y-02 at 400 % zoom the bars leave the page two thirds of the height', async ({ page }) => {
    await playAlbum(page)
    await page.setViewportSize({ width: 320, height: 256 })
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
    await expect.poll(() => pageShare(page)).toBeGreaterThan(2 / 3)
    // What is used stays in view.
    const menu = page.getByRole('banner').getByRole('button', { name: 'Open menu' })
    await menu.focus()
    await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }))
    await expect(menu).toBeInViewport()
  })

  test('A11Y-03 in forced colours, selections and ratings are seen', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    const { work } = await findAlbum(page)
    for (const path of ['/works', '/works?displayMode=compact&page=2', '/settings', `/work/${work.source_id}`]) {
      await page.goto(path)
      await hydrated(page)
      await expectSelectionSeen(page)
    }
    // Stars are drawn as far as the average.
    const stars = page.getByText('★★★★★').first()
    await expect(stars).toHaveCSS('forced-color-adjust', 'none')
    await expect(stars).toHaveCSS('background-image', /gradient/)
  })
})

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('A11Y-04 A11Y-05 A11Y-06 in a Chinese page Japanese texts are marked; headings are in order, targets large', async ({
    page,
    context,
  }) => {
    await keepSettings(context, { showPopularAtHome: true })
    // The shelf of popular works does not move during the checks.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const registered = await page.request.post('/api/auth/reg', {
      data: { name: `hikari${process.pid}x${randomInt(1e6)}`, password: 'rain on the roof' },
    })
    const { token } = (await registered.json()) as Session
    await page.addInitScript((jwt) => localStorage.setItem('jwt-token', jwt), token)
    for (const path of ['/works?displayMode=list', '/circles', '/vas', '/favourites', '/history']) {
      await page.goto(path)
      await hydrated(page)
      await expectTitleFirst(page)
      await expectJapaneseMarked(page)
    }
    await page.goto('/works?displayMode=list')
    await hydrated(page)
    await expectAccessible(page)

    const { work } = await findAlbum(page)
    await page.goto(`/work/${work.source_id}`)
    await hydrated(page)
    await page.locator('main').getByRole('button', { name: '播放', exact: true }).first().click()
    await expect(page.getByRole('region', { name: '播放器' })).toBeVisible()
    await expectTitleFirst(page)
    await expectJapaneseMarked(page)
    await expectAccessible(page)
    for (const name of ['写评论', '添加到播放列表', '下载全部']) {
      await page.locator('main').getByRole('button', { name }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectJapaneseMarked(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
  })
})
