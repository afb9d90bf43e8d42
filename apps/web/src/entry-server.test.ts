import type { ScanStatus, TrackNode, Work } from '@otodana/contract'
import { expect, test } from 'vitest'

import type { Locale } from '#i18n/locale.ts'
import { aTag, aWork } from '#test/a-work.ts'

import { languageOf, render } from './entry-server.tsx'

type Library = {
  works?: Work[]
  tracks?: TrackNode[]
  scan?: ScanStatus
  status?: number
  /** Circles, tags and voice actors: answers by path. */
  names?: Record<string, unknown>
  /** Whether popular works have places. */
  isRanked?: boolean
  /** A path that answers with an error. */
  failing?: string
  /** Of the library's subtitles. */
  subtitleLanguages?: string[]
  /** For members only. */
  isClosed?: boolean
}

/** A library's API in process, which records requests. */
function apiOf({
  works = [aWork()],
  tracks = [],
  scan = { state: 'idle', counts: null, last: null },
  status,
  names = {},
  subtitleLanguages = [],
  isRanked = false,
  failing,
}: Library) {
  const asked: string[] = []
  const frame: string[] = []
  const sent: unknown[] = []
  const fetch = (async (url: string, init: RequestInit = {}) => {
    // What the document asks for itself, whatever the screen.
    if (url === '/api/subtitles/languages') frame.push(url)
    else asked.push(url)
    if (typeof init.body === 'string') sent.push(JSON.parse(init.body))
    if (status !== undefined) return Response.json({ error: 'server.failed' }, { status })
    const { pathname, searchParams } = new URL(url, 'http://x')
    if (pathname === failing) return Response.json({ error: 'server.failed' }, { status: 500 })
    if (pathname === '/api/library/scan') return Response.json(scan)
    if (pathname === '/api/subtitles/languages') {
      return Response.json({ languages: subtitleLanguages.map((language) => ({ language, count: 1 })) })
    }
    if (pathname === '/api/works' || pathname.startsWith('/api/search/')) {
      const asPage = Number(searchParams.get('page') ?? 1)
      const pagination = { currentPage: asPage, page: asPage, pageSize: 20, totalCount: works.length }
      return Response.json({ works, pagination })
    }
    if (pathname.startsWith('/api/recommender/')) {
      const { page: asked } = sent.at(-1) as { page: number }
      const pagination = { currentPage: asked, page: asked, pageSize: 20, totalCount: works.length }
      const ranks = pathname.endsWith('/popular') ? { isRanked } : {}
      return Response.json({ works, pagination, ...ranks })
    }
    const named = names[pathname]
    if (named) return Response.json(named)
    const work = works.find(({ id }) => pathname.endsWith(`/${id}`))
    if (!work) return Response.json({ error: 'work.notFound' }, { status: 404 })
    return Response.json(pathname.startsWith('/api/tracks/') ? tracks : work)
  }) as typeof globalThis.fetch
  return { fetch, asked, frame, sent }
}

async function page(path: string, library: Library = {}, locale: Locale = 'ja') {
  const { fetch, asked, frame, sent } = apiOf(library)
  const origin = 'https://shelf.example'
  const manifest = { routes: {} }
  const { isClosed = false } = library
  const failures: unknown[] = []
  const onFailure = (error: unknown) => failures.push(error)
  const options = { locale, nonce: 'NONCE', origin, manifest, fetch, onFailure, isClosed }
  const response = await render(new Request(origin + path), options)
  const raw = await response.text()
  // Removes the nonce from every element of the head but scripts.
  const html = raw.replaceAll(/(<(?:meta|link)\b[^>]*?) nonce="NONCE"/g, '$1')
  return { status: response.status, location: response.headers.get('location'), html, asked, frame, sent, failures }
}

/** Returns the texts that a page lacks; the page itself is too long to print. */
function missing(html: string, ...texts: string[]): string[] {
  return texts.filter((text) => !html.includes(text))
}

const track: TrackNode = {
  type: 'folder',
  title: '本編',
  children: [
    {
      type: 'audio',
      hash: '1234567/1',
      title: '01.mp3',
      work: { id: 1_234_567, source_id: 'RJ01234567', source_type: 'DLSITE' },
      workTitle: '雨音と夜更かし',
      mediaStreamUrl: 'https://shelf.example/api/media/stream/1234567/1',
      mediaDownloadUrl: 'https://shelf.example/api/media/download/1234567/1',
      streamLowQualityUrl: '',
      duration: 61,
      size: 1_000,
    },
  ],
}

test('LIB-01 the page of the library holds its works, their number and links, without JavaScript', async () => {
  const { status, html } = await page('/works')
  expect(status).toBe(200)
  expect(missing(html, '雨音と夜更かし')).toEqual([])
  expect(missing(html, 'href="/work/RJ01234567"')).toEqual([])
  expect(missing(html, '1作品')).toEqual([])
  expect(missing(html, '<link rel="canonical" href="https://shelf.example/works"/>')).toEqual([])
})

test.each(['/works', '/work/RJ01234567', '/popular'])(
  'NAV-37 %s is painted once the browser has what is below its content',
  async (path) => {
    const { html } = await page(path)
    const awaited = /<link[^>]* rel="expect"[^>]*>/.exec(html)?.[0] ?? ''
    expect(awaited).toContain('blocking="render"')
    const id = /href="#([^"]+)"/.exec(awaited)?.[1] ?? ''
    expect(html).toContain('</main>')
    expect(html.indexOf(`id="${id}"`)).toBeGreaterThan(html.indexOf('</main>'))
  },
)

test('NAV-37 WRK-19 the cover of a work is one request, of high priority, and its backdrop needs none', async () => {
  const { html } = await page('/work/RJ01234567')
  const covers = (html.match(/<img[^>]*>/g) ?? []).filter((image) => image.includes('/api/cover/1234567.jpg'))
  expect(covers).toHaveLength(1)
  const preloads = (html.match(/<link rel="preload"[^>]*>/g) ?? []).filter((link) => link.includes('/api/cover/'))
  expect(preloads).toEqual([expect.stringContaining('fetchPriority="high"')])
})

test.each([
  ['en', 'Nothing on this shelf'],
  ['ja', 'この棚には見つかりません'],
] as const)('NAV-05 in %s an address that cannot be decoded has a title, and a way home', async (locale, title) => {
  const { html } = await page('/%E0%A4%A', {}, locale)
  expect(missing(html, `<title>${title} | Otodana</title>`, `>${title}</h1>`, 'href="/works"')).toEqual([])
})

test('SHR-01 a page after the last of a list is not for search engines, and leads them to its first', async () => {
  const beyond = await page('/works?page=999')
  expect(beyond.status).toBe(200)
  expect(
    missing(
      beyond.html,
      '<meta name="robots" content="noindex, follow"/>',
      '<link rel="canonical" href="https://shelf.example/works"/>',
    ),
  ).toEqual([])
  // Even an empty library has a first page.
  for (const library of [{}, { works: [] }]) {
    const first = await page('/works', library)
    expect(first.html).not.toContain('name="robots"')
  }
  const works = Array.from({ length: 21 }, (_, at) => aWork({ id: 1_000_000 + at }))
  const last = await page('/works?page=2', { works })
  expect(last.html).not.toContain('name="robots"')
  expect(missing(last.html, '<link rel="canonical" href="https://shelf.example/works?page=2"/>')).toEqual([])
})

test.each([
  ['en', '/playlist', 'No playlist at this address', '/playlists'],
  ['ja', '/playlist?page=2', 'プレイリストが指定されていません', '/playlists'],
  ['zh-CN', '/playlist?id=', '链接中没有指明播放列表', '/playlists'],
  ['en', '/playlist?id=01234567-89ab-4cde-8f01-23456789abcd', 'Nothing on this shelf', '/works'],
] as const)('NAV-05 PLS-04 in %s %s says in title and screen that there is none', async (locale, path, title, way) => {
  const { status, html } = await page(path, {}, locale)
  expect(status).toBe(404)
  expect(
    missing(html, `<title>${title} | Otodana</title>`, `>${title}</h1>`, `href="${way}"`, 'content="noindex'),
  ).toEqual([])
})

test('NAV-01 NAV-03 NAV-05 the root and the login lead to the library, and an unknown address is a page that says so', async () => {
  expect(await page('/')).toMatchObject({ status: 307, location: '/works' })
  expect(await page('/login')).toMatchObject({ status: 307, location: '/works#login' })
  for (const path of ['/no/such/page', '/favourites/nothing']) {
    const unknown = await page(path)
    expect(unknown.status).toBe(404)
    expect(missing(unknown.html, '<title>この棚には見つかりません | Otodana</title>')).toEqual([])
    expect(unknown.asked).toEqual([])
  }
})

test('NAV-35 the login leads to the page of this site that its address names', async () => {
  const locations = ['/playlists?page=2', '//evil.example/x', 'https://evil.example'].map(async (wanted) => {
    const { status, location } = await page(`/login?redirect=${encodeURIComponent(wanted)}`)
    return [status, location]
  })
  expect(await Promise.all(locations)).toEqual([
    [307, '/playlists?page=2#login'],
    [307, '/works#login'],
    [307, '/works#login'],
  ])
})

/** What is asked for without a setting: one edition of each work, in the page's language. */
const editions = '&withEditions=1&editions=one&editionLanguages=JPN'

test('LIB-02 the list is asked for as the address says, and wrong values as if they were left out', async () => {
  const { asked } = await page('/works?keyword=a%26b&page=3&pageSize=40&sortOption=price-asc&displayMode=list')
  expect(asked).toContain(`/api/search/a%26b?order=price&sort=asc&page=3&pageSize=40${editions}`)
  for (const bad of ['page=-1', 'page=x&pageSize=7', 'sortOption=size&displayMode=wall', `tagId=${'1'.repeat(200)}`]) {
    const { status, asked, html } = await page(`/works?${bad}`)
    expect(status).toBe(200)
    expect(asked).toContain(`/api/works?order=create_date&sort=desc&page=1&pageSize=20${editions}`)
    expect(missing(html, '<link rel="canonical" href="https://shelf.example/works"/>')).toEqual([])
  }
})

test('SRC-07 a keyword that is too long for an address is sent to the API in a body', async () => {
  const keyword = '雨'.repeat(501)
  const { asked, sent } = await page(`/works?keyword=${encodeURIComponent(keyword)}`)
  expect(asked).toContain('/api/search/')
  expect(sent).toEqual([expect.objectContaining({ keyword })])
})

const circle = { id: 7, name: '硝子の森', source_id: 'RG7', source_type: 'DLSITE', count: 3 }
const tag = { id: 12, name: '耳かき', i18n: { 'en-us': { name: 'Ear cleaning' } }, count: 1_234 }
const actor = { id: '2b5e7ab5-d994-5991-a53c-f1b6ae562d0e', name: '白瀬みお', count: 1 }
const series = { id: 5, name: '雨やどり', circle: { id: 7, name: '硝子の森' }, code: '', count: 2 }
const names = { '/api/circles/7': circle, '/api/tags/12': tag, [`/api/vas/${actor.id}`]: actor }

test.each([
  ['circleId=7', '$circle:硝子の森$'],
  ['tagId=12', '$tag:耳かき$'],
  [`vaId=${actor.id}`, '$va:白瀬みお$'],
  ['circleId=7&tagId=12', '$circle:硝子の森$ $tag:耳かき$'],
  ['tagId=12&keyword=雨', '$tag:耳かき$ 雨'],
])('LIB-09 ?%s is led on to the search %s', async (old, keyword) => {
  const { status, location } = await page(`/works?${old}`, { names })
  expect(status).toBe(302)
  expect(new URL(location!, 'http://x').pathname).toBe('/works')
  expect(Object.fromEntries(new URL(location!, 'http://x').searchParams)).toEqual({ keyword })
})

test.each([
  'circleId=8',
  'circleId=abc',
  'circleId=0',
  'tagId=-1',
  'tagId=99999999999',
  'vaId=7',
  'vaId=2b5e7ab5-d994-5991-a53c-f1b6ae562d0f',
  'vaId=..%2Fcircles%2F7',
  'circleId=',
])('LIB-09 ?%s, which is no id of anything, is led on to the plain list', async (old) => {
  expect(await page(`/works?${old}`, { names })).toMatchObject({ status: 302, location: '/works' })
})

test('LIB-09 the rest of an old address stays', async () => {
  const { location } = await page('/works?circleId=7&sortOption=price&displayMode=list', { names })
  expect(Object.fromEntries(new URL(location!, 'http://x').searchParams)).toEqual({
    keyword: '$circle:硝子の森$',
    sortOption: 'price',
    displayMode: 'list',
  })
})

test('IDX-01 of twenty thousand circles the page holds the first three hundred as links, and their number', async () => {
  const circles = Array.from({ length: 20_000 }, (_, at) => ({
    ...circle,
    id: at + 1,
    name: `環${at}`,
    count: 20_000 - at,
  }))
  const { status, html } = await page('/circles', { names: { '/api/circles/': circles } })
  expect(status).toBe(200)
  expect(missing(html, '20,000', '環0', '環299', `href="/works?keyword=%24circle%3A環0%24"`)).toEqual([])
  expect(html.includes('環300')).toBe(false)
  expect(html.length).toBeLessThan(200_000)
})

test('IDX-01 I18N-04 tags are named in the language, filtered as the address says, and searched by their own name', async () => {
  const tags = [tag, { id: 13, name: '雨', i18n: {}, count: 2 }]
  const { html } = await page('/tags?q=ＥＡＲ', { names: { '/api/tags/': tags } }, 'en')
  expect(missing(html, 'Ear cleaning', '1,234', `href="/works?keyword=%24tag%3A耳かき%24"`)).toEqual([])
  expect(html.includes('雨')).toBe(false)
  expect(missing(html, '<meta name="robots" content="noindex, follow"/>')).toEqual([])
})

test.each([
  ['/circles', '<title>サークル | Otodana</title>'],
  ['/tags', '<title>タグ | Otodana</title>'],
  ['/vas', '<title>声優 | Otodana</title>'],
  ['/series', '<title>シリーズ | Otodana</title>'],
  ['/staff', '<title>スタッフ | Otodana</title>'],
  ['/settings', '<title>設定 | Otodana</title>'],
])('NAV-01 NAV-05 %s has its own title', async (path, title) => {
  const { status, html } = await page(path, {
    names: {
      '/api/circles/': [circle],
      '/api/tags/': [tag],
      '/api/vas/': [actor],
      '/api/series/': [series],
      '/api/staff/': [actor],
    },
  })
  expect(status).toBe(200)
  expect(missing(html, title)).toEqual([])
})

test('SER-21 a series’ page holds its works in order with their numbers, its circle, voice actors and total duration', async () => {
  const works = [aWork(), aWork({ id: 1_234_568, title: '夜明け' })]
  const library = {
    works,
    names: {
      '/api/series/5': {
        ...series,
        works: works.map(({ id, source_id, title }, at) => ({
          id,
          source_id,
          title,
          number: at === 0 ? 1 : 1.5,
          language: null,
          edition_of: id,
        })),
      },
      '/api/series/5/works': { works, pagination: { currentPage: 1, page: 1, pageSize: 100, totalCount: 2 } },
    },
  }
  const { status, html } = await page('/series/5', library)
  expect(status).toBe(200)
  const circleHref = `href="/works?keyword=%24circle%3A硝子の森%24"`
  expect(missing(html, '<title>雨やどり | Otodana</title>', '第1作', '第1.5作', '夜明け', circleHref)).toEqual([])
  expect(missing(html, '白瀬みお', '合計3時間', 'href="https://shelf.example/series/5"')).toEqual([])
  expect(html.indexOf('href="/work/RJ01234567"')).toBeLessThan(html.indexOf('href="/work/RJ01234568"'))
})

test.each(['99', '0', '-1', '1.5', 'x', '2147483648'])('SER-21 /series/%s does not exist', async (ref) => {
  expect((await page(`/series/${ref}`)).status).toBe(404)
})

test('SER-20 META-64 META-65 a work’s page holds its series, description, staff, and title in two languages', async () => {
  const facts = {
    titles: { ja: '雨音と夜更かし', en: 'Rain at Night' },
    staff: { scenario: [{ id: 'a', name: '霧島つむぎ' }], illustration: [], music: [], other: [] },
    series: { id: 5, name: '雨やどり', number: 2 },
    description: '一行目\n<b>二行目</b>',
    samples: [],
    hasPrice: false,
  }
  const { html } = await page('/work/RJ01234567', { works: [aWork({ facts, price: 0 })] }, 'en')
  expect(missing(html, 'href="/series/5"', '雨やどり', '一行目\n&lt;b&gt;二行目&lt;/b&gt;')).toEqual([])
  expect(missing(html, 'Rain at Night</h1>', 'lang="ja">雨音と夜更かし</p>')).toEqual([])
  const staffHref = `href="/works?keyword=%24staff%3A霧島つむぎ%24"`
  expect(missing(html, 'Scenario', staffHref)).toEqual([])
  expect(html).toMatch(/<meta name="description" content="[^"]*一行目 &lt;b&gt;/)
  expect(html.includes('>Price<')).toBe(false)
})

test('IDX-01 bad parameters of a list of names count as left out', async () => {
  for (const bad of ['sort=size', `q=${'a'.repeat(101)}`]) {
    const { status, html } = await page(`/circles?${bad}`, { names: { '/api/circles/': [circle] } })
    expect(status).toBe(200)
    expect(missing(html, circle.name, '<link rel="canonical" href="https://shelf.example/circles"/>')).toEqual([])
    expect(html).not.toContain('name="robots"')
  }
})

test.each([
  ['en', 'END'],
  ['ja', 'おわり'],
  ['zh-CN', '完'],
] as const)('LIB-01 a search without results ends with a mark, in %s', async (locale, mark) => {
  expect(missing((await page('/works?keyword=zzz', { works: [] }, locale)).html, `>${mark}</p>`)).toEqual([])
})

test('LIB-12 a library that is being scanned for the first time tells how far it is', async () => {
  const counts = { found: 40, done: 12, added: 0, changed: 0, unchanged: 0, missing: 0, filesRead: 30, problems: 0 }
  const { html } = await page('/works', { works: [], scan: { state: 'running', counts, last: null } })
  expect(missing(html, '40作品中12作品')).toEqual([])
})

test.each([
  '/work/RJ01234567',
  '/work/rj01234567',
  '/work/1234567',
  '/work/01234567',
  '/work/1234567/DLSITE/RJ01234567',
])('NAV-02 %s is the work, and names its preferred address', async (path) => {
  const { status, html } = await page(path)
  expect(status).toBe(200)
  expect(missing(html, '<link rel="canonical" href="https://shelf.example/work/RJ01234567"/>')).toEqual([])
})

test('NAV-02 a VJ work is found by its own form', async () => {
  const work = aWork({ id: 100_012_345, source_id: 'VJ012345' })
  const { html } = await page('/work/100012345/DLSITE/VJ012345', { works: [work] })
  expect(missing(html, 'href="https://shelf.example/work/100012345/DLSITE/VJ012345"')).toEqual([])
})

test.each(['/work/RJ999999', '/work/nonsense', '/work/0', '/work/RJ01234567x', '/work/%3Cscript%3E'])(
  'SHR-02 %s answers 404',
  async (path) => {
    const { status, html } = await page(path)
    expect(status).toBe(404)
    expect(missing(html, '<title>この棚には見つかりません | Otodana</title>')).toEqual([])
  },
)

test('LIB-01 pages are offered where there is more than one', async () => {
  const works = (count: number) => Array.from({ length: count }, (_, at) => aWork({ id: 1_000_000 + at }))
  const pages = async (count: number) =>
    (await page('/works', { works: works(count) }, 'en')).html.includes('rel="next"')
  expect([await pages(20), await pages(21)]).toEqual([false, true])
  expect(missing((await page('/works', { works: works(21) }, 'en')).html, 'aria-label="Pages"')).toEqual([])
  expect((await page('/works', { works: works(20) }, 'en')).html).not.toContain('aria-label="Pages"')
})

test('LIB-06 I18N-06 the filter for subtitles is shown in Chinese, and in other languages with subtitles in these', async () => {
  for (const [locale, subtitleLanguages, isShown] of [
    ['zh-CN', [], true],
    ['zh-CN', ['ja'], true],
    ['ja', [], false],
    ['ja', ['zh', 'en'], false],
    ['ja', ['zh', 'ja'], true],
    ['en', ['ja'], false],
    ['en', ['en'], true],
  ] as const) {
    const { html } = await page('/works', { subtitleLanguages: [...subtitleLanguages] }, locale)
    const asked = [locale, subtitleLanguages]
    expect([...asked, /<html [^>]*data-subtitles/.test(html)]).toEqual([...asked, isShown])
    // It has its place in any case: a device may have chosen otherwise.
    expect(html).toMatch(/<label [^>]*data-subtitle-mark=""><input type="checkbox"/)
  }
})

test('LIB-02 LIB-06 an address that asks for subtitles gets them in every language, with the filter to remove', async () => {
  for (const locale of ['zh-CN', 'en', 'ja'] as const) {
    const { html, asked } = await page('/works?subtitle=1', {}, locale)
    expect(asked.some((address) => address.includes('subtitle=1'))).toBe(true)
    expect(html).toMatch(/<label class="[^"]*"><input type="checkbox"[^>]* checked/)
  }
})

test('I18N-06 the page of a closed library does not say which subtitles it has', async () => {
  const { html, frame } = await page('/works', { isClosed: true, subtitleLanguages: ['ja'] }, 'ja')
  expect(frame).toEqual([])
  expect(html).not.toMatch(/<html [^>]*data-subtitles/)
})

test('SRC-01 an address may ask for more than is searched, and the list says what is', async () => {
  const of = async (keyword: string) =>
    (await page(`/works?keyword=${encodeURIComponent(keyword)}`, { works: [] }, 'en')).html
  const words = Array.from({ length: 53 }, (_, at) => `w${at}`)
  expect(missing(await of(words.join(' ')), 'only its first 50 terms are searched')).toEqual([])
  expect(missing(await of('x'.repeat(2_500)), 'only its first term, or the start of it')).toEqual([])
  expect(await of('rain')).not.toContain('only its first')
})

test('NAV-05 a search is named in words in the title, and white space is none', async () => {
  const keyword = encodeURIComponent('$tag:耳かき$ $-age:adult$')
  const { html } = await page(`/works?keyword=${keyword}`, {}, 'en')
  expect(missing(html, '<title>Search: Tag: Ear cleaning, No R-18 | Otodana</title>')).toEqual([])
  expect(missing((await page('/works?keyword=%20', {}, 'en')).html, '<title>Library | Otodana</title>')).toEqual([])
})

test.each(['compact', 'detail', 'list'])(
  'CRD-01 I18N-02 a card of mode %s: a badge for subtitles that styles show, and sales of RJ works only',
  async (mode) => {
    for (const [locale, badge] of [
      ['zh-CN', '>带字幕</p>'],
      ['en', '>Subtitled</p>'],
      ['ja', '>字幕あり</p>'],
    ] as const) {
      const { html } = await page(`/works?displayMode=${mode}`, { works: [aWork({ has_subtitle: true })] }, locale)
      expect([locale, html.includes(` data-subtitle-mark=""${badge}`)]).toEqual([locale, true])
    }
    const sold = (source_id: string) => page(`/works?displayMode=${mode}`, { works: [aWork({ source_id })] }, 'en')
    expect(missing((await sold('RJ01234567')).html, '>¥1,100</span>', '>1,234 sold</span>')).toEqual([])
    expect(missing((await sold('VJ01234567')).html, '>¥1,100</span>', '>1,234 sold</span>')).toEqual([
      '>1,234 sold</span>',
    ])
  },
)

test('WRK-05 the page of a work holds the folder that its address names', async () => {
  expect(missing((await page('/work/RJ01234567', { tracks: [track] })).html, '本編')).toEqual([])
  const path = encodeURIComponent(JSON.stringify(['本編']))
  expect(missing((await page(`/work/RJ01234567?path=${path}`, { tracks: [track] })).html, '01.mp3')).toEqual([])
  // An invalid path is removed from the URL.
  expect((await page('/work/RJ01234567?path=%5B1', { tracks: [track] })).status).toBe(307)
})

test('SHR-01 what a work’s names hold stays text, in tags, links and the inlined state', async () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>'&amp;`
  const work = aWork({
    title: evil,
    circle: { id: 7, name: evil, source_id: evil, source_type: evil },
    vas: [{ id: 'x', name: evil }],
    tags: [aTag({ id: 1, name: evil, english: evil })],
    source_url: 'javascript:alert(3)',
  })
  for (const path of ['/works', '/work/RJ01234567']) {
    const { status, html } = await page(path, { works: [work] })
    expect(status).toBe(200)
    for (const dangerous of ['<script>alert(1)', '<img src=x', 'href="javascript:']) {
      expect(html.includes(dangerous), dangerous).toBe(false)
    }
    for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) expect(tag).toContain('nonce="NONCE"')
  }
  const { html } = await page('/work/RJ01234567', { works: [work] })
  expect(missing(html, 'property="og:title" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')).toEqual([])
})

test('SHR-01 the tags of a work are there without JavaScript', async () => {
  const { html } = await page('/work/RJ01234567')
  expect(missing(html, '<title>雨音と夜更かし [RJ01234567] | Otodana</title>')).toEqual([])
  expect(/<meta name="description" content="([^"]*)"\/>/.exec(html)?.[1]).toMatch(
    /1\.5時間.*耳かき \(Ear cleaning\).* SFW$/,
  )
  expect(missing(html, 'property="og:image" content="https://shelf.example/api/cover/1234567.jpg?type=main"')).toEqual(
    [],
  )
  expect(missing(html, 'name="twitter:card" content="summary_large_image"')).toEqual([])
})

test.each([
  ['ja', 'ライブラリ'],
  ['zh-CN', '音声库'],
  ['en', 'Library'],
] as const)('SHR-03 a page in %s says so', async (locale, title) => {
  const { html } = await page('/works', {}, locale)
  expect(missing(html, `<html lang="${locale}" dir="ltr"`)).toEqual([])
  expect(missing(html, `<title>${title} | Otodana</title>`)).toEqual([])
})

test('I18N-05 crawlers get Japanese, whatever they accept', () => {
  const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  expect(languageOf({ userAgent: googlebot, acceptLanguage: 'en', cookie: 'lang=en' }).locale).toBe('ja')
  const browser =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
  expect(languageOf({ userAgent: browser, acceptLanguage: 'zh-TW,en;q=0.5' }).locale).toBe('zh-CN')
  expect(languageOf({ userAgent: browser, acceptLanguage: 'zh', cookie: 'lang=en' }).locale).toBe('en')
})

test('LIB-08 NAV-05 the page of what is popular holds its works, and says in its title which page it is', async () => {
  const { status, html, sent } = await page('/popular?page=1&displayMode=list')
  expect(status).toBe(200)
  expect(missing(html, '雨音と夜更かし', 'href="/work/RJ01234567"', '人気の作品 | 1ページ目 | Otodana')).toEqual([])
  expect(missing(html, '<link rel="canonical" href="https://shelf.example/popular"/>')).toEqual([])
  expect(html).not.toContain('noindex')
  expect(sent).toEqual([
    {
      keyword: ' ',
      page: 1,
      pageSize: 20,
      subtitle: 0,
      localSubtitledWorks: [],
      withPlaylistStatus: [],
      withEditions: 1,
      editions: 'one',
      editionLanguages: ['JPN'],
    },
  ])
  const second = await page('/popular?page=2', {}, 'en')
  expect(missing(second.html, 'Popular works | Page 2 | Otodana', 'content="noindex, follow"')).toEqual([])
  expect((await page('/popular', {}, 'zh-CN')).html).toContain('热门作品 | 第 1 页 | Otodana')
})

test('LIB-17 popular works are in the page of the library’s first page, numbered only where their places say something', async () => {
  const works = [aWork({ title: 'よく聴かれる夜' })]
  const shelfOf = ({ html }: { html: string }) =>
    /<section [^>]*data-shelf="popular".*?<\/section>/.exec(html)?.[0] ?? ''
  const plain = shelfOf(await page('/works', { works: Array.from({ length: 6 }, () => works[0]!) }))
  expect(missing(plain, 'よく聴かれる夜', 'href="/work/RJ01234567"', '<ul ')).toEqual([])
  // Few works are all in the list below.
  expect(shelfOf(await page('/works', { works }))).toBe('')
  const ranked = shelfOf(await page('/works', { works, isRanked: true }))
  expect(missing(ranked, '<ol ', 'aria-hidden="true">1</span>')).toEqual([])
  for (const path of ['/works?page=2', '/works?keyword=rain']) expect(shelfOf(await page(path, { works }))).toBe('')
  // Without an answer the page is there, and the browser asks again.
  const { status, html } = await page('/works', { works, failing: '/api/recommender/popular' })
  expect([status, shelfOf({ html })]).toEqual([200, ''])
})

test('LIB-08 personal recommendations are in no rendered page: the server does not request them', async () => {
  const { status, html, asked } = await page('/recommend?page=3')
  expect(status).toBe(200)
  expect(missing(html, 'おすすめの作品 | 3ページ目 | Otodana', 'content="noindex, follow"')).toEqual([])
  expect(html).not.toContain('雨音と夜更かし')
  expect(asked).toEqual([])
})

test.each([500, 403])(
  'SHR-02 a page whose data came as %i answers 500, and tells prerender services the status',
  async (status) => {
    for (const path of ['/works', '/work/RJ01234567']) {
      const answer = await page(path, { status })
      expect(answer.status).toBe(500)
      expect(answer.failures).toMatchObject([{ status }])
      expect(missing(answer.html, `<meta name="prerender-status-code" content="${status}"/>`)).toEqual([])
    }
    for (const path of ['/work/RJ99999999', '/404', '/works']) {
      expect((await page(path)).html).not.toContain('prerender-status-code')
    }
  },
)

test.each([
  '/works',
  '/works?keyword=a',
  '/work/RJ01234567',
  '/work/RJ99999999',
  '/popular',
  '/recommend',
  '/circles',
  '/subtitles',
  '/settings',
])(
  'ATH-02 a library for members says on %s that it is one, to crawlers too, and nothing of what it has',
  async (path) => {
    const { status, html, asked } = await page(path, { isClosed: true })
    expect(status).toBe(200)
    expect(missing(html, 'メンバー限定のライブラリです', '<meta name="robots" content="noindex')).toEqual([])
    expect(html).not.toContain('雨音と夜更かし')
    expect(html).not.toContain('prerender-status-code')
    expect(asked).toEqual([])
  },
)

test('ATH-02 an open library says nothing of members', async () => {
  const { html } = await page('/works')
  expect(html).not.toContain('メンバー限定のライブラリです')
  expect(html).not.toContain('noindex')
})
