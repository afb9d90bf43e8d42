import type { Work, WorkPage } from '@otodana/contract'
import type { Locator, Page, Request } from '@playwright/test'

import { expect, expectAccessible, keepSettings, test } from './fixtures.ts'
import { follow } from './follow.ts'
import { hydrated, settled } from './hydrated.ts'
import { showListOptions } from './list-options.ts'

const SEARCH_OR_LIST = /\/api\/(?:works|search)(?:[/?]|$)/
const ADULTS_OUT = '$-age:adult$'

/** Every request for a list of works that the page makes from now on. */
function listRequests(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (SEARCH_OR_LIST.test(request.url())) requests.push(request)
  })
  return requests
}

const cards = (page: Page) => page.getByRole('article')
const sortSelect = (page: Page) => page.getByRole('combobox', { name: 'Sort', exact: true })

test.describe('sorts', () => {
  test(
    'LIB-03 every sort that is offered is asked of the API and kept in the address; mine is for members',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await page.goto('/works')
      await hydrated(page)
      const offered = await sortSelect(page)
        .locator('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
      expect(offered).toEqual([
        'create_date',
        'release',
        'release-asc',
        'dl_count',
        'price',
        'price-asc',
        'rate_average_2dp',
        'review_count',
        'id',
        'id-asc',
        'nsfw-asc',
        'random',
      ])
      const requests = listRequests(page)
      for (const sort of ['price-asc', 'nsfw-asc']) {
        await sortSelect(page).selectOption(sort)
        await expect(page).toHaveURL(`/works?sortOption=${sort}`)
        const [order, direction] = sort.split('-')
        await expect.poll(() => requests.at(-1)?.url() ?? '').toContain(`order=${order}&sort=${direction}`)
      }
      await page.goto('/works?sortOption=rating')
      await hydrated(page)
      await expect(sortSelect(page)).toHaveValue('rating')
      await expect(page.getByText('You have not rated any of these works.')).toBeVisible()
    },
  )

  test('LIB-03 random has a seed, and choosing it again another one', { tag: '@anyscreen' }, async ({ page }) => {
    await page.goto('/works')
    await hydrated(page)
    const requests = listRequests(page)
    await sortSelect(page).selectOption('random')
    await expect(page).toHaveURL(/sortOption=random-\d{1,2}$/)
    const [, seed] = /random-(\d+)$/.exec(page.url())!
    await expect.poll(() => requests.at(-1)?.url() ?? '').toMatch(new RegExp(`order=random&.*seed=${seed}(&|$)`))
    await expect(sortSelect(page)).toHaveValue(`random-${seed}`)
    // Which of the hundred it is by chance may be the same one: the button's never is.
    await page.getByRole('link', { name: 'Shuffle again' }).click()
    await expect(page).not.toHaveURL(new RegExp(`random-${seed}$`))
    await expect(sortSelect(page).locator('option', { hasText: 'Shuffle again' })).toHaveCount(1)
  })
})

test.describe('requests', { tag: '@anyscreen' }, () => {
  test('LIB-04 fast changes make one request, for the last of them', async ({ page }) => {
    await page.goto('/works')
    await hydrated(page)
    const requests = listRequests(page)
    const answered = page.waitForResponse(SEARCH_OR_LIST)
    await sortSelect(page).evaluate((select: HTMLSelectElement) => {
      for (const value of ['release', 'price', 'dl_count', 'id']) {
        select.value = value
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }
    })
    await answered
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page).toHaveURL(/sortOption=id$/)
    expect(requests.map((request) => new URL(request.url()).searchParams.get('order'))).toEqual(['id'])
  })

  test('LIB-01 LIB-04 a list that is replaced is busy; a request that is superseded is cancelled, and nothing is said of it', async ({
    page,
  }) => {
    await page.goto('/works')
    await hydrated(page)
    const held = Promise.withResolvers<void>()
    await page.route(/order=price/, async (route) => {
      await held.promise
      // The page has left by then.
      await route.continue().catch(() => undefined)
    })
    await expect(page.locator('main [aria-busy]')).toHaveAttribute('aria-busy', 'false')
    const asked = page.waitForRequest(/order=price/)
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('order=price'))
    await sortSelect(page).selectOption('price')
    await asked
    await expect(page.locator('[aria-busy=true]')).toHaveCount(1)
    await sortSelect(page).selectOption('id-asc')
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page).toHaveURL(/sortOption=id-asc/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    held.resolve()
  })

  test('SRC-07 a keyword over 500 characters is sent in a body and finds the same as the page of its address', async ({
    page,
  }) => {
    const keyword = `ASMR ${Array.from({ length: 60 }, (_, at) => `$-tag:none ${at}$`).join(' ')}`.slice(0, 620)
    await page.goto('/works')
    await hydrated(page)
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/search/'))
    await follow(page, `/works?keyword=${encodeURIComponent(keyword)}`)
    expect((await sent).method()).toBe('POST')
    expect((await sent).postDataJSON()).toMatchObject({ keyword: keyword.trim() })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “ASMR”')
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(cards(page).first()).toBeVisible()
    const titles = await cards(page).getByRole('heading').allInnerTexts()
    await page.reload()
    await hydrated(page)
    await expect(cards(page).getByRole('heading')).toHaveText(titles)
  })

  test('LIB-12 a list that fails leaves its frame, and comes when it is asked for again', async ({ page, allow }) => {
    allow(/status of 500|HTTP 500/)
    await page.goto('/works')
    await hydrated(page)
    await page.route(SEARCH_OR_LIST, (route) => route.fulfill({ status: 500, json: { error: 'server.failed' } }))
    await sortSelect(page).selectOption('price')
    await expect(page.getByRole('alert')).toContainText('Something went wrong')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Library')
    await expect(sortSelect(page)).toHaveValue('price')
    await expectAccessible(page)
    await page.unroute(SEARCH_OR_LIST)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(20)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('LIB-12 WRK-05 IDX-01 what the server could not give while it was restarted comes by itself', async ({
    page,
    request,
    allow,
  }) => {
    allow(/ERR_CONNECTION_REFUSED/)
    const { works } = (await (await request.get('/api/works?pageSize=1&order=id')).json()) as { works: Work[] }
    const { id, title } = works[0]!
    const alert = page.getByRole('alert').filter({ hasText: 'Retrying automatically…' })
    const isUp = async (up: boolean) => {
      if (up) await page.unroute('**/api/**')
      else await page.route('**/api/**', (route) => route.abort('connectionrefused'))
    }
    await page.goto('/settings')
    await hydrated(page)
    for (const [path, shown] of [
      ['/works?sortOption=id', cards(page).first()],
      ['/circles', page.locator('main').getByRole('listitem').filter({ hasText: /\d/ }).first()],
      [`/work/${id}`, page.getByRole('heading', { level: 1, name: title })],
    ] as const) {
      await isUp(false)
      await follow(page, path)
      await expect(alert).toContainText('cannot be reached')
      // It is still there when the next tries have failed, and was not told again.
      const told = await alert.elementHandle()
      await page.waitForEvent('requestfailed')
      await page.waitForEvent('requestfailed')
      expect(await told?.isVisible()).toBe(true)
      await expectAccessible(page)
      await isUp(true)
      await expect(shown).toBeVisible()
      await expect(alert).toHaveCount(0)
    }
    await expect(page.getByRole('region', { name: 'Tracks' }).getByRole('link').first()).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(title.slice(0, 10).replace(/[^\p{L}\p{N} ]/gu, '.'), 'u'))
  })

  test.describe('after everything has been loaded', () => {
    test.use({ savesData: false })

    test('LIB-12 without a connection the list says so, and comes by itself when there is one', async ({
      page,
      context,
      allow,
    }) => {
      allow(/ERR_INTERNET_DISCONNECTED/)
      await page.goto('/works')
      await hydrated(page)
      await settled(page)
      await context.setOffline(true)
      await sortSelect(page).selectOption('price')
      await expect(page.getByRole('alert')).toContainText('cannot be reached')
      await context.setOffline(false)
      await expect(cards(page)).toHaveCount(20)
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  })

  test('LIB-12 a slow list shows the shapes of what comes', async ({ page }) => {
    // The line above it goes on for twenty seconds otherwise, and what moves is waited for.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/settings')
    await hydrated(page)
    const held = Promise.withResolvers<void>()
    await page.route(SEARCH_OR_LIST, async (route) => {
      await held.promise
      await route.continue()
    })
    await follow(page, '/works')
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
    await expectAccessible(page)
    held.resolve()
    await expect(cards(page)).toHaveCount(20)
  })
})

const CHINESE = 'CHI_HANS,CHI_HANT,CHI'
/** Each work once, as on a page in Chinese. */
const AS_SHOWN = `editions=one&editionLanguages=${CHINESE}`

test.describe('on a phone', { tag: '@anyscreen' }, () => {
  test.use({ viewport: { width: 390, height: 844 } })
  const search = `/works?keyword=${encodeURIComponent('$-duration:600$ $-age:adult$ $-age:r15$')}`
  const layout = (page: Page) => page.getByRole('link', { name: 'List', exact: true })

  test('LIB-33 filters and order are one row, what is searched another, and the rest waits behind a button', async ({
    page,
  }) => {
    await page.goto(search)
    await hydrated(page)
    const middleOf = async (part: Locator) => {
      const { y, height } = (await part.boundingBox())!
      return Math.round(y + height / 2)
    }
    const more = page.getByRole('button', { name: 'List options' })
    const row = await middleOf(page.getByRole('button', { name: /^Filters/ }))
    expect(await middleOf(sortSelect(page))).toBe(row)
    expect(await middleOf(more)).toBe(row)
    const terms = page.getByRole('list', { name: 'Search by' }).getByRole('link')
    await expect(terms).toHaveCount(3)
    expect(await middleOf(terms.first())).toBe(await middleOf(terms.last()))
    expect((await cards(page).first().boundingBox())!.y).toBeLessThan(250)

    await expect(layout(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Always keep' })).toBeHidden()
    await more.press('Enter')
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('button', { name: 'Always keep' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Languages of works' })).toBeVisible()
    await expectAccessible(page)
    await layout(page).click()
    await expect(page).toHaveURL(/displayMode=list/)
    await more.press('Enter')
    await expect(layout(page)).toBeHidden()
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })
    test('LIB-33 nothing waits behind a button that does nothing', async ({ page, allow }) => {
      allow(/^request failed: GET \S+\.js csp$/)
      await page.goto(search)
      await expect(page.getByRole('button', { name: 'List options' })).toBeHidden()
      await expect(layout(page)).toBeVisible()
    })
  })
})

test.describe('subtitles', () => {
  test('I18N-06 the filter and marks are there with subtitles to read, unless this device hides them, and nothing moves', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      window.shifts = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const only = page.getByRole('checkbox', { name: 'Subtitled only' })
    const mark = page.getByRole('article').getByText('Subtitled', { exact: true }).first()
    const isShown = async (isVisible: boolean) => {
      await hydrated(page)
      await expect(mark).toBeVisible({ visible: isVisible })
      expect(await page.evaluate(() => window.shifts)).toBeLessThan(0.02)
      await showListOptions(page)
      await expect(only).toBeVisible({ visible: isVisible })
    }
    await page.goto('/works?pageSize=100')
    await isShown(true)

    await follow(page, '/settings')
    const choice = page.getByRole('group', { name: 'Subtitle filter and marks' })
    await choice.getByRole('radio', { name: 'Hide' }).check()
    await follow(page, '/works?pageSize=100')
    await expect(only).toBeHidden()
    await page.goto('/works?pageSize=100')
    await isShown(false)

    // What an address asks for can be seen and removed.
    await page.goto('/works?pageSize=100&subtitle=1')
    await hydrated(page)
    await showListOptions(page)
    await only.uncheck()
    await expect(page).toHaveURL('/works?pageSize=100')
    await expect(only).toBeHidden()
  })

  test.describe('in Chinese', () => {
    test.use({ locale: 'zh-CN' })

    test(
      'LIB-06 I18N-02 the list is narrowed to works with subtitles, and the address says so',
      { tag: '@anyscreen' },
      async ({ page, request }) => {
        const total = async (query: string) =>
          ((await (await request.get(`/api/works?${query}`)).json()) as WorkPage).pagination.totalCount
        const [all, subtitled] = [await total(AS_SHOWN), await total(`${AS_SHOWN}&subtitle=1`)]
        expect(subtitled).toBeGreaterThan(0)
        expect(subtitled).toBeLessThan(all)
        await page.goto('/works?pageSize=100')
        await hydrated(page)
        const only = page.getByRole('checkbox', { name: '仅带字幕' })
        await only.check()
        await expect(page).toHaveURL('/works?pageSize=100&subtitle=1')
        await expect(cards(page)).toHaveCount(subtitled)
        await page.reload()
        await hydrated(page)
        await expect(only).toBeChecked()
        await expect(cards(page)).toHaveCount(subtitled)
        await only.uncheck()
        await expect(page).toHaveURL('/works?pageSize=100')
        await expect(cards(page)).toHaveCount(all)
      },
    )

    test(
      'LIB-06 works that subtitles on this device belong to are sent along',
      { tag: '@anyscreen' },
      async ({ page, request }) => {
        const { works } = (await (await request.get('/api/works?pageSize=100')).json()) as { works: Work[] }
        const other = works.find((work) => !work.has_subtitle)!
        await keepSettings(page, { localSubtitledWorks: [other.id] })
        // Where there is no database at all, they are found to be gone.
        await page.addInitScript(() => void indexedDB.open('local-subtitles', 3))
        await page.goto('/works')
        await hydrated(page)
        const sent = page.waitForRequest((call) => call.method() === 'POST')
        await page.getByRole('checkbox', { name: '仅带字幕' }).check()
        expect((await sent).postDataJSON()).toMatchObject({ subtitle: 1, localSubtitledWorks: [other.id] })
        const asked = { subtitle: 1, localSubtitledWorks: [other.id], editions: 'one', editionLanguages: CHINESE }
        const { pagination } = (await (await request.post('/api/works', { data: asked })).json()) as WorkPage
        await expect(page.getByText(`共 ${pagination.totalCount} 部作品`)).toBeVisible()
      },
    )
  })
})

test(
  'LIB-09 old addresses lead to the search for the name, as an answer and within the app',
  { tag: '@anyscreen' },
  async ({ page, request }) => {
    const { works } = (await (await request.get('/api/works')).json()) as { works: Work[] }
    const work = works.find(({ circle, tags, vas }) => circle.name !== '' && tags.length > 0 && vas.length > 0)!
    for (const [parameter, id, keyword] of [
      ['circleId', work.circle.id, `$circle:${work.circle.name}$`],
      ['tagId', work.tags[0]!.id, `$tag:${work.tags[0]!.name}$`],
      ['vaId', work.vas[0]!.id, `$va:${work.vas[0]!.name}$`],
    ] as const) {
      const answer = await request.get(`/works?${parameter}=${id}`, { maxRedirects: 0 })
      expect(answer.status()).toBe(302)
      const location = new URL(answer.headers().location!, 'http://x')
      expect([location.pathname, Object.fromEntries(location.searchParams)]).toEqual(['/works', { keyword }])
    }
    const gone = await request.get('/works?circleId=2147483647', { maxRedirects: 0 })
    expect([gone.status(), gone.headers().location]).toEqual([302, '/works'])

    await page.goto('/works')
    await hydrated(page)
    await follow(page, `/works?circleId=${work.circle.id}`)
    await expect(page).toHaveURL((url) => url.searchParams.get('keyword') === `$circle:${work.circle.name}$`)
    await expect(page).not.toHaveURL(/circleId/)
    await expect(cards(page).filter({ hasText: work.title })).toHaveCount(1)
    await follow(page, '/works?vaId=nobody')
    await expect(page).toHaveURL(/\/works$/)
  },
)

test.describe('the global filter', () => {
  test(
    'LIB-11 it is set, narrows lists and searches at once, is shown, and is removed',
    { tag: '@anyscreen' },
    async ({ page, request }) => {
      const total = async (keyword: string) => {
        const one = 'editions=one&editionLanguages=ENG'
        const answer = await request.get(`/api/search/${encodeURIComponent(keyword)}?pageSize=1&${one}`)
        return ((await answer.json()) as { pagination: { totalCount: number } }).pagination.totalCount
      }
      const [all, left] = [await total(' '), await total(ADULTS_OUT)]
      expect(left).toBeLessThan(all)
      await page.goto('/settings')
      await hydrated(page)
      await page.getByRole('button', { name: 'No R-18' }).click()
      await expect(page.getByText(`Showing ${left} of ${all} works.`)).toBeVisible()

      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Library', exact: true }).click()
      await expect(page.getByText(`${left} works`)).toBeVisible()
      const note = page.getByRole('link', { name: /Global filter.*No R-18/ })
      await expect(note).toBeVisible()
      const searched = page.waitForRequest(SEARCH_OR_LIST)
      await page.getByRole('banner').getByLabel('Search the library').fill('ASMR')
      await page.getByRole('banner').getByLabel('Search the library').press('Enter')
      expect(decodeURIComponent((await searched).url())).toContain(`/api/search/${ADULTS_OUT} ASMR`)

      await note.click()
      await expect(page).toHaveURL(/\/settings#global-filter$/)
      await page.getByRole('button', { name: 'Remove No R-18' }).click()
      await page.goto('/works')
      await hydrated(page)
      await expect(page.getByText(`${all} works`)).toBeVisible()
      await expect(note).toHaveCount(0)
    },
  )

  test(
    'LIB-11 a page that came without it shows nothing until the filtered list is there',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await keepSettings(page, { globalFilter: '$-tag:ASMR$' })
      const held = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.goto('/works', { waitUntil: 'commit' })
      const heading = page.locator('article h2').first()
      await expect(heading).toBeAttached()
      await expect(heading).toBeHidden()
      await expect(page.locator('article img').first()).toBeHidden()
      const tag = page.locator('article li').first()
      await expect(tag).toBeAttached()
      await expect(tag).toBeHidden()
      const requests = listRequests(page)
      held.resolve()
      await hydrated(page)
      await expect(heading).toBeVisible()
      await expect(cards(page).getByRole('link', { name: 'ASMR', exact: true })).toHaveCount(0)
      expect(requests.map((request) => decodeURIComponent(new URL(request.url()).pathname))).toEqual([
        '/api/search/$-tag:ASMR$',
      ])
    },
  )

  test('LIB-11 another tab follows', { tag: '@anyscreen' }, async ({ page, context }) => {
    await page.goto('/works')
    await hydrated(page)
    const settings = await context.newPage()
    await settings.goto('/settings')
    await hydrated(settings)
    await settings.getByRole('button', { name: 'No R-18' }).click()
    await expect(page.getByRole('link', { name: /Global filter/ })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  })

  test(
    'LIB-11 SET-01 a filter that can match nothing is refused, and one that matches nothing is reported',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await page.goto('/settings')
      await hydrated(page)
      const field = page.getByRole('textbox', { name: 'Add to the filter' })
      await field.fill('$rate:high$')
      await field.press('Enter')
      await expect(page.getByRole('alert')).toContainText('This needs a number')
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
      await field.fill('$tag:Slepe$ $-price:500$')
      await field.press('Enter')
      await expect(page.getByRole('list', { name: 'Global filter' }).getByRole('listitem')).toHaveText([
        'Tag: Slepe',
        'Price: under ¥500',
      ])
      await expect(page.getByText(/None of the \d+ works match/)).toBeVisible()
      await page.reload()
      await hydrated(page)
      await expect(page.getByText('Tag: Slepe')).toBeVisible()
      await page.goto('/works')
      await hydrated(page)
      await expect(page.getByText('END', { exact: true })).toBeVisible()
      await expect(page.getByText('No works match your global filter.')).toBeVisible()
    },
  )
})

test('SET-01 what is set holds at once and on the next visit', { tag: '@anyscreen' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/settings')
  await hydrated(page)
  await expect(page).toHaveTitle('Settings | Otodana')
  await page.getByRole('main').getByText('Light', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'light')
  await page.getByRole('checkbox', { name: /milder tag names/ }).check()
  await page.getByText('Classic', { exact: true }).click()
  await page.locator('#appearance').getByText('日本語', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('設定')
  await expect(page).toHaveTitle('設定 | Otodana')
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('radio', { name: 'クラシック' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /やわらかい表現/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'ライト' })).toBeChecked()
})

test('SET-01 LYR-06 subtitles are turned on and given their place', { tag: '@anyscreen' }, async ({ page }) => {
  await page.goto('/settings')
  await hydrated(page)
  const isOn = page.getByRole('checkbox', { name: /Show subtitles while playing/ })
  await expect(isOn).not.toBeChecked()
  await isOn.check()
  const apart = page.getByRole('radio', { name: 'In a small window' })
  const hasWindows = await page.evaluate(() => 'documentPictureInPicture' in window)
  if (hasWindows) await page.getByText('In a small window', { exact: true }).click()
  await expect(apart).toHaveCount(hasWindows ? 1 : 0)
  await expectAccessible(page)
  await page.reload()
  await hydrated(page)
  await expect(isOn).toBeChecked()
  if (hasWindows) await expect(apart).toBeChecked()
})

test('SET-01 LIB-11 an address that names the filter opens there', { tag: '@anyscreen' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 420 })
  await page.goto('/settings#global-filter')
  await hydrated(page)
  await expect(page.getByRole('heading', { name: 'Global filter' })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Appearance and language' })).not.toBeInViewport()
})

test('LIB-11 the keyboard goes on where a filter was added or removed', { tag: '@anyscreen' }, async ({ page }) => {
  await page.goto('/settings')
  await hydrated(page)
  await page.getByRole('button', { name: 'No R-18' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Global filter' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Remove No R-18' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Global filter' })).toBeFocused()
})

test('NAV-01 NAV-05 the menu leads to every list of names, each with its title', async ({ page }) => {
  await page.goto('/works')
  await hydrated(page)
  for (const name of ['Circles', 'Tags', 'Voice actors', 'Settings']) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveTitle(`${name} | Otodana`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

/** What an address says, in whatever order. */
const said = (page: Page) => {
  const { pathname, searchParams } = new URL(page.url())
  return { pathname, ...Object.fromEntries(searchParams) }
}

test(
  'LIB-15 LIB-16 what is chosen for lists holds for all links and on the next visit, and an address that says it still wins',
  { tag: '@anyscreen' },
  async ({ page, context }) => {
    await page.goto('/works')
    await hydrated(page)
    await sortSelect(page).selectOption('release')
    await expect.poll(() => said(page)).toEqual({ pathname: '/works', sortOption: 'release' })
    await page.getByRole('combobox', { name: 'Per page' }).selectOption('40')
    await expect.poll(() => said(page)).toEqual({ pathname: '/works', sortOption: 'release', pageSize: '40' })
    await page.getByRole('link', { name: 'List', exact: true }).click()
    const chosen = { displayMode: 'list', sortOption: 'release', pageSize: '40' }
    await expect.poll(() => said(page)).toEqual({ pathname: '/works', ...chosen })

    await follow(page, '/popular')
    await expect.poll(() => said(page)).toEqual({ pathname: '/popular', displayMode: 'list' })
    await page.getByRole('link', { name: 'Otodana, to the library' }).click()
    await expect.poll(() => said(page)).toEqual({ pathname: '/works', ...chosen })
    await expect(sortSelect(page)).toHaveValue('release')
    await follow(page, '/circles')
    await expect(page).toHaveURL('/circles')
    await page.getByRole('banner').getByLabel('Search the library').fill('雨')
    await page.keyboard.press('Enter')
    await expect.poll(() => said(page)).toEqual({ pathname: '/works', keyword: '雨', ...chosen })

    // The next visit begins with it, in the page that the server has made.
    const next = await context.newPage()
    await next.goto('/')
    await expect.poll(() => said(next)).toEqual({ pathname: '/works', ...chosen })
    await hydrated(next)
    await expect(sortSelect(next)).toHaveValue('release')

    const others = { sortOption: 'create_date', displayMode: 'detail', pageSize: '20' }
    await next.goto(`/works?${new URLSearchParams(others)}`)
    await hydrated(next)
    await expect(sortSelect(next)).toHaveValue('create_date')
    await expect.poll(() => said(next)).toEqual({ pathname: '/works', ...others })
    await next.getByRole('link', { name: 'Page 2', exact: true }).click()
    await expect.poll(() => said(next)).toEqual({ pathname: '/works', ...others, page: '2' })
    await expect(sortSelect(next)).toHaveValue('create_date')

    // Chosen again, what is there by default needs no address.
    for (const value of ['id', 'create_date']) await sortSelect(next).selectOption(value)
    for (const value of ['60', '20']) await next.getByRole('combobox', { name: 'Per page' }).selectOption(value)
    await next.getByRole('link', { name: 'Detailed cards' }).click()
    await expect(next).toHaveURL('/works')
  },
)
