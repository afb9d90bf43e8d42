/** Ways about the site: the menu, back to where one came from, what happens while a screen is on its way, and by keyboard. */
import type { Work } from '@otodana/contract'
import type { Locator } from '@playwright/test'

import { expect, expectAccessible, keepSettings, type Page } from './fixtures.ts'
import { follow } from './follow.ts'
import { hydrated } from './hydrated.ts'
import { bar, expectMoving, isPaused, position, test } from './playing.ts'

/** Sums layout shifts in `window.shifts`. */
const countShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** What a page may have, and what of it packed, in bytes. */
const WEIGHTS = {
  '/works': [145_000, 27_000],
  '/work/RJ01000001': [88_000, 19_000],
  '/tags': [79_000, 18_500],
} as const

for (const [path, [most, mostPacked]] of Object.entries(WEIGHTS))
  test(`NAV-38 the page ${path} is light`, { tag: '@anyscreen' }, async ({ page }) => {
    const sizeOf = async (encoding: string) => {
      const answer = await page.request.get(path, { headers: { 'accept-encoding': encoding } })
      expect(answer.headers()['content-encoding'] ?? 'identity').toBe(encoding)
      expect(await answer.text()).toContain('</html>')
      return Number(answer.headers()['content-length'])
    }
    expect(await sizeOf('identity')).toBeLessThan(most)
    expect(await sizeOf('br')).toBeLessThan(mostPacked)
  })

const scrollTop = (page: Page) => page.evaluate(() => scrollY)

test(
  'NAV-07 NAV-34 a docked menu has its place before the first paint, is folded away and back, and opens over a smaller page',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await keepSettings(page, { sidebarExpandMode: 'docked' })
    await countShifts(page)
    await page.goto('/circles')
    await hydrated(page)
    const side = page.getByRole('navigation', { name: 'Menu' })
    await expect(side.getByRole('link', { name: 'Circles' })).toHaveAttribute('aria-current', 'page')
    // It takes the place of the rail.
    const rail = page.getByRole('navigation', { name: 'Main' })
    await expect(rail).toBeHidden()
    const left = () => page.locator('main h1').evaluate((heading) => heading.getBoundingClientRect().left)
    const docked = await left()
    expect(docked).toBeGreaterThan((await side.boundingBox())!.width)
    expect(await page.evaluate(() => window.shifts)).toBeLessThan(0.02)
    await expectAccessible(page)

    await side.getByRole('link', { name: 'Library' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(side.getByRole('link', { name: 'Library' })).toHaveAttribute('aria-current', 'page')

    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(side).toBeHidden()
    await expect(rail).toBeVisible()
    await expect.poll(left).toBeLessThan(docked)
    await page.reload()
    await hydrated(page)
    await expect(side).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(side).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.setViewportSize({ width: 1000, height: 700 })
    await expect(side).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  },
)

test.describe('on the smallest phone, in Japanese', { tag: '@anyscreen' }, () => {
  test.use({ locale: 'ja-JP', viewport: { width: 320, height: 640 } })

  test('NAV-33 the own screens have one row of tabs with the current one in view, and no place breaks inside a word', async ({
    page,
  }) => {
    await page.goto('/kept')
    await hydrated(page)
    const tabs = page.getByRole('navigation', { name: 'マイライブラリ' }).getByRole('link')
    await expect(tabs).toHaveText(['再生履歴', 'お気に入り', 'プレイリスト', 'この端末'])
    await expect(tabs.last()).toBeInViewport({ ratio: 1 })
    const tops = () => tabs.evaluateAll((all) => new Set(all.map((tab) => tab.getBoundingClientRect().top)).size)
    expect(await tops()).toBe(1)
    await follow(page, '/history')
    await expect(tabs.first()).toHaveAttribute('aria-current', 'page')
    await expect(tabs.first()).toBeInViewport({ ratio: 1 })

    const lines = await page.locator('main ~ nav a:visible, header ~ nav a:visible').evaluateAll((places) =>
      places.map((place) => {
        const words = document.createRange()
        words.selectNodeContents(place.lastChild!)
        return words.getClientRects().length
      }),
    )
    expect(lines).toEqual([1, 1, 1, 1])
  })
})

test('NAV-33 NAV-34 the places are a bar below a phone’s player, and a rail beside the page where there is room', async ({
  page,
  isMobile,
}) => {
  await countShifts(page)
  const places = page.getByRole('navigation', { name: 'Main' })
  const current = places.locator('[aria-current]:visible')
  // Where the address of the search leads, from a screen without it.
  await page.goto('/tags#search')
  await hydrated(page)
  const search = page.getByRole('banner').locator('input[name=keyword]')
  const found = page.getByRole('dialog', { name: 'Search', exact: true })
  if (isMobile) {
    await expect(found.getByRole('combobox')).toBeFocused()
    await found.getByRole('button', { name: 'Close' }).click()
  } else {
    await expect(search).toBeFocused()
    await search.blur()
  }
  if (!isMobile) {
    expect(await page.evaluate(() => window.shifts)).toBeLessThan(0.02)
    const screens = ['Home', 'Circles', 'Tags', 'Voice actors', 'History', 'Favourites', 'Playlists', 'You']
    for (const name of screens) await expect(places.getByRole('link', { name, exact: true })).toBeVisible()
    await places.getByRole('link', { name: 'Circles' }).click()
    await expect(page).toHaveURL(/\/circles$/)
    await expect(current).toHaveText('Circles')
    const rail = (await places.boundingBox())!
    expect((await page.locator('main').boundingBox())!.x).toBe(rail.x + rail.width)
    await expectAccessible(page)
    return
  }
  await places.getByRole('link', { name: 'Your library' }).click()
  await expect(page).toHaveURL(/\/history$/)
  await page.getByRole('navigation', { name: 'Your library' }).getByRole('link', { name: 'Playlists' }).click()
  await expect(page).toHaveURL(/\/playlists$/)
  await expect(current).toHaveText('Your library')
  // What the first focus loads makes it a dialog.
  await search.dispatchEvent('focusin')
  await expect(page.getByRole('banner').getByRole('combobox')).toBeVisible()
  await places.getByRole('link', { name: 'Search' }).click()
  await expect(found.getByRole('combobox')).toBeFocused()
  await found.getByRole('button', { name: 'Close' }).click()
  await places.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/works$/)
  await expect(current).toHaveText('Home')

  await page.getByRole('main').getByRole('button', { name: /^Play/ }).first().click()
  await expectMoving(page)
  const ends = async () => {
    const [player, bottom] = [(await bar(page).boundingBox())!, (await places.boundingBox())!]
    return [Math.round(player.y + player.height - bottom.y), Math.round(bottom.y + bottom.height)]
  }
  await expect.poll(ends).toEqual([1, 844])
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(ends).toEqual([1, 844])
  // Zoomed in, or shortened by a keyboard, the page needs the height.
  await page.setViewportSize({ width: 390, height: 400 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(places).not.toBeInViewport()
  await places.getByRole('link', { name: 'You', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible()
})

test('NAV-40 on a phone Back closes the menu, and a page that it leads to is one step', async ({ page, isMobile }) => {
  const menu = page.getByRole('dialog', { name: 'Menu', exact: true })
  const open = async () => {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(menu).toBeVisible()
  }
  const choose = async (place: string) => {
    await open()
    await menu.getByRole('link', { name: place, exact: true }).click()
    await expect(menu).toHaveCount(0)
  }
  await page.goto('/circles')
  await hydrated(page)
  await follow(page, '/works')
  await expect(page).toHaveURL('/works')
  await open()
  await page.goBack()
  await expect(menu).toHaveCount(0)
  // On a wide screen it covers little, and Back leaves the page.
  await expect(page).toHaveURL(isMobile ? '/works' : '/circles')
  if (!isMobile) return
  // Closed in another way, it leaves no step behind.
  await open()
  await menu.getByRole('button', { name: 'Close' }).click()
  await expect(menu).toHaveCount(0)

  await choose('Tags')
  await expect(page).toHaveURL('/tags')
  // The page that is shown already is no further step.
  await choose('Tags')
  await expect(page).toHaveURL('/tags')
  await page.goBack()
  await expect(page).toHaveURL('/works')
  await page.goBack()
  await expect(page).toHaveURL('/circles')
})

test('NAV-15 random play plays a work within the filter, tells which, and picks another each time', async ({
  page,
  context,
  allow,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await page.goto('/works')
  await hydrated(page)
  const playAny = async () => {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Random play' }).click()
  }
  const notice = page.getByRole('status').filter({ hasText: 'Picked at random' })
  await playAny()
  // It stays while it is pointed at.
  await notice.getByRole('link').hover()
  await expectMoving(page)
  await expectAccessible(page)
  const first = await notice.getByRole('link').getAttribute('href')
  await notice.getByRole('button', { name: 'Pick another' }).click()
  await expect(notice.getByRole('link')).not.toHaveAttribute('href', first!)
  await notice.getByRole('link').hover()
  await expectMoving(page)
  const [title, second] = [
    await notice.getByRole('link').innerText(),
    await notice.getByRole('link').getAttribute('href'),
  ]
  await notice.getByRole('link').click()
  await expect(page).toHaveURL(second!)
  // Above it is its title in English where that is known.
  await expect(page.getByRole('main').getByText(title, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(notice).toHaveCount(0)

  const { works } = (await (await page.request.get('/api/works?pageSize=1')).json()) as { works: Work[] }
  const [only] = works
  const filterBy = (keyword: string) =>
    page.evaluate(
      (globalFilter) => localStorage.setItem('settings', JSON.stringify({ version: 1, values: { globalFilter } })),
      keyword,
    )
  await filterBy(only!.source_id)
  await page.reload()
  await hydrated(page)
  for (let press = 0; press < 2; press++) {
    await playAny()
    await expect(notice.getByRole('link')).toHaveText(only!.title)
    await notice.getByRole('link').hover()
    await expectMoving(page)
    await notice.getByRole('button', { name: 'Close' }).click()
  }
  await filterBy('zzzzzz')
  await page.reload()
  await hydrated(page)
  await playAny()
  await expect(page.getByText('No works match your global filter.').first()).toBeVisible()
  await context.setOffline(true)
  await playAny()
  await expect(page.getByText('The server cannot be reached.').first()).toBeVisible()
  await context.setOffline(false)
})

test(
  'WRK-04 NAV-10 from a work one gets back to its card on the list it was opened from, over reloads and other works',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/status of 404/)
    const back = page.getByRole('link', { name: /^Back to Library/ })
    await page.goto('/work/RJ01000001')
    await hydrated(page)
    await expect(back).toHaveCount(0)

    await page.goto('/works?page=2&sortOption=id')
    await hydrated(page)
    const card = page.getByRole('article').nth(13)
    const id = await card.locator('xpath=..').getAttribute('id')
    await card.getByRole('heading').getByRole('link').press('Enter')
    await expect(back).toBeVisible()
    await expectAccessible(page)
    await follow(page, '/work/RJ01000002#work-tree')
    await expect(page).toHaveURL(/RJ01000002/)
    await page.goBack()
    await expect(page).not.toHaveURL(/RJ01000002/)
    await page.reload()
    await hydrated(page)
    // A work that is not there leaves the history as it was.
    await follow(page, '/work/RJ99999999')
    await expect(page.getByRole('heading', { level: 1, name: 'Nothing on this shelf' })).toBeVisible()
    await page.goBack()
    await back.click()
    await expect(page).toHaveURL(`/works?page=2&sortOption=id#${id}`)
    await expect(page.locator(`#${id}`)).toBeInViewport({ ratio: 0.5 })

    // One that has left the library since its list came.
    const other = page.getByRole('article').nth(12)
    const code = (await other.getByRole('heading').getByRole('link').getAttribute('href'))!.split('/').at(-1)!
    const calls = new RegExp(`/api/(workInfo|tracks)/${Number(code.slice(2))}\\b`)
    await page.route(calls, (route) => route.fulfill({ status: 404, json: { error: 'work.notFound' } }))
    await other.getByRole('heading').getByRole('link').press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Nothing on this shelf' })).toBeVisible()
    await expect(page).toHaveTitle('Nothing on this shelf | Otodana')
    await expect(page).toHaveURL(new RegExp(code))
    await page.unroute(calls)
    await page.goBack()
    await other.getByRole('heading').getByRole('link').press('Enter')
    await expect(page).toHaveTitle(new RegExp(code))
    await expect(page.getByRole('heading', { level: 1, name: 'Nothing on this shelf' })).toHaveCount(0)
  },
)

test('NAV-08 the way back to the top appears after scrolling, covers nothing at the end, and takes the keyboard along', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/works')
  await hydrated(page)
  const button = page.getByRole('button', { name: 'Back to the top' })
  await expect(button).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(button).toBeVisible()
  const last = page.getByRole('main').locator('a:visible, button:visible, input:visible, select:visible').last()
  const bottomOf = async (element: Locator) => {
    const box = (await element.boundingBox())!
    return box.y + box.height
  }
  await expect
    .poll(async () => {
      // Again, because the page may have grown.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      return (await button.boundingBox())!.y - (await bottomOf(last))
    })
    .toBeGreaterThan(0)
  await expectAccessible(page)
  await button.press('Enter')
  await expect.poll(() => scrollTop(page)).toBe(0)
  await expect(button).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test(
  'NAV-14 a screen that hangs shows that it is coming, gives way to another, and after two minutes says that it did not come',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/Chunk missing/)
    // Only timers of two minutes wait until the test lets them pass.
    await page.addInitScript(() => {
      const [waiting, original] = [[] as (() => void)[], window.setTimeout.bind(window)]
      const patient = (run: () => void, ms?: number, ...rest: unknown[]) =>
        ms === 120_000 ? waiting.push(run) : original(run, ms, ...rest)
      window.setTimeout = patient as typeof setTimeout
      window.letTwoMinutesPass = () => {
        for (const run of waiting.splice(0)) run()
      }
    })
    const letTwoMinutesPass = () => page.evaluate(() => window.letTwoMinutesPass())
    const held = Promise.withResolvers<void>()
    await page.route(/\/assets\/(circles|SleepSheet)-.*\.js/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/works')
    await hydrated(page)
    const line = page.locator('html[data-loading]')
    await follow(page, '/circles')
    await expect(line).toHaveCount(1)
    await follow(page, '/works?page=2')
    await expect(page.getByRole('article')).toHaveCount(20)
    await expect(page).toHaveURL(/page=2/)
    await expect(line).toHaveCount(0)

    await follow(page, '/circles')
    await expect(line).toHaveCount(1)
    const alert = page.getByRole('alert').filter({ hasText: 'This could not be loaded' })
    await expect(async () => {
      await letTwoMinutesPass()
      await expect(alert.getByRole('button', { name: 'Reload the page' })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(line).toHaveCount(0)

    // What opens over a page says so as well, and the page stays.
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sleep timer' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Part of this page could not be loaded' })
    await expect(async () => {
      await letTwoMinutesPass()
      await expect(notice.getByRole('button', { name: 'Reload the page' })).toBeVisible({ timeout: 1_000 })
    }).toPass()

    held.resolve()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Circles' })).toBeVisible()

    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sleep timer' }).click()
    await expect(page.getByRole('dialog', { name: 'Sleep timer' })).toBeVisible()
    await expect(notice).toHaveCount(0)
  },
)

/** Presses Tab until the target has the focus, within a limited number of steps. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let step = 0; step < 90; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

test(
  'PLY-10 SRC-01 a work is searched, opened, played, sought in and queued, and settings are made, by the keyboard alone',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const { works } = (await (await page.request.get('/api/works?pageSize=1&order=id&sort=asc')).json()) as {
      works: Work[]
    }
    const [work] = works
    await page.goto('/works')
    await hydrated(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    const search = page.getByRole('banner').locator('input[name=keyword]')
    await tabTo(page, search)
    await page.keyboard.type(work!.source_id)
    await page.keyboard.press('Enter')
    const found = page.getByRole('article').getByRole('heading').getByRole('link', { name: work!.title })
    await expect(page.getByRole('article')).toHaveCount(1)
    await tabTo(page, found)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: work!.title })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()

    const play = page.getByRole('main').getByRole('button', { name: 'Play', exact: true })
    await tabTo(page, play)
    // Until the work's files are known it does nothing.
    await expect(play).toBeEnabled()
    await page.keyboard.press('Enter')
    await expectMoving(page)
    await tabTo(page, bar(page).getByRole('slider', { name: 'Position in the track' }))
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    const before = await position(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => position(page)).toBeGreaterThan(before + 2)
    const volume = bar(page).getByRole('slider', { name: 'Volume' })
    await tabTo(page, volume)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.volume)).toBeLessThan(1)
    await tabTo(page, bar(page).getByRole('button', { name: 'Queue' }))
    await page.keyboard.press('Enter')
    const queue = page.getByRole('dialog', { name: 'Queue' })
    await expect(queue).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(queue).toBeHidden()
    await expect(bar(page).getByRole('button', { name: 'Queue' })).toBeFocused()

    await tabTo(page, page.getByRole('button', { name: 'Open menu' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Settings' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await tabTo(page, page.getByRole('radio', { name: 'System' }))
    await page.keyboard.press('ArrowLeft')
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light')
    expect(await isPaused(page)).toBe(false)
  },
)

declare global {
  interface Window {
    shifts: number
    letTwoMinutesPass: () => void
  }
}
