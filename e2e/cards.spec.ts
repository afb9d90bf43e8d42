import type { Work } from '@otodana/contract'

import { expect, expectAccessible, keepSettings, test, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { bar } from './playing.ts'

/** A browser that may not run scripts does not load them either, and says so in these words. */
const scriptsAreOff = /^request failed: GET \S+\.js csp$/

const modes = ['compact', 'detail', 'list'] as const

async function allWorks(page: Page): Promise<Work[]> {
  const { works } = (await (await page.request.get('/api/works?pageSize=100')).json()) as { works: Work[] }
  return works
}

async function findWork(page: Page, what: string, isIt: (work: Work) => boolean): Promise<Work> {
  const work = (await allWorks(page)).find(isIt)
  if (!work) throw new Error(`the demo library has ${what}`)
  return work
}

/** A work of which everything is known that a card can show. */
const findFullWork = (page: Page) =>
  findWork(page, 'a work with everything', (work) => {
    const { source_id, price, dl_count, review_count, rate_count, tags, vas, has_subtitle } = work
    const isCounted = price > 0 && dl_count > 0 && review_count > 1 && rate_count > 0
    return source_id.startsWith('RJ') && isCounted && tags.length > 1 && vas.length > 1 && has_subtitle
  })

/** The card of one work, alone on its page. */
async function openCard(page: Page, { source_id }: Work, mode: (typeof modes)[number]) {
  await page.goto(`/works?keyword=${source_id}&displayMode=${mode}`)
  const card = page.getByRole('article')
  await expect(card).toHaveCount(1)
  return card
}

/** Letters but ASCII are as they are. */
const searchFor = (term: string) => {
  const encoded = encodeURIComponent(term).replaceAll('%20', '\\+')
  return new RegExp(`^/works\\?keyword=${encoded.replace(/(?:%[89A-F][0-9A-F])+/g, decodeURIComponent)}$`)
}
const minutes = ({ duration }: Work) => `${Math.round(duration / 60)} min`
const grouped = (count: number) => count.toLocaleString('en-US')

for (const mode of modes) {
  test.describe('as the server draws it', () => {
    // The script changes nothing of a card.
    test.use({ javaScriptEnabled: false })

    test(`CRD-01 LIB-32 a card shows all that is known of a work, and nothing of what is not: ${mode}`, async ({
      page,
      allow,
    }) => {
      allow(scriptsAreOff)
      const work = await findFullWork(page)
      const card = await openCard(page, work, mode)
      await expect(card.getByRole('heading').getByRole('link', { name: work.title })).toHaveAttribute(
        'href',
        /^\/work\//,
      )
      const cover = card.locator('img')
      await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      const isRow = mode === 'list'
      const hasColumns = !isRow || page.viewportSize()!.width >= 960
      if (isRow) expect((await card.boundingBox())!.height).toBe(64)
      const opinions = [
        `Rated ${work.rate_average_2dp.toFixed(2)} out of 5 by ${grouped(work.rate_count)}`,
        `${grouped(work.review_count)} reviews`,
      ]
      for (const text of [
        ...(hasColumns ? opinions : []),
        { general: 'All ages', r15: 'R-15', adult: 'R-18' }[work.age_category_string],
      ])
        await expect(card.getByText(text, { exact: true }).first()).toBeVisible()

      await expect(card.getByText(minutes(work))).toBeVisible()
      if (isRow && hasColumns) await expect(card.getByText(work.release)).toBeVisible()

      const circle = card.getByRole('link', { name: work.circle.name, exact: true })
      await expect(circle).toHaveAttribute('href', searchFor(`$circle:${work.circle.name}$`))
      await expect(circle).toBeInViewport()
      const tags = card.getByRole('list', { name: 'Tags' }).getByRole('link')
      const voices = card.getByRole('list', { name: 'Voice actors' }).getByRole('link')
      if (!isRow) {
        await expect(tags).toHaveText(work.tags.map((tag) => tag.i18n['en-us']?.name ?? tag.name))
        await expect(tags.first()).toHaveAttribute('href', searchFor(`$tag:${work.tags[0]!.name}$`))
        await expect(tags.first()).toBeInViewport()
      }
      if (hasColumns) {
        await expect(voices).toHaveText(work.vas.map(({ name }) => name))
        await expect(voices.first()).toHaveAttribute('href', searchFor(`$va:${work.vas[0]!.name}$`))
        await expect(voices.first()).toBeInViewport()
      }
      // What only buyers need is on the work's page, and nothing offers to play without scripts.
      await expect(card.getByText(/¥|sold/).filter({ visible: true })).toHaveCount(0)
      await expect(card.getByRole('link', { name: 'Store page' })).toHaveCount(0)
      await expect(card.getByRole('button')).toHaveCount(0)

      // A screen reader announces how long the work is.
      await expect(card).toMatchAriaSnapshot(`
      - article:
        - paragraph: Length ${minutes(work)}
    `)

      // What is not known takes no place.
      const bare = await findWork(
        page,
        'a work of which nothing is told',
        ({ rate_count, tags }) => rate_count + tags.length === 0,
      )
      await openCard(page, bare, mode)
      await expect(card.getByText(/¥|Free|sold|Rated|review/)).toHaveCount(0)
      await expect(card.getByRole('list')).toHaveCount(0)
      await expect(card.getByRole('heading')).toBeVisible()
    })
  })

  test(`LIB-31 a setting brings price, sales and the shop's link back to cards: ${mode}`, async ({ page }) => {
    const work = await findFullWork(page)
    await keepSettings(page, { showShopDetails: true })
    const card = await openCard(page, work, mode)
    for (const text of [`¥${grouped(work.price)}`, `${grouped(work.dl_count)} sold`])
      await expect(card.getByText(text, { exact: true })).toBeVisible()
    const store = card.getByRole('link', { name: `Store page of ${work.title}` })
    await expect(store).toHaveAttribute('href', work.source_url)
    await expect(store).toHaveAttribute('target', '_blank')
    await expect(store).toHaveAttribute('rel', /noopener/)
    await store.click({ trial: true })
  })

  test(`axe finds nothing on a list of cards, one of them with everything: ${mode}`, async ({ page }) => {
    const { title } = await findFullWork(page)
    await page.goto(`/works?displayMode=${mode}`)
    await hydrated(page)
    await expect(page.getByRole('article').getByRole('heading', { name: title })).toBeVisible()
    await expectAccessible(page)
  })
}

test('LIB-30 a card plays its work, says so, and pauses it', async ({ page }) => {
  const work = await findFullWork(page)
  const card = await openCard(page, work, 'compact')
  await hydrated(page)
  const play = card.getByRole('button', { name: `Play ${work.title}` })
  const { width, height } = (await play.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await play.click()
  await expect(bar(page)).toContainText(work.title)
  await card.getByRole('button', { name: `Pause ${work.title}` }).click()
  await expect(play).toBeVisible()
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})

test('NAV-31 a card is one tab stop, with arrow keys inside', { tag: '@anyscreen' }, async ({ page }) => {
  await page.goto('/works')
  await hydrated(page)
  const cards = page.getByRole('article')
  const titleOf = (index: number) => cards.nth(index).getByRole('heading').getByRole('link')
  const play = cards.first().getByRole('button', { name: /^Play / })
  await titleOf(0).focus()
  await page.keyboard.press('ArrowDown')
  await expect(play).toBeFocused()
  await expect(play).toHaveCSS('opacity', '1')
  await page.keyboard.press('End')
  await expect(cards.first().getByRole('link').last()).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.keyboard.press('Home')
  await expect(titleOf(0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(titleOf(1)).toBeFocused()
  // Back to where the card was left.
  await page.keyboard.press('Shift+Tab')
  await expect(play).toBeFocused()
})

test('NAV-32 a link skips the list, and / focuses the search', { tag: '@anyscreen' }, async ({ page }) => {
  await page.goto('/works')
  await hydrated(page)
  await page.getByRole('link', { name: 'Skip the list' }).focus()
  await expect(page.getByRole('link', { name: 'Skip the list' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const last = page.getByRole('article').last()
  const isBelow = () => last.evaluate((card) => card.compareDocumentPosition(document.activeElement!) & 4)
  await expect.poll(isBelow).toBe(4)
  await page.keyboard.press('/')
  const search = page.getByRole('banner').locator('input[name=keyword]')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  await page.keyboard.press('/')
  await expect(search).toHaveValue('/')
})

test('CRD-01 a name on a card leads to the works that share it', { tag: '@anyscreen' }, async ({ page }) => {
  const work = await findFullWork(page)
  const card = await openCard(page, work, 'compact')
  await hydrated(page)
  await card.getByRole('link', { name: work.circle.name, exact: true }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('keyword') === `$circle:${work.circle.name}$`)
  const circles = (await allWorks(page)).filter(({ circle }) => circle.name === work.circle.name)
  await expect(page.getByRole('article')).toHaveCount(circles.length)
})

test(
  'CRD-01 on a compact card the keyboard reaches the tags that did not fit',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const works = await allWorks(page)
    const [most] = works.toSorted((a, b) => b.tags.length - a.tags.length)
    await page.setViewportSize({ width: 320, height: 600 })
    const card = await openCard(page, most!, 'compact')
    const last = card.getByRole('list', { name: 'Tags' }).getByRole('link').last()
    await expect(last).not.toBeInViewport()
    await last.focus()
    await expect(last).toBeInViewport()
  },
)

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test('twenty compact cards are seen at a glance', { tag: '@anyscreen' }, async ({ page }) => {
    // No first page, which may have other things above its list. Of the second one, all editions fill it.
    await keepSettings(page, { editions: 'all' })
    await page.goto('/works?displayMode=compact&page=2')
    await hydrated(page)
    await expect(page.getByRole('article')).toHaveCount(20)
    await expect(page.getByRole('article').last()).toBeInViewport({ ratio: 0.95 })
  })
})

for (const locale of ['ja-JP', 'zh-CN', 'en-US']) {
  test.describe(locale, () => {
    // The cards are laid out by style sheets alone.
    test.use({ locale, javaScriptEnabled: false })

    test('CRD-01 no number on a card is cut off', async ({ page, allow }) => {
      allow(scriptsAreOff)
      for (const mode of modes) {
        await page.goto(`/works?displayMode=${mode}&pageSize=100`)
        const cut = () =>
          page.getByRole('article').evaluateAll((cards) =>
            cards.flatMap((card) => {
              const { right, bottom } = card.getBoundingClientRect()
              return [...card.querySelectorAll('p, p > span')]
                .filter((part) => {
                  const box = part.getBoundingClientRect()
                  // What is for screen readers only is one pixel wide.
                  if (box.width <= 1) return false
                  return box.right > right || box.bottom > bottom || part.scrollWidth > part.clientWidth + 1
                })
                .map((part) => part.textContent)
            }),
          )
        await expect.poll(cut, mode).toEqual([])
      }
    })
  })
}

test('CRD-05 covers come in fitting sizes, and those below the fold when they are needed', async ({ page }) => {
  await page.goto('/works')
  await hydrated(page)
  const covers = page.getByRole('article').locator('img')
  await expect(covers.first()).toHaveAttribute('srcset', /type=240x240 .*type=360x360 /)
  await expect(covers.last()).toHaveAttribute('loading', 'lazy')
  const width = () => covers.first().evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(100)
})

test(
  'CRD-05 softened tag names are shown where the setting asks for them',
  { tag: '@anyscreen' },
  async ({ page, request }) => {
    const { works } = (await (await request.get('/api/works?pageSize=100')).json()) as {
      works: { source_id: string; tags: { i18n: { 'en-us'?: { name: string; censored?: string } } }[] }[]
    }
    const found = works.flatMap((work) =>
      work.tags.flatMap(({ i18n }) => (i18n['en-us']?.censored ? [{ code: work.source_id, ...i18n['en-us'] }] : [])),
    )
    const [tag] = found
    if (!tag?.censored) throw new Error('the demo library has tags with a softened name')
    await page.goto(`/works?keyword=${tag.code}&displayMode=detail`)
    await hydrated(page)
    const tags = page.getByRole('article').getByRole('list', { name: 'Tags' })
    await expect(tags.getByRole('link', { name: tag.name, exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('checkbox', { name: 'Use milder tag names' }).check()
    await page.keyboard.press('Escape')
    await expect(tags.getByRole('link', { name: tag.censored, exact: true })).toBeVisible()
  },
)

test(
  'CRD-05 where milder names are wanted, the others are not seen before they come',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await page.addInitScript(() =>
      localStorage.setItem('settings', JSON.stringify({ version: 1, values: { showCensoredTag: true } })),
    )
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/works', { waitUntil: 'commit' })
    const tag = page.getByRole('article').first().locator('a[href*="tag"]').first()
    await expect(tag).toBeAttached()
    await expect(tag).toBeHidden()
    await expect(page.getByRole('article').first().getByRole('heading')).toBeVisible()
    held.resolve()
    await hydrated(page)
    await expect(tag).toBeVisible()
  },
)

test('LIB-32 in a wide window voices that are cut end with an ellipsis, and each fact has its own column', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/works?displayMode=list')
  await hydrated(page)
  const voices = page.getByRole('article').getByRole('list', { name: 'Voice actors' })
  await expect(voices.first()).toHaveCSS('text-overflow', 'ellipsis')
  // Only text in one line ends so.
  await expect(voices.first()).toHaveCSS('display', 'block')
  await expect(voices.first().getByRole('link').first()).toHaveCSS('display', 'inline')
  const columns = await voices.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size)
  expect(columns).toBe(1)
})
