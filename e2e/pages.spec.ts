import { readdirSync, readFileSync } from 'node:fs'

import { expect, expectAccessible, keepSettings, test, type Page } from './fixtures.ts'
import { follow } from './follow.ts'
import { hydrated } from './hydrated.ts'
import { openFiles } from './playing.ts'

/** A work of the demo library with a cover, tags and several folders. */
const WORK = '/work/RJ01000001'

const currentPage = (page: Page) => page.locator('main nav [aria-current=page]')

const locales = [
  { locale: 'ja-JP', lang: 'ja' },
  { locale: 'zh-CN', lang: 'zh-CN' },
  { locale: 'en-US', lang: 'en' },
] as const

for (const { locale, lang } of locales) {
  // The server knows nothing of the scheme: what it drew hydrates in both, which one language shows.
  for (const colorScheme of lang === 'ja' ? (['dark', 'light'] as const) : (['dark'] as const)) {
    test.describe(`${lang}, ${colorScheme}`, () => {
      test.use({ locale, colorScheme })

      // On a phone, one language and scheme is enough: what it draws differs from the desktop's by its size alone.
      const tag = lang === 'ja' && colorScheme === 'dark' ? [] : ['@anyscreen']
      test(
        'I18N-01 SHR-03 both pages hydrate without a warning, in the language of the browser; axe finds nothing',
        {
          tag,
        },
        async ({ page }) => {
          const calls: string[] = []
          page.on('request', (request) => {
            if (/\/api\/(?!cover\/|health$)/.test(request.url())) calls.push(request.url())
          })
          for (const path of ['/works', WORK]) {
            await page.goto(path)
            await hydrated(page)
            await expect(page.locator('html')).toHaveAttribute('lang', lang)
            await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
            // What the server rendered came with the page.
            expect(calls).toEqual([])
            // It looks at both schemes; in English, other tests do.
            if (colorScheme === 'dark' && lang === 'ja') await expectAccessible(page)
          }
        },
      )
    })
  }
}

test(
  'I18N-01 a choice whose cookie is gone is shown after the page has hydrated, and once',
  { tag: '@anyscreen' },
  async ({ page }) => {
    // Safari deletes a script's cookies after a week, but not what is stored.
    await page.addInitScript(() => localStorage.setItem('lang', 'ja'))
    const slow = await page.context().newCDPSession(page)
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 3 })
    for (const path of ['/works', '/favourites', '/settings']) {
      await page.context().clearCookies()
      await page.goto(path)
      await hydrated(page)
      await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
      await expect(page.getByRole('banner')).toHaveCount(1)
      await expect(page.getByRole('main')).toHaveCount(1)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    }
  },
)

test.describe('without JavaScript', () => {
  // A browser that may not run scripts does not load them either, and says so in these words.
  const scriptsAreOff = /^request failed: GET \S+\.js csp$/

  test.use({ javaScriptEnabled: false, locale: 'ja-JP' })

  test(
    'SHR-01 LIB-01 WRK-05 NAV-34 the list, its pages, a work with its files and the ways to other screens are all there',
    { tag: '@anyscreen' },
    async ({ page, request, allow }) => {
      allow(scriptsAreOff)
      const listed = await request.get('/api/works?editions=one&page=2')
      const { works } = (await listed.json()) as { works: unknown[] }
      await page.goto('/works')
      await expect(page.getByRole('article')).toHaveCount(20)
      await page.locator('a[rel=next]').click()
      await expect(page).toHaveURL(/page=2/)
      await expect(currentPage(page)).toHaveText('2')
      await expect(page.getByRole('article')).toHaveCount(works.length)
      await page.goto(WORK)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('#work-tree').getByRole('link').first()).toBeVisible()
      await page.getByRole('navigation', { name: 'メインナビゲーション' }).getByRole('link', { name: 'タグ' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'タグ' })).toBeVisible()
    },
  )

  test(
    'SET-01 the settings say that they need one, in every language',
    { tag: '@anyscreen' },
    async ({ page, request, allow }) => {
      allow(scriptsAreOff)
      await page.goto('/settings')
      await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible()
      await expect(page.getByRole('heading', { level: 2, name: '設定にはJavaScriptが必要です' })).toBeVisible()
      for (const [language, text] of [
        ['en', 'Settings need JavaScript'],
        ['zh-CN', '设置需要 JavaScript'],
      ] as const) {
        const answer = await request.get('/settings', { headers: { 'accept-language': language } })
        expect(await answer.text()).toContain(text)
      }
    },
  )
})

test.describe('addresses', () => {
  test(
    'NAV-01 the root leads to the library, and what is unknown is a 404 with a page',
    { tag: '@anyscreen' },
    async ({ page, request, allow }) => {
      allow(/status of 404/)
      await page.goto('/')
      await expect(page).toHaveURL(/\/works$/)
      for (const path of ['/nowhere', '/404', '/work/RJ99999999', '/work/nothing', '/works/2', '/^', '/%3Cscript%3E']) {
        expect([path, (await request.get(path)).status()]).toEqual([path, 404])
      }
      await page.goto('/nowhere')
      await hydrated(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('main').getByRole('link').click()
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  )

  test(
    'NAV-02 every way to write a work leads to it, and the canonical link names the preferred one',
    { tag: '@anyscreen' },
    async ({ request }) => {
      const { works } = (await (await request.get('/api/works?pageSize=100&order=id')).json()) as {
        works: { id: number; source_id: string; source_type: string }[]
      }
      const rj = works.find((work) => work.source_id.startsWith('RJ'))
      const vj = works.find((work) => work.source_id.startsWith('VJ'))
      if (!rj || !vj) throw new Error('the demo library has RJ and VJ works')
      const forms: [path: string, canonical: string][] = [
        [`/work/${rj.source_id}`, `/work/${rj.source_id}`],
        [`/work/${rj.source_id.toLowerCase()}`, `/work/${rj.source_id}`],
        [`/work/${rj.id}`, `/work/${rj.source_id}`],
        [`/work/RJ${rj.id}`, `/work/${rj.source_id}`],
        [`/work/${vj.id}/${vj.source_type}/${vj.source_id}`, `/work/${vj.id}/${vj.source_type}/${vj.source_id}`],
        [`/work/${vj.id}`, `/work/${vj.id}/${vj.source_type}/${vj.source_id}`],
      ]
      for (const [path, canonical] of forms) {
        const answer = await request.get(path)
        expect([path, answer.status()]).toEqual([path, 200])
        const [, href = ''] = /<link rel="canonical" href="([^"]+)"/.exec(await answer.text()) ?? []
        expect([path, new URL(href).pathname]).toEqual([path, canonical])
      }
    },
  )

  test('NAV-04 back restores the scroll position, and a new page starts at the top', async ({ page }) => {
    await page.goto('/works')
    await hydrated(page)
    const link = page.getByRole('article').nth(15).getByRole('heading').getByRole('link')
    await link.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(300)
    await link.click()
    await expect(page).toHaveURL(/\/work\//)
    await expect(page.locator('#work-tree')).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page.getByRole('article')).toHaveCount(20)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 50)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(before + 50)
  })

  test('NAV-04 back to compact cards, which are drawn as they are seen, is the place that was left', async ({
    page,
  }) => {
    await keepSettings(page, { editions: 'all' })
    await page.goto('/works?displayMode=compact&pageSize=100')
    await hydrated(page)
    const work = page.getByRole('article').nth(40).getByRole('heading')
    await work.scrollIntoViewIfNeeded()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
    const before = await page.evaluate(() => scrollY)
    await work.getByRole('link').click()
    await expect(page).toHaveURL(/\/work\//)
    await expect(page.locator('#work-tree')).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(work).toBeInViewport()
    await expect.poll(() => page.evaluate((top) => Math.abs(scrollY - top), before)).toBeLessThan(2)
    const heights = await page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.clientHeight))
    expect(new Set(heights).size).toBe(1)
  })

  test('NAV-04 a hash leads to its place', { tag: '@anyscreen' }, async ({ page }) => {
    await page.goto(`${WORK}#work-tree`)
    await hydrated(page)
    await expect(page.locator('#work-tree')).toBeInViewport()
    await expect(page.locator('#work-tree').getByRole('link').first()).toBeVisible()
  })

  test(
    'WRK-05 a path that is none shows all files of the work, and says so',
    { tag: '@anyscreen' },
    async ({ page }) => {
      const paths = ['1', 'null', '', '[1]', '{}', '"x"', JSON.stringify(Array(300).fill('x')), 'abc', '["nope"]']
      // As the server draws it, for all of them; taken over by the browser, for one of either kind.
      for (const path of paths) {
        const address = `${WORK}?path=${encodeURIComponent(path)}`
        const answer = await page.request.get(address)
        const html = await answer.text()
        expect([path, answer.status()]).toEqual([path, 200])
        expect(html.slice(html.indexOf('id=work-tree '))).toMatch(/^id=work-tree [^]*<a [^>]*href="[^"]*path=/)
      }
      for (const path of paths.slice(-2)) {
        await page.goto(`${WORK}?path=${encodeURIComponent(path)}`)
        await hydrated(page)
        if (path === 'abc') await openFiles(page)
        await expect(page.locator('#work-tree').getByRole('link').first()).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
      await expect(page.locator('#work-tree').getByText('nope')).toBeVisible()
    },
  )

  test('a page names every script that it needs to come alive', { tag: '@anyscreen' }, async ({ page }) => {
    await page.addInitScript(() => {
      const scripts = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      const note = () => {
        const root = document.documentElement
        if (root.dataset.live !== undefined) root.dataset.needed ??= JSON.stringify(scripts())
      }
      new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ['data-live'] })
    })
    for (const path of ['/works', WORK]) {
      const html = await (await page.request.get(path)).text()
      await page.goto(path)
      const needed = await page.locator('html[data-needed]').getAttribute('data-needed')
      const scripts = (JSON.parse(needed ?? '') as string[]).filter((name) => name.endsWith('.js'))
      expect(scripts.length).toBeGreaterThan(3)
      expect(scripts.filter((name) => !html.includes(name))).toEqual([])
    }
  })

  test(
    'the server has read all screens when it starts: a build that takes the place misses nothing',
    {
      tag: '@anyscreen',
    },
    () => {
      expect(readdirSync(new URL('../apps/web/dist/server', import.meta.url))).toEqual(['entry-server.js'])
    },
  )

  test('DEP-16 what the server keeps of it is ASCII, with one React and no schemas', { tag: '@anyscreen' }, () => {
    const code = readFileSync(new URL('../apps/web/dist/server/entry-server.js', import.meta.url), 'utf8')
    expect(/.{0,40}[^\0-\x7f].{0,40}/.exec(code)?.[0]).toBeUndefined()
    expect(code).not.toMatch(/should have a unique|\b_zod\b/)
  })

  test('a visit goes on without loading another document', { tag: '@anyscreen' }, async ({ page }) => {
    await page.goto('/works')
    await hydrated(page)
    let documents = 0
    page.on('request', (request) => (documents += Number(request.isNavigationRequest())))
    await page.getByRole('article').first().getByRole('heading').getByRole('link').press('Enter')
    await expect(page.locator('#work-tree')).toBeVisible()
    await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
    // The link that had the focus is gone: the keyboard goes on at the top of the new screen.
    await expect(page.getByRole('main')).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('article')).toHaveCount(20)
    expect(documents).toBe(0)
  })
})

test.describe('what crawlers get', { tag: '@anyscreen' }, () => {
  test('I18N-05 a crawler is served Japanese whatever it accepts', async ({ request }) => {
    for (const agent of [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Twitterbot/1.0',
    ]) {
      const answer = await request.get('/works', { headers: { 'user-agent': agent, 'accept-language': 'en-US' } })
      expect(await answer.text()).toMatch(/<html[^>]* lang="ja"/)
    }
  })

  test('SHR-01 the HTML of a work carries its share metadata', async ({ request }) => {
    const work = (await (await request.get('/api/workInfo/RJ01000001')).json()) as {
      title: string
      name: string
      source_id: string
      vas: { name: string }[]
    }
    const html = await (await request.get(WORK)).text()
    const content = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
    for (const name of ['description', 'og:description', 'twitter:description']) {
      for (const part of [work.source_id, work.name, ...work.vas.map((actor) => actor.name)]) {
        expect([name, content(name)]).toEqual([name, expect.stringContaining(part)])
      }
      expect(content(name)).toMatch(/NSFW|SFW/)
    }
    expect(content('og:title')).toContain(work.title)
    expect(content('og:image')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/cover\/1000001\.jpg\?type=main$/)
    expect(content('og:url')).toMatch(/\/work\/RJ01000001$/)
    expect(content('twitter:card')).not.toBe('')
    expect(html).toMatch(new RegExp(`<title>[^<]*${work.title}`))
  })

  test('SHR-02 a page that is not there says so in its status', async ({ request }) => {
    expect((await request.get('/work/RJ99999999')).status()).toBe(404)
  })

  test('SHR-02 an address that cannot be read is a page with a way on, and JSON for programs', async ({
    page,
    request,
    allow,
  }) => {
    allow(/status of 400/)
    const path = '/work/%E0%A4%A?x=1'
    for (const answer of [await request.get('/%', { headers: { accept: 'text/html' } }), await page.goto(path)])
      expect([answer?.status(), answer?.headers()['x-content-type-options']]).toEqual([400, 'nosniff'])
    await hydrated(page)
    await expect(page.getByText('Nothing on this shelf')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the library' }).click()
    await expect(page).toHaveURL(/\/works$/)
    await expect(page.getByRole('article').first()).toBeVisible()
    expect(await (await request.get('/api/%')).json()).toMatchObject({ error: 'path: cannot be decoded' })
    expect(await (await request.get('/%')).json()).toMatchObject({ error: 'path: cannot be decoded' })
  })

  test('SHR-03 robots.txt names the sitemap, which names every work', async ({ request }) => {
    const robots = await (await request.get('/robots.txt')).text()
    const [, address = ''] = /^Sitemap: (\S+)$/m.exec(robots) ?? []
    const sitemap = await (await request.get(address)).text()
    const { pagination } = (await (await request.get('/api/works')).json()) as { pagination: { totalCount: number } }
    expect(sitemap.match(/<loc>[^<]*\/work\//g)).toHaveLength(pagination.totalCount)
  })
})

test.describe('the library list', () => {
  test(
    'LIB-01 LIB-02 paging, page size and sort are in the address, and the address alone brings them back',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await keepSettings(page, { editions: 'all' })
      await page.goto('/works?pageSize=40&sortOption=id-asc&displayMode=list')
      await hydrated(page)
      await expect(page.getByRole('article')).toHaveCount(40)
      const titles = page.getByRole('article').getByRole('heading')
      const firstPage = await titles.allInnerTexts()
      await page.locator('a[rel=next]').click()
      // The address changes before the list does.
      await expect(page).toHaveURL(/page=2/)
      await expect(page).toHaveURL(/displayMode=list/)
      await expect(currentPage(page)).toHaveText('2')
      await expect.poll(() => titles.allInnerTexts()).not.toEqual(firstPage)
      const secondPage = await titles.allInnerTexts()
      await page.reload()
      await hydrated(page)
      await expect(titles).toHaveText(secondPage)
    },
  )

  test(
    'LIB-02 a search, and another page size, keep how the list is shown',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await page.goto('/works?displayMode=list&sortOption=random-44')
      await hydrated(page)
      const first = page.getByRole('article').first().getByRole('heading')
      const title = await first.innerText()
      await page.getByRole('combobox', { name: 'Per page' }).selectOption('60')
      await expect(page).toHaveURL(/pageSize=60/)
      await expect(page).toHaveURL(/sortOption=random-44/)
      await expect(page.getByRole('article').nth(30)).toBeAttached()
      await expect(first).toHaveText(title)
      await page.getByRole('banner').getByLabel('Search the library').fill(title)
      await page.getByRole('banner').getByLabel('Search the library').press('Enter')
      await expect(page).toHaveURL(/keyword=/)
      await expect(page).toHaveURL(/displayMode=list/)
      await expect(page).toHaveURL(/pageSize=60/)
    },
  )

  test('LIB-01 a page is jumped to by its number', async ({ page }) => {
    await keepSettings(page, { editions: 'all' })
    await page.goto('/works')
    await hydrated(page)
    // The server's page has a card for each work; the list of this setting comes after it.
    await expect(page.getByRole('spinbutton')).toHaveAttribute('max', '3')
    await page.getByRole('spinbutton').fill('3')
    await page.getByRole('spinbutton').press('Enter')
    await expect(page).toHaveURL(/page=3/)
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  test('LIB-01 nothing found is END, with a way on', { tag: '@anyscreen' }, async ({ page }) => {
    await page.goto('/works?keyword=zzzzzz')
    await hydrated(page)
    await expect(page.getByText('END', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
})

test('I18N-01 I18N-03 the language is switched without a reload and stays', { tag: '@anyscreen' }, async ({ page }) => {
  await page.goto('/works')
  await hydrated(page)
  let documents = 0
  page.on('request', (request) => (documents += Number(request.isNavigationRequest())))
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page)
  for (const [name, lang, heading] of [
    ['日本語', 'ja', 'ライブラリ'],
    ['中文', 'zh-CN', '音声库'],
  ] as const) {
    await page.getByRole('dialog').getByText(name, { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await expect(page.locator('h1')).toHaveText(heading)
  }
  expect(documents).toBe(0)
  await page.reload()
  await hydrated(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
})

test(
  'I18N-03 a language that does not load is reported, and loads when it is chosen again',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/assets|Failed to load resource/)
    await page.route('**/assets/ja-*.js', (route) => route.abort('internetdisconnected'))
    await page.goto('/settings')
    await hydrated(page)
    const appearance = page.locator('#appearance')
    await appearance.getByText('日本語', { exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('The texts in 日本語 could not be loaded')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.unroute('**/assets/ja-*.js')
    await appearance.getByText('中文', { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    await expect(page.getByRole('alert').filter({ hasText: '日本語' })).toHaveCount(0)
    await appearance.getByText('日本語', { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  },
)

test('a menu that does not arrive is said to be missing, and the page goes on', async ({ page, allow }) => {
  allow(/MenuDrawer|Failed to load resource/)
  await page.route('**/assets/MenuDrawer-*.js', (route) => route.abort('failed'))
  await page.goto('/works')
  await hydrated(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toBeHidden()
  await expect(page.getByRole('article')).toHaveCount(20)

  await page.unroute('**/assets/MenuDrawer-*.js')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test(
  'NAV-01 a screen that does not arrive says so and is tried again, and the page is not reloaded',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/assets|Chunk missing|Failed to load resource/)
    const chunks = { settings: /\/assets\/settings-.*\.js/, circles: /\/assets\/circles-.*\.js/ }
    // An idle page fetches screens ahead, and a retry would share a request that is about to fail.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    for (const chunk of Object.values(chunks)) await page.route(chunk, (route) => route.abort('failed'))
    await page.goto('/works')
    await hydrated(page)
    let documents = 0
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
    for (const [screen, name] of [
      ['settings', 'Settings'],
      ['circles', 'Circles'],
    ] as const) {
      await follow(page, `/${screen}`)
      const alert = page.getByRole('alert').filter({ hasText: 'This could not be loaded' })
      await expect(alert).toContainText('The connection may be down')
      await expect(alert.getByRole('button', { name: 'Reload the page' })).toBeVisible()
      if (screen === 'settings') await expectAccessible(page)
      await page.unroute(chunks[screen])
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(alert).toHaveCount(0)
    }
    expect(documents).toBe(0)
  },
)

test(
  'the colour scheme is chosen, and is there before the first paint of the next visit',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/works')
    await hydrated(page)
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await background()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('radio', { name: 'Light' }).check()
    await expect.poll(background).not.toBe(dark)
    const light = await background()
    await page.reload({ waitUntil: 'commit' })
    await page.waitForSelector('main')
    expect(await background()).toBe(light)
  },
)
