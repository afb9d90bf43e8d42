import type { CountedCircle, CountedTag, CountedVoiceActor, Work } from '@otodana/contract'
import { parseKeyword, printKeyword, special, specialTerm } from '@otodana/keyword'
import type { CDPSession, Locator } from '@playwright/test'

import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { follow } from './follow.ts'
import { hydrated } from './hydrated.ts'

/** The input in the top bar, whatever it has become by now. */
const input = (page: Page) => page.getByRole('banner').locator('input[name=keyword]')
const combobox = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Search the library' }).first()
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true })
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
const option = (page: Page, name: string | RegExp) => options(page).filter({ hasText: name }).first()
const barTerms = (page: Page) => page.getByRole('banner').getByRole('list', { name: 'Search terms' }).first()
const worksUrl = (keyword: string) => `/works?keyword=${encodeURIComponent(keyword)}`

/** Waits until the plain form has become the search box, and all names are there. */
async function openBox(page: Page, path = '/works'): Promise<void> {
  await page.goto(path)
  await hydrated(page)
  await input(page).focus()
  await expect(combobox(page)).toBeVisible()
}

/**
 * Brings the box to life as its first focus does, which stays where it is: by itself the box waits until the page has been
 * at rest for some seconds.
 */
async function wakeBox(page: Page): Promise<void> {
  await hydrated(page)
  await input(page).dispatchEvent('focusin')
}

async function names(page: Page) {
  const load = async <T>(kind: string) => (await (await page.request.get(`/api/${kind}/`)).json()) as T[]
  const [tags, circles, actors] = await Promise.all([
    load<CountedTag>('tags'),
    load<CountedCircle>('circles'),
    load<CountedVoiceActor>('vas'),
  ])
  return { tags, circles: circles.filter(({ name }) => name !== ''), actors }
}

function keywordOf(page: Page): string | null {
  return new URL(page.url()).searchParams.get('keyword')
}

async function expectKeyword(page: Page, keyword: string | null): Promise<void> {
  await expect.poll(() => keywordOf(page)).toBe(keyword)
}

const english = (tag: CountedTag) => tag.i18n['en-us']?.name ?? tag.name

test.describe('before and without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('SRC-03 the box is a plain form that leads to the library', { tag: '@anyscreen' }, async ({ page, allow }) => {
    allow(/\.js csp$/)
    await page.goto('/works?pageSize=40')
    const title = await page.getByRole('article').first().getByRole('heading').innerText()
    await input(page).fill(title)
    await input(page).press('Enter')
    await expectKeyword(page, title)
    await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(title)
    expect(page.url()).toContain('pageSize=40')
    await expect(input(page)).toHaveValue(title)
  })
})

test(
  'SRC-10 SRC-11 a click and Enter before the box has come alive end as they do afterwards',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/SearchOverlay|dynamically imported|ERR_FAILED/)
    const { tags } = await names(page)
    const term = special('tag', tags[0]!.name)
    let arrival = Promise.withResolvers<'comes' | 'fails'>()
    await page.route(/\/SearchOverlay-[^/]*\.js/, async (route) =>
      (await arrival.promise) === 'comes' ? route.continue() : route.abort(),
    )
    await page.goto(worksUrl(term))
    await hydrated(page)
    await input(page).click()
    await expect(input(page)).toHaveValue(term)
    arrival.resolve('comes')
    await expect(barTerms(page).getByRole('listitem')).toHaveCount(1)
    await expect(input(page)).toHaveValue('')
    await expect(input(page)).toBeFocused()

    arrival = Promise.withResolvers()
    await page.goto('/works')
    await hydrated(page)
    await input(page).fill(`rain ${term} rain ${term}`)
    await input(page).press('Enter')
    await expectKeyword(page, null)
    arrival.resolve('comes')
    await expectKeyword(page, printKeyword(parseKeyword(`rain ${term}`)))
    await expect(barTerms(page).getByRole('listitem')).toHaveCount(2)

    // What has been left meanwhile is not searched for when the box comes.
    arrival = Promise.withResolvers()
    await page.goto('/works')
    await hydrated(page)
    await input(page).fill(`rain ${term} rain`)
    await input(page).press('Enter')
    await follow(page, '/circles')
    await expect(page).toHaveURL('/circles')
    arrival.resolve('comes')
    await expect(barTerms(page).getByRole('listitem')).toHaveCount(2)
    await input(page).click()
    await expect(options(page).first()).toBeVisible()
    await expect(page).toHaveURL('/circles')

    // A second Enter waits no longer.
    arrival = Promise.withResolvers()
    await page.goto('/works')
    await hydrated(page)
    await input(page).fill('rain rain')
    await input(page).press('Enter')
    await expectKeyword(page, null)
    await input(page).press('Enter')
    await expectKeyword(page, 'rain rain')
    arrival.resolve('comes')

    // Where it does not come at all, the plain form searches.
    arrival = Promise.withResolvers()
    await page.goto('/works')
    await hydrated(page)
    await input(page).fill('rain rain')
    await input(page).press('Enter')
    arrival.resolve('fails')
    await expectKeyword(page, 'rain rain')
  },
)

test.describe('the address and the box', () => {
  test(
    'SRC-03 a search goes to the library with the trimmed keyword, and keeps how the list is shown',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await openBox(page, '/works?displayMode=list&pageSize=40&page=2')
      await input(page).fill('  rain  ')
      await input(page).press('Enter')
      await expectKeyword(page, 'rain')
      expect(page.url()).toContain('displayMode=list')
      expect(page.url()).toContain('pageSize=40')
      expect(page.url()).not.toContain('page=2')
      await expect(barTerms(page)).toContainText('rain')
      await expect(input(page)).toHaveValue('')
    },
  )

  test('SRC-03 nothing and white space are no search', { tag: '@anyscreen' }, async ({ page }) => {
    for (const path of ['/works?sortOption=price', worksUrl('rain')]) {
      await openBox(page, path)
      const before = page.url()
      await input(page).fill(' \u3000 ')
      await input(page).press('Enter')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(page.url()).toBe(before)
    }
  })

  test(
    'SRC-03 on the library the box says what the address says, forwards and back',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await page.goto(worksUrl('rain'))
      await wakeBox(page)
      await expect(barTerms(page)).toContainText('rain')
      await page.goto(worksUrl('roof $-age:adult$'))
      await wakeBox(page)
      await expect(barTerms(page).getByRole('listitem')).toHaveCount(2)
      await page.goBack()
      await wakeBox(page)
      await expect(barTerms(page).getByRole('listitem')).toHaveCount(1)
      await expect(barTerms(page)).toContainText('rain')
    },
  )

  test(
    'SRC-03 elsewhere the box keeps the last keyword of the tab',
    { tag: '@anyscreen' },
    async ({ page, context }) => {
      const { works } = (await (await page.request.get('/api/works')).json()) as { works: Work[] }
      const work = works.find(({ tags }) => tags.length > 0)!
      await page.goto(worksUrl(special('tag', work.tags[0]!.name)))
      await wakeBox(page)
      await page.getByRole('link', { name: work.title }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: work.title })).toBeVisible()
      await expect(barTerms(page).getByRole('listitem')).toHaveCount(1)
      await page.reload()
      await wakeBox(page)
      await expect(barTerms(page).getByRole('listitem')).toHaveCount(1)
      const other = await context.newPage()
      await other.goto(`/work/${work.id}`)
      await wakeBox(other)
      await expect(combobox(other)).toBeVisible()
      await expect(input(other)).toHaveValue('')
      await expect(barTerms(other)).toBeHidden()
    },
  )

  test('SRC-03 a search that was begun on a work leads to the library', { tag: '@anyscreen' }, async ({ page }) => {
    await openBox(page, '/work/RJ01000001')
    await input(page).fill('RJ01000001')
    await input(page).press('Enter')
    await expect(page).toHaveURL(/\/works\?keyword=RJ01000001$/)
    await expect(page.getByRole('article')).toHaveCount(1)
  })
})

test('SRC-21 the filters open for a tap before the page is alive', { tag: '@anyscreen' }, async ({ page }) => {
  const arrived = Promise.withResolvers<void>()
  await page.route(/entry-client.*\.js/, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.goto('/works?keyword=zzzz', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Filters' }).click()
  arrived.resolve()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
})

test.describe('taking over', () => {
  test('SRC-04 what is being typed when the box comes alive stays, with focus and caret, and nothing moves', async ({
    page,
  }) => {
    const arrived = Promise.withResolvers<void>()
    await page.route(/SearchOverlay.*\.js/, async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.goto('/works')
    await hydrated(page)
    await input(page).focus()
    await page.keyboard.type('rain roof')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    const place = () => input(page).evaluate((field) => JSON.stringify(field.getBoundingClientRect()))
    const before = await place()
    await expect(combobox(page)).toHaveCount(0)
    arrived.resolve()
    await expect(combobox(page)).toBeFocused()
    await expect(input(page)).toHaveValue('rain roof')
    expect(await place()).toBe(before)
    await page.keyboard.type('X')
    await expect(input(page)).toHaveValue('rain roXof')
  })

  test(
    'SRC-04 a search that was sent before the box came alive has no suggestions over its answer',
    { tag: '@anyscreen' },
    async ({ page }) => {
      const arrived = Promise.withResolvers<void>()
      await page.route(/SearchOverlay.*\.js/, async (route) => {
        await arrived.promise
        await route.continue()
      })
      await page.goto('/works')
      await hydrated(page)
      await input(page).fill('rain')
      await input(page).press('Enter')
      await expectKeyword(page, 'rain')
      arrived.resolve()
      await expect(barTerms(page).getByRole('listitem')).toHaveCount(1)
      await expect(combobox(page)).toHaveAttribute('aria-expanded', 'false')
      await expect(input(page)).toHaveValue('')
    },
  )

  test('SRC-04 a tap before the box has come alive opens what it does later: on a phone the dialog', async ({
    page,
    isMobile,
  }) => {
    const arrived = Promise.withResolvers<void>()
    await page.route(/SearchOverlay.*\.js/, async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.goto('/works')
    await hydrated(page)
    await input(page).click()
    arrived.resolve()
    const field = isMobile ? dialog(page).getByRole('combobox') : combobox(page)
    await expect(field).toBeFocused()
    await expect(dialog(page)).toHaveCount(isMobile ? 1 : 0)

    // Nor does a search that is there already keep it from opening.
    await page.goto('/works?keyword=rain')
    await input(page).click()
    await expect(dialog(page)).toHaveCount(isMobile ? 1 : 0)
    await expect(combobox(page).or(dialog(page)).first()).toBeVisible()
  })

  test('SRC-04 a keyword turns into terms without a shift of the page', async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(worksUrl('rain $-age:adult$'))
    await expect(barTerms(page).getByRole('listitem')).toHaveCount(2)
    await expect(input(page)).toHaveValue('')
    const shifted = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
    expect(shifted.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
  })

  test('SRC-03 without its script the box goes on being a form', { tag: '@anyscreen' }, async ({ page, allow }) => {
    allow(/SearchOverlay.*\.js|Failed to load resource/)
    await page.route(/SearchOverlay.*\.js/, (route) => route.abort('failed'))
    await page.goto('/works')
    await hydrated(page)
    await input(page).fill(' rain ')
    await input(page).press('Enter')
    await expectKeyword(page, 'rain')
    await input(page).fill('  ')
    await input(page).press('Enter')
    await expectKeyword(page, 'rain')
  })
})

test.describe('terms', () => {
  test(
    'SRC-04 a partial term is not committed when the box is left; words are',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await openBox(page)
      await input(page).pressSequentially('$ta')
      await input(page).blur()
      await expect(options(page)).toHaveCount(0)
      await expect(input(page)).toHaveValue('$ta')
      await expect(barTerms(page)).toBeHidden()
      await input(page).fill('rain roof $tag:half')
      await input(page).blur()
      await expect(barTerms(page).getByRole('listitem')).toHaveText(['rain', 'roof'])
      await expect(input(page)).toHaveValue('$tag:half')
      await expectKeyword(page, null)
    },
  )

  test(
    'SRC-04 the closing $ makes a term, and Backspace takes the last one away',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await openBox(page)
      await input(page).pressSequentially('rain $duration:25m$')
      await expect(barTerms(page).getByRole('listitem')).toHaveText(['rain', /25 min or more/])
      await expect(input(page)).toHaveValue('')
      await page.keyboard.press('Backspace')
      await expect(barTerms(page).getByRole('listitem')).toHaveText(['rain'])
      await page.keyboard.type('a')
      await page.keyboard.press('Backspace')
      await expect(barTerms(page).getByRole('listitem')).toHaveText(['rain'])
      await page.keyboard.press('Enter')
      await expectKeyword(page, 'rain')
      await input(page).press('Backspace')
      // Nothing would be left to send: the search is over.
      await expectKeyword(page, null)
      await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
    },
  )

  test('SRC-01 more than 50 terms are reported as too many in the box', { tag: '@anyscreen' }, async ({ page }) => {
    const words = Array.from({ length: 53 }, (_, at) => `w${at}`)
    await openBox(page)
    await input(page).fill(words.join(' '))
    const note = page.getByRole('status').filter({ hasText: 'A search has at most 50 terms and 2,000 characters.' })
    await expect(note).toContainText('The rest in the box is not searched.')
    await input(page).press('Enter')
    await expectKeyword(page, words.slice(0, 50).join(' '))
    await expect(input(page)).toHaveValue('w50 w51 w52')
    await expect(note).toBeVisible()
    // Until the answer is there, the list before it stays, dimmed.
    await expect(page.getByRole('article')).toHaveCount(0)
    await expectAccessible(page)
    await input(page).fill('あ'.repeat(2_001))
    await expect(note).toBeVisible()
    await expect(options(page)).toHaveCount(0)
  })

  test(
    'SRC-04 suggestions do not stay open over the screen that Back leads to',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await openBox(page, worksUrl('rain'))
      await input(page).fill('sea')
      await input(page).press('Enter')
      await expectKeyword(page, 'rain sea')
      await input(page).click()
      await expect(options(page).first()).toBeVisible()
      await page.goBack()
      await expectKeyword(page, 'rain')
      await expect(barTerms(page)).toContainText('rain')
      await expect(options(page)).toHaveCount(0)
      await expect(combobox(page)).toHaveAttribute('aria-expanded', 'false')
    },
  )

  test(
    'LIB-07 NAV-05 SRC-12 SRC-23 the terms above the list are links to the search without them, name tags by language, and offer a length for words',
    { tag: '@anyscreen' },
    async ({ page }) => {
      const tag = (await names(page)).tags.find((each) => english(each) !== each.name)!
      await page.goto(worksUrl(`${special('tag', tag.name)} ${special('age', 'adult', true)}`))
      const heading = page.getByRole('main').getByRole('list', { name: 'Search by' })
      await expect(page.getByRole('heading', { level: 1, name: `Results for “${english(tag)}”` })).toBeVisible()
      await expect(heading.getByRole('listitem')).toHaveText([new RegExp(english(tag)), /^No R-18/])
      await expect(page).toHaveTitle(`Search: Tag: ${english(tag)}, No R-18 | Otodana`)
      await heading.getByRole('link').first().click()
      await expectKeyword(page, '$-age:adult$')
      await heading.getByRole('link').first().click()
      await expectKeyword(page, null)
      await expect(page).toHaveTitle('Library | Otodana')
      await page.goto(worksUrl('rain 5 min'))
      await page.getByRole('list', { name: 'Did you mean' }).getByRole('link', { name: 'under 5 min' }).click()
      await expectKeyword(page, 'rain $-duration:5m$')
    },
  )
})

test.describe('suggestions', () => {
  test('SRC-05 keys alone: a namespace, a tag of many, a search', { tag: '@anyscreen' }, async ({ page }) => {
    const { tags } = await names(page)
    await openBox(page)
    await page.keyboard.type('$')
    await expect(options(page)).toHaveCount(26)
    await page.keyboard.type('t')
    await expect(options(page)).toHaveCount(2)
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Tab')
    await expect(input(page)).toHaveValue('$tag:')
    await expect(input(page)).toBeFocused()
    await expect(options(page).first()).toContainText(english(tags[0]!))
    const counts = (await options(page).allInnerTexts()).map((text) => Number(/(\d+)$/.exec(text)?.[1]))
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const active = await input(page).getAttribute('aria-activedescendant')
    await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(barTerms(page).getByRole('listitem')).toHaveText([new RegExp(english(tags[1]!))])
    await expectKeyword(page, null)
    await page.keyboard.press('Enter')
    await expectKeyword(page, special('tag', tags[1]!.name))
  })

  test(
    'SRC-05 a tag is found by its name in any language; circles and voice actors by theirs',
    { tag: '@anyscreen' },
    async ({ page }) => {
      const { tags, circles, actors } = await names(page)
      const tag = tags.find((each) => english(each) !== each.name)!
      await openBox(page)
      for (const [typed, shown, keyword] of [
        [tag.name, english(tag), special('tag', tag.name)],
        [circles[0]!.name, circles[0]!.name, special('circle', circles[0]!.name)],
        [actors[0]!.name, actors[0]!.name, special('va', actors[0]!.name)],
      ] as const) {
        await input(page).fill(typed)
        await options(page).filter({ hasText: shown }).filter({ hasText: /\d$/ }).first().click()
        await input(page).press('Enter')
        await expect.poll(() => keywordOf(page)).toContain(keyword)
      }
      await expect(barTerms(page)).toBeVisible()
      expect(keywordOf(page)!.split('$ $')).toHaveLength(3)
    },
  )

  test(
    'SRC-05 Escape closes the suggestions; an only one stays chosen; the fixed values have excluded forms',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await openBox(page)
      await test.step('Escape closes the suggestions, then the text stays as it is', async () => {
        await page.keyboard.type('rain')
        await expect(options(page).first()).toBeVisible()
        await expect(combobox(page)).toHaveAttribute('aria-expanded', 'true')
        await page.keyboard.press('Escape')
        await expect(options(page)).toHaveCount(0)
        await expect(combobox(page)).toHaveAttribute('aria-expanded', 'false')
        await expect(input(page)).toHaveValue('rain')
        await page.keyboard.press('ArrowDown')
        await expect(options(page).first()).toBeVisible()
      })

      await test.step('the only suggestion stays the one that is chosen, whichever arrow is pressed', async () => {
        await input(page).fill('')
        await page.keyboard.type('$-pr')
        await expect(options(page)).toHaveCount(1)
        await page.keyboard.press('ArrowDown')
        await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
        await page.keyboard.press('Enter')
        await expect(input(page)).toHaveValue('$-price:')
      })

      await test.step('the fixed values, and their excluded forms', async () => {
        await input(page).fill('$-duration:')
        await expect(options(page)).toHaveText(
          ['20 min', '30 min', '40 min', '50 min', '1 h', '1 h 12 min'].map((text) => `under ${text}`),
        )
        await option(page, 'under 1 h 12 min').click()
        await expect(barTerms(page)).toContainText('under 1 h 12 min')
        await page.keyboard.press('Enter')
        await expectKeyword(page, '$-duration:1.2h$')
      })
    },
  )

  test(
    'names that do not load are reported and can be requested again',
    { tag: '@anyscreen' },
    async ({ page, allow }) => {
      allow(/500|circles/)
      const { circles } = await names(page)
      let isBroken = true
      await page.route('**/api/circles/', (route) =>
        isBroken ? route.fulfill({ status: 500, json: { error: 'server.failed' } }) : route.continue(),
      )
      await openBox(page)
      await page.keyboard.type('$circle:')
      const retry = page.getByRole('banner').getByRole('button', { name: 'Try again' })
      await expect(retry).toBeVisible()
      isBroken = false
      await retry.click()
      await expect(option(page, circles[0]!.name)).toBeVisible()
    },
  )

  test('SRC-24 SRC-25 works come first, and earlier searches can be repeated and removed', async ({ page }) => {
    await openBox(page)
    const recent = page.getByRole('banner').getByRole('region', { name: 'Recent searches' })
    await page.keyboard.type('雨')
    await expect(options(page).first().locator('img')).toBeVisible()
    await expect(page.getByRole('listbox').getByRole('group').first()).toHaveAccessibleName('Works')
    await page.keyboard.press('Enter')
    await expectKeyword(page, '雨')
    await page.goto(worksUrl('sea'))
    await wakeBox(page)
    await expect(barTerms(page)).toBeVisible()
    await page.keyboard.press('/')
    const isPhone = (page.viewportSize()?.width ?? 0) < 640
    await expect(dialog(page)).toHaveCount(isPhone ? 1 : 0)
    const field = isPhone ? dialog(page).getByRole('combobox') : input(page)
    await expect(field).toBeFocused()
    await expect(recent.getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page)
    await recent.getByRole('button', { name: '雨', exact: true }).click()
    await expectKeyword(page, '雨')

    // The bar's input keeps the focus.
    await page.keyboard.press(isPhone ? '/' : 'ArrowDown')
    await recent.getByRole('button', { name: 'Remove 雨 from recent searches' }).click()
    await expect(recent).toHaveCount(0)
    await expect(field).toBeFocused()
    await field.fill('雨')
    await options(page)
      .filter({ has: page.locator('img') })
      .first()
      .click()
    await expect(page).toHaveURL(/\/work\/RJ/)
  })

  test('SRC-06 the age menu has choices that are searched', async ({ page }) => {
    await openBox(page)
    const menu = page.getByRole('group', { name: 'Age' }).filter({ has: page.getByRole('button') })
    for (const [name, keyword] of [
      ['R-18 only', '$age:adult$'],
      ['No R-18', '$-age:adult$'],
    ] as const) {
      // A menu that is just closing is asked for again.
      await expect(async () => {
        if ((await menu.count()) === 0) await input(page).press('ArrowDown')
        await menu.getByRole('button', { name }).click({ timeout: 3_000 })
        await expect(menu.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true', { timeout: 3_000 })
      }).toPass()
      await expect(barTerms(page).getByRole('listitem')).toHaveCount(1)
      await input(page).press('Enter')
      await expectKeyword(page, keyword)
    }
  })
})

test('SRC-21 SRC-22 the filter panel writes a search that can be shared, and works without counts', async ({
  page,
  allow,
}) => {
  const panel = page.getByRole('dialog', { name: 'Filters' })
  const section = (name: string) => panel.getByRole('group', { name, exact: true })
  const choice = (name: string | RegExp) => panel.getByRole('button', { name })
  const counted = async (name: RegExp) => Number(/\d+$/.exec(await choice(name).innerText())?.[0])
  await page.goto(worksUrl('$tag:ASMR$'))
  await hydrated(page)
  await page.getByRole('button', { name: 'Filters 1 active' }).click()
  await expect(choice(/^ASMR \d+$/)).toHaveAttribute('aria-pressed', 'true')
  const left = await counted(/^No R-18 \d+$/)
  await choice(/^No R-18/).click()
  await expect(choice(`Show ${left} works`)).toBeVisible()
  await expectAccessible(page)
  await section('Price').getByLabel('Under (¥)').fill('1500')
  const tag = section('Tag').getByRole('listitem').nth(2)
  const name = (await tag.getByRole('button').first().innerText()).replace(/\s*\d+$/, '')
  await tag.getByRole('button', { name: `Exclude ${name}` }).click()
  await expect(choice(`Exclude ${name}`)).toHaveAttribute('aria-pressed', 'true')
  await section('Price').getByLabel('Under (¥)').press('Enter')
  await expect(panel).toHaveCount(0)
  await expect.poll(() => keywordOf(page)).toMatch(/^\$tag:ASMR\$ \$-age:adult\$ \$-price:1500\$ \$-tag:[^$]+\$$/)
  const terms = page.getByRole('main').getByRole('list', { name: 'Search by' }).getByRole('listitem')
  await expect(terms).toHaveCount(4)
  await expect(terms.last()).toContainText(`No ${name}`)

  allow(/counts|500/)
  await page.route('**/api/works/counts', (route) => route.fulfill({ status: 500, json: { error: 'server.internal' } }))
  await page.reload()
  await hydrated(page)
  await page.getByRole('button', { name: 'Filters 4 active' }).click()
  await expect(panel.getByRole('status').getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(section('Price').getByLabel('Under (¥)')).toHaveValue('1500')
  await choice('Clear').click()
  await choice('under 10 min').click()
  await choice('Show works').click()
  await expectKeyword(page, '$-duration:10m$')
})

test(
  'SRC-28 a range that no work can be in says so at its field, and is not searched',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await page.goto('/works')
    await hydrated(page)
    await page.getByRole('button', { name: 'Filters' }).click()
    const panel = page.getByRole('dialog', { name: 'Filters' })
    const length = panel.getByRole('group', { name: 'Length' })
    const [from, to] = [length.getByLabel('At least (min)'), length.getByLabel('Under (min)')]
    await from.fill('30')
    // On the way to 45.
    await to.press('4')
    await expect(to).toHaveValue('4')
    await expect(length.getByRole('status')).toBeEmpty()
    await expect(to).not.toHaveAttribute('aria-invalid')
    await to.fill('10')
    await to.press('Tab')
    const problem = '“Under” must be more than 30, or no work can match.'
    await expect(length.getByRole('status')).toHaveText(problem)
    await expect(to).toHaveAccessibleDescription(problem)
    await expectAccessible(page)
    await from.focus()
    await page.keyboard.press('Enter')
    await expect(to).toBeFocused()
    await expect(page).toHaveURL('/works')
    await to.fill('20')
    await expect(length.getByRole('status')).toBeEmpty()
    await to.press('Enter')
    await expect(length.getByRole('status')).toHaveText(problem)
    await expect(page).toHaveURL('/works')
    for (const wrong of ['-5', '1e9', '100000']) {
      await to.fill(wrong)
      await to.press('Enter')
      await expect(length.getByRole('status')).toHaveText('Enter a number from 0 to 99,999.')
      await expect(to).toHaveValue(wrong)
      await expect(to).toBeFocused()
      await expect(page).toHaveURL('/works')
    }
    await to.fill('45.')
    await expect(to).toHaveValue('45.')
    await expect(length.getByRole('status')).toBeEmpty()
    await page.keyboard.press('Enter')
    await expectKeyword(page, '$duration:30m$ $-duration:45m$')

    await page.goto(`/works?keyword=${encodeURIComponent('$duration:90s$ $-duration:1m$')}`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect(from).toHaveValue('1.5')
    await expect(length.getByRole('status')).toHaveText('“Under” must be more than 1.5, or no work can match.')
    await to.fill('2')
    await to.press('Enter')
    await expectKeyword(page, '$duration:90s$ $-duration:2m$')
  },
)

test.describe('an input method', { tag: '@anyscreen' }, () => {
  async function compose(client: CDPSession, text: string): Promise<void> {
    await client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  }

  test('SRC-04 what is being composed is never committed, by no key', async ({ page, context }) => {
    await openBox(page)
    const client = await context.newCDPSession(page)
    await compose(client, 'あま')
    await expect(input(page)).toHaveValue('あま')
    for (const key of ['Enter', 'Tab', 'ArrowDown', 'Escape', 'Backspace']) {
      await input(page).evaluate((field, name) => {
        const options = { key: name, bubbles: true, cancelable: true }
        field.dispatchEvent(new KeyboardEvent('keydown', { ...options, isComposing: true }))
        field.dispatchEvent(new KeyboardEvent('keydown', { ...options, keyCode: 229 }))
      }, key)
    }
    await compose(client, 'あまおと')
    await expect(input(page)).toHaveValue('あまおと')
    await expect(barTerms(page)).toBeHidden()
    await expectKeyword(page, null)
    await client.send('Input.insertText', { text: '雨音' })
    await expect(input(page)).toHaveValue('雨音')
    await expect(barTerms(page)).toBeHidden()
    await page.keyboard.press('Enter')
    await expectKeyword(page, '雨音')
  })

  test('SRC-04 a composition that looks like a whole term stays text until it ends', async ({ page, context }) => {
    await openBox(page)
    const client = await context.newCDPSession(page)
    await page.keyboard.type('$tag:')
    await compose(client, 'あめ$')
    await expect(input(page)).toHaveValue('$tag:あめ$')
    await expect(barTerms(page)).toBeHidden()
    await client.send('Input.insertText', { text: '雨音$' })
    await expect(barTerms(page).getByRole('listitem')).toHaveCount(1)
    await expect(input(page)).toHaveValue('')
  })

  test('SRC-04 a composition that has begun before the box came alive goes on', async ({ page, context }) => {
    const arrived = Promise.withResolvers<void>()
    await page.route(/SearchOverlay.*\.js/, async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.goto('/works')
    await hydrated(page)
    await input(page).focus()
    const client = await context.newCDPSession(page)
    await compose(client, 'あ')
    arrived.resolve()
    await expect(combobox(page)).toBeFocused()
    await expect(input(page)).toHaveValue('あ')
    await compose(client, 'あめ')
    await expect(input(page)).toHaveValue('あめ')
    await client.send('Input.insertText', { text: '雨' })
    await expect(input(page)).toHaveValue('雨')
  })
})

const many = [
  { kind: 'plain', text: 'rain' } as const,
  specialTerm('duration', '30m'),
  specialTerm('price', '1000', true),
  specialTerm('age', 'adult', true),
  specialTerm('rate', '4.7'),
  specialTerm('sell', '100'),
  specialTerm('lang', 'JPN'),
]

test.describe('the dialog', () => {
  /** Presses on the box beside its terms. */
  async function pressBox(page: Page): Promise<void> {
    const box = (await input(page).boundingBox())!
    await page.mouse.click(box.x + box.width - 60, box.y + box.height / 2)
  }

  async function openDialog(page: Page): Promise<Locator> {
    await page.goto(worksUrl(printKeyword(many)))
    await wakeBox(page)
    await expect(barTerms(page)).toBeVisible()
    await pressBox(page)
    await expect(dialog(page)).toBeVisible()
    return dialog(page).getByRole('list', { name: 'Search terms' }).getByRole('listitem')
  }

  test('SRC-04 opens with all terms when they do not fit the bar', async ({ page }) => {
    const terms = await openDialog(page)
    await expect(terms).toHaveCount(many.length)
    const field = dialog(page).getByRole('combobox')
    await expect(field).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Remove rain' }).click()
    await expect(terms).toHaveCount(many.length - 1)
    await dialog(page).getByRole('button', { name: 'Change to “under 4.7”' }).click()
    await expect(terms.filter({ hasText: 'under 4.7' })).toHaveCount(1)
    await field.fill('roof')
    await field.press('Enter')
    await expect(dialog(page)).toBeHidden()
    const sent = [...many.slice(1), { kind: 'plain', text: 'roof' } as const].map((term) =>
      term.kind === 'special' && term.namespace === 'rate' ? { ...term, excluded: true } : term,
    )
    await expectKeyword(page, printKeyword(sent))
  })

  test('SRC-04 where no term fits the start of the first is shown, and terms that wait look so', async ({
    page,
    isMobile,
  }) => {
    if (!isMobile) await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/works?keyword=${encodeURIComponent('$tag:ASMR$ $-age:adult$')}`)
    await expect(barTerms(page).getByRole('listitem').first()).toBeVisible()
    await page.getByRole('heading', { level: 2 }).getByRole('link').first().click()
    const more = page.getByRole('search').getByRole('button', { name: 'ASMR 1 more term' })
    await expect(more).toBeVisible()
    const form = page.getByRole('banner').getByRole('search')
    await expect(form).not.toHaveAttribute('data-draft')
    await more.click({ force: true })
    await dialog(page).getByRole('combobox').fill('rain ')
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(form).toHaveAttribute('data-draft')
  })

  test('SRC-04 a term longer than the box is cut, not left out', { tag: '@anyscreen' }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    for (const keyword of ['a very long plain term of many words', '$tag:a very long plain term$']) {
      await page.goto(worksUrl(keyword))
      await wakeBox(page)
      await expect(barTerms(page).getByRole('listitem')).toBeInViewport({ ratio: 1 })
      await page.goto('/work/RJ01000038')
      await wakeBox(page)
      await expect(barTerms(page).getByRole('listitem')).toBeInViewport({ ratio: 1 })
    }
  })

  test('SRC-04 a term that is pressed can be changed, and Escape keeps what was done', async ({ page }) => {
    const terms = await openDialog(page)
    await terms.filter({ hasText: '30 min' }).getByRole('button', { name: '30 min' }).nth(1).click()
    const field = dialog(page).getByRole('combobox')
    await expect(field).toHaveValue('$duration:30m')
    await expect(field).toBeFocused()
    await option(page, '50 min or more').click()
    await expect(terms).toHaveCount(many.length)
    await field.fill('word')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    const before = keywordOf(page)
    expect(before).toBe(printKeyword(many))
    await pressBox(page)
    await expect(terms.filter({ hasText: '50 min' })).toHaveCount(1)
    await expect(terms.filter({ hasText: 'word' })).toHaveCount(1)
  })

  test('SRC-04 a long keyword is kept whole', { tag: '@anyscreen' }, async ({ page }) => {
    const words = Array.from({ length: 49 }, (_, index) => `word-number-${index}-of-many`)
    await openBox(page)
    await input(page).fill(words.join(' '))
    await input(page).press('Enter')
    await expectKeyword(page, words.join(' '))
    await expect(page.getByText('0 works')).toBeVisible()
  })
})

test('LIB-07 SRC-02 axe finds nothing on the open box, its dialog, and a term that is marked since its value says nothing', async ({
  page,
}) => {
  await openBox(page)
  await page.keyboard.type('a')
  await expect(option(page, /\d$/)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page)
  await page.goto(worksUrl(`rain $price:cheap$ ${printKeyword(many.slice(1))}`))
  const chips = page.locator('main').getByRole('list', { name: 'Search by' }).getByRole('link')
  await expect(chips.nth(1)).toHaveAccessibleDescription('This needs a number, such as $price:500$.')
  await expect(chips.nth(2)).toHaveAccessibleDescription('')
  await expect(page.getByText('Price: cheap')).toBeVisible()
  await wakeBox(page)
  await expect(barTerms(page)).toBeVisible()
  await expectAccessible(page)
  const box = (await input(page).boundingBox())!
  await page.mouse.click(box.x + box.width - 60, box.y + box.height / 2)
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('combobox').fill('$-')
  await expect(options(page)).toHaveCount(13)
  await expectAccessible(page)
})

test(
  'SRC-05 typing stays fluent with 20,000 circles and 5,000 voice actors',
  { tag: '@anyscreen' },
  async ({ page, context }) => {
    const word = (index: number) => ['ka', 'mi', 'ラン', '堂', 'no', 'Blue', 'sora', '耳'][index % 8]!
    const name = (index: number) => `${word(index)}${word(index >> 3)} ${word(index >> 6)}${index}`
    await page.route('**/api/circles/', (route) =>
      route.fulfill({
        json: Array.from({ length: 20_000 }, (_, id) => ({
          id,
          name: name(id),
          source_id: `RG${id}`,
          source_type: 'DLSITE',
          count: 20_000 - id,
        })),
      }),
    )
    await page.route('**/api/vas/', (route) =>
      route.fulfill({ json: Array.from({ length: 5_000 }, (_, id) => ({ id: String(id), name: name(id), count: 1 })) }),
    )
    await openBox(page)
    await page.keyboard.type('$circle:')
    await expect(option(page, name(0))).toBeVisible()
    await input(page).fill('')
    const client = await context.newCDPSession(page)
    // In time of the page's own thread, which does not grow when the machine has other work.
    await client.send('Performance.enable', { timeDomain: 'threadTicks' })
    const busySeconds = async () => {
      const { metrics } = await client.send('Performance.getMetrics')
      const own = new Set(['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'])
      return metrics.reduce((sum, { name, value }) => (own.has(name) ? sum + value : sum), 0)
    }
    const text = 'kami blue sora'
    const before = await busySeconds()
    await page.keyboard.type(text, { delay: 60 })
    await expect(options(page).first()).toHaveText(text)
    const milliseconds = ((await busySeconds()) - before) * 1000
    // 4 ms were measured; what this is to catch is a search that goes through every name the slow way.
    expect(milliseconds / text.length).toBeLessThan(15)
  },
)
