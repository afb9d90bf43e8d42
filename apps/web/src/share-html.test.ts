import type { Work } from '@otodana/contract'
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'

import { aTag, aWork } from '#test/a-work.ts'

import { render } from './entry-server.tsx'

const ORIGIN = 'https://shelf.example'

/** The server's page of a work as read by a browser or crawler, without running scripts. */
async function documentOf(work: Work, path: string): Promise<{ status: number; document: Document }> {
  const fetch = (async (url: string) => {
    const { pathname } = new URL(url, 'http://x')
    if (pathname.startsWith('/api/tracks/')) return Response.json([])
    if (pathname.endsWith(`/${work.id}`)) return Response.json(work)
    return Response.json({ error: 'work.notFound' }, { status: 404 })
  }) as typeof globalThis.fetch
  const options = { locale: 'ja' as const, nonce: 'NONCE', origin: ORIGIN, manifest: { routes: {} }, fetch }
  const response = await render(new Request(ORIGIN + path), { ...options, isClosed: false })
  return { status: response.status, document: new JSDOM(await response.text(), { url: ORIGIN + path }).window.document }
}

/** Returns the value of a tag; undefined if there are several, or none. */
function only(document: Document, name: string): string | undefined {
  const found = [...document.querySelectorAll('meta')].filter(
    (meta) => (meta.getAttribute('property') ?? meta.getAttribute('name')) === name,
  )
  return found.length === 1 ? found[0]?.content : undefined
}

const hostile: [what: string, name: string, shown: string][] = [
  ['quotes', `He said "hush" & 'sleep' \`now\``, `He said "hush" & 'sleep' \`now\``],
  [
    'tags',
    `"/></title></head><script>alert(1)</script><base href="https://evil.example/">`,
    `"/></title></head><script>alert(1)</script><base href="https://evil.example/">`,
  ],
  ['entities', '&quot;&#x3c;script&gt;&amp;amp;', '&quot;&#x3c;script&gt;&amp;amp;'],
  ['emoji', '👩‍👩‍👧 と 🌧️ の夜', '👩‍👩‍👧 と 🌧️ の夜'],
  ['right to left', 'صوت المطر \u202eexe.3pm\u202c \u2067ليل', 'صوت المطر exe.3pm ليل'],
  ['line breaks and what is no character', 'a\r\nb\u0000\ud83c\u2028c', 'a b \ufffd c'],
  ['templates', '${7*7} {{constructor}} %s <!-- --> ]]>', '${7*7} {{constructor}} %s <!-- --> ]]>'],
]

test.each(hostile)(
  'SHR-01 a work whose names hold %s is shared under them, and under nothing else',
  async (...given) => {
    const [, name, shown] = given
    const work = aWork({
      title: name,
      nsfw: true,
      circle: { id: 7, name, source_id: name, source_type: 'DLSITE' },
      vas: [{ id: 'x', name }],
      tags: [aTag({ id: 1, name, english: name })],
    })
    const { status, document } = await documentOf(work, '/work/RJ01234567')
    expect(status).toBe(200)
    expect(document.title).toBe(`${shown} [RJ01234567] | Otodana`)
    for (const tag of ['og:title', 'twitter:title', 'og:image:alt']) expect(only(document, tag), tag).toBe(shown)
    for (const tag of ['description', 'og:description', 'twitter:description']) {
      expect(only(document, tag), tag).toBe(
        `${shown} · RJ01234567 · 1.5時間 · サークル：${shown} · 声優：${shown} · タグ：${shown} · ` +
          `発売日：2026-09-01 · 価格：1,100円 · 販売数：1,234 · NSFW`,
      )
    }

    // None of it has become an element, or closed the head early.
    expect(document.querySelectorAll('base, iframe, object')).toHaveLength(0)
    for (const script of document.scripts) expect(script.getAttribute('nonce')).toBe('NONCE')
    for (const part of document.querySelectorAll('meta, title, link[rel=canonical]')) {
      if (!part.closest('svg')) expect(part.parentElement?.localName, part.outerHTML).toBe('head')
    }
    for (const element of document.querySelectorAll('*')) {
      for (const attribute of element.getAttributeNames()) expect(attribute.startsWith('on'), attribute).toBe(false)
    }
    for (const link of document.querySelectorAll('a')) expect(link.protocol, link.outerHTML).toBe('https:')
  },
)

test.each([
  ['RJ01234567', 1_234_567, '/work/RJ01234567'],
  ['RJ01234567', 1_234_567, '/work/1234567'],
  ['VJ012345', 100_012_345, '/work/100012345/DLSITE/VJ012345'],
  ['VJ012345', 100_012_345, '/work/100012345/anything/else'],
  ['BJ654321', 200_654_321, '/work/200654321'],
])('SHR-01 NAV-02 %s (%i) at %s has one canonical address, and is shared under it', async (code, id, path) => {
  const work = aWork({ id, source_id: code })
  const { document } = await documentOf(work, path)
  const canonical = code.startsWith('RJ') ? `/work/${code}` : `/work/${id}/DLSITE/${code}`
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=canonical]')]
  expect(links.map(({ href }) => href)).toEqual([ORIGIN + canonical])
  expect(only(document, 'og:url')).toBe(ORIGIN + canonical)
  for (const tag of ['og:image', 'twitter:image']) {
    expect(only(document, tag), tag).toBe(`${ORIGIN}/api/cover/${id}.jpg?type=main`)
  }
  expect(only(document, 'og:type')).toBe('music.album')
  expect(only(document, 'twitter:card')).toBe('summary_large_image')
  expect(only(document, 'description')).toContain(`${code} · `)
  expect(only(document, 'description')).toMatch(/ · SFW$/)
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ja', 'ltr'])
  expect(document.querySelector('h1')?.textContent).toBe(work.title)
})
