import { describe, expect, test } from 'vitest'

import { filesOf, CACHED_BUILD, CACHED_COVER, CACHED_TITLE, SHELL } from '#lib/storage/cached-pages.ts'
import { COVERS, PAGES } from '#lib/storage/caches.ts'
import { createFiles } from './files.ts'
import { firstAnswer } from '#lib/api/first-answer.ts'
import { createPages } from './pages.ts'
import { createBoundedCache } from './bounded-cache.ts'
import { fakeCaches, networkAnswer } from './test/fake-caches.ts'

const ORIGIN = 'https://shelf.example'
const BUILD = 'entry-client-abc'
const NEVER = new Promise<never>(() => {})
const html = { 'content-type': 'text/html', 'cache-control': 'private, no-cache' }

const documentOf = (title: string, build = BUILD) =>
  `<!DOCTYPE html><html lang="ja"><head><title>${title}</title><script src="/assets/${build}.js"></script></head>` +
  `<body><img alt="" src="${ORIGIN}/api/cover/1?type=main&amp;x=1"></body></html>`

/** A worker of one build with an in-memory cache, a fake clock and a fake network. */
function setUp(build = BUILD, platform = fakeCaches()) {
  const { caches } = platform
  let time = 1_000
  const network = new Map<string, () => Response>()
  const asked: string[] = []
  const fetch = async (given: RequestInfo | URL) => {
    const path = (given instanceof Request ? given.url : given.toString()).replace(ORIGIN, '')
    asked.push(path)
    const answer = network.get(path)
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  }
  const now = () => time
  const pages = createBoundedCache({ caches, name: PAGES, limit: 3, now })
  const covers = createBoundedCache({ caches, name: COVERS, limit: 3, now })
  const forget = async () => {
    for (const name of [PAGES, COVERS]) await caches.delete(name)
  }
  const deps = { caches, fetch, build }
  return {
    ...platform,
    asked,
    network,
    pages,
    covers,
    pass: (ms: number) => (time += ms),
    documents: createPages({ ...deps, pages, covers, now, forget }),
    files: createFiles({ ...deps, addresses: [`/assets/${build}.js`, '/assets/core-1.js'] }),
    serve: (path: string, body: string, init: Parameters<typeof networkAnswer>[1] = { headers: html }) =>
      network.set(path, () => networkAnswer(body, init)),
  }
}

/** The same with its files installed. */
async function installed(build = BUILD, platform = fakeCaches()) {
  const worker = setUp(build, platform)
  worker.serve(`/assets/${build}.js`, 'entry', {})
  worker.serve('/assets/core-1.js', 'core', {})
  worker.serve(SHELL, documentOf('Otodana', build))
  await worker.files.fetchAll()
  worker.asked.length = 0
  return worker
}

describe('the first answer', () => {
  const network = networkAnswer('new')
  const copy = { answer: networkAnswer('kept'), cachedAt: 1 }
  const asked = {
    network: Promise.resolve(network),
    cached: Promise.resolve(copy),
    patience: NEVER as Promise<unknown>,
  }

  test('is the network’s if it comes in time', async () => {
    expect(await firstAnswer(asked)).toEqual({ answer: network, isCached: false })
    const missing = networkAnswer('', { status: 404 })
    expect(await firstAnswer({ ...asked, network: Promise.resolve(missing) })).toEqual({
      answer: missing,
      isCached: false,
    })
  })

  test('is the cached one if the network fails, is too slow, or a proxy reports the server as away', async () => {
    const cached = { answer: copy.answer, isCached: true }
    expect(await firstAnswer({ ...asked, network: Promise.reject(new TypeError('no network')) })).toEqual(cached)
    expect(await firstAnswer({ ...asked, network: NEVER, patience: Promise.resolve() })).toEqual(cached)
    const away = networkAnswer('', { status: 502 })
    expect(await firstAnswer({ ...asked, network: Promise.resolve(away) })).toEqual(cached)
    // Without a cached answer the network’s is used, whatever it is.
    expect(await firstAnswer({ ...asked, network: Promise.resolve(away), cached: Promise.resolve(null) })).toEqual({
      answer: away,
      isCached: false,
    })
    const failing = firstAnswer({
      ...asked,
      network: Promise.reject(new TypeError('gone')),
      cached: Promise.resolve(null),
    })
    await expect(failing).rejects.toThrow('gone')
  })
})

describe('the bounded cache', () => {
  test('drops the oldest entries beyond its limit; replacing an entry makes it the newest', async () => {
    const { pages } = setUp()
    // Trimmed after every ten entries.
    for (let round = 0; round < 11; round++) await pages.put(`${ORIGIN}/a`, new Response('a'))
    for (const name of ['b', 'c', 'a', 'd', 'e', 'f', 'g', 'h', 'i', 'd'])
      await pages.put(`${ORIGIN}/${name}`, new Response(name))
    expect((await pages.addresses()).length).toBeLessThanOrEqual(13)
    expect((await pages.addresses()).slice(-2)).toEqual([`${ORIGIN}/i`, `${ORIGIN}/d`])
    expect(await (await pages.find(`${ORIGIN}/d`))!.answer.text()).toBe('d')
  })

  test('makes room when the device is full, and keeps the rest', async () => {
    const { pages, fill } = setUp()
    await pages.put(`${ORIGIN}/a`, new Response('a'))
    await pages.put(`${ORIGIN}/b`, new Response('b'))
    fill(true)
    await pages.put(`${ORIGIN}/c`, new Response('c'))
    fill(false)
    expect(await pages.addresses()).toEqual([`${ORIGIN}/b`])
  })
})

describe('pages', () => {
  test('are cached with title, covers and build, and marked as copies', async () => {
    const { documents, pages, covers, serve } = await installed()
    serve('/api/cover/1?type=main&x=1', 'art', { headers: { 'cache-control': 'public, max-age=86400' } })
    await documents.keep(`${ORIGIN}/work/RJ1`, networkAnswer(documentOf('雨 &amp; 夜 | Otodana'), { headers: html }))
    const { answer, cachedAt } = (await pages.find(`${ORIGIN}/work/RJ1`))!
    expect(cachedAt).toBe(1_000)
    expect(decodeURIComponent(answer.headers.get(CACHED_TITLE)!)).toBe('雨 & 夜 | Otodana')
    expect(decodeURIComponent(answer.headers.get(CACHED_COVER)!)).toBe(`${ORIGIN}/api/cover/1?type=main&x=1`)
    expect(answer.headers.get(CACHED_BUILD)).toBe(BUILD)
    expect(await answer.text()).toContain('<html data-kept="1000" lang="ja">')
    expect(await (await covers.find(`${ORIGIN}/api/cover/1?type=main&x=1`))!.answer.text()).toBe('art')
  })

  test('have no cover whose address is in a text', async () => {
    const { documents, pages } = await installed()
    const page = documentOf('雨').replace('alt=""', 'alt="Rain src=https://elsewhere.example/api/cover/9"')
    await documents.keep(`${ORIGIN}/work/RJ1`, networkAnswer(page, { headers: html }))
    const { answer } = (await pages.find(`${ORIGIN}/work/RJ1`))!
    expect(decodeURIComponent(answer.headers.get(CACHED_COVER)!)).toBe(`${ORIGIN}/api/cover/1?type=main&x=1`)
  })

  test('NAV-38 have a cover whose address is written without quotes', async () => {
    const { documents, pages } = await installed()
    const page = documentOf('雨').replace(/src="[^"]*cover[^"]*"/, `src=${ORIGIN}/api/cover/1.jpg`)
    await documents.keep(`${ORIGIN}/work/RJ1`, networkAnswer(page, { headers: html }))
    const { answer } = (await pages.find(`${ORIGIN}/work/RJ1`))!
    expect(decodeURIComponent(answer.headers.get(CACHED_COVER)!)).toBe(`${ORIGIN}/api/cover/1.jpg`)
  })

  test('come from the network, else from the cache, else as the empty shell', async () => {
    const { documents } = await installed()
    const address = `${ORIGIN}/work/RJ1`
    const away = () => Promise.reject<Response>(new TypeError('no network'))
    const answer = (path: string, network: Promise<Response>) => documents.answer(ORIGIN + path, network, NEVER, NEVER)
    await documents.keep(address, networkAnswer(documentOf('雨'), { headers: html }))
    const fresh = networkAnswer('new')
    expect(await answer('/work/RJ1', Promise.resolve(fresh))).toEqual({ answer: fresh, isCached: false })
    expect(await (await answer('/work/RJ1', away())).answer.text()).toContain('data-kept="1000"')
    expect(await (await answer('/other', away())).answer.text()).toContain('data-kept="0"')
    const busy = Promise.resolve(networkAnswer('', { status: 503 }))
    expect(await (await answer('/other', busy)).answer.text()).toContain('data-kept="0"')
  })

  test('of a server that hangs come from the cache, and as the shell after a longer wait', async () => {
    const { documents } = await installed()
    const answer = (path: string, endurance: Promise<unknown> = NEVER) =>
      documents.answer(ORIGIN + path, NEVER, Promise.resolve(), endurance)
    await documents.keep(`${ORIGIN}/work/RJ1`, networkAnswer(documentOf('雨'), { headers: html }))
    expect(await (await answer('/work/RJ1')).answer.text()).toContain('data-kept="1000"')
    const other = await answer('/other', Promise.resolve())
    expect(other.isCached).toBe(true)
    expect(await other.answer.text()).toContain('data-kept="0"')

    // Before the installation there is no shell: the network may still answer.
    const late = networkAnswer('late')
    const bare = setUp().documents.answer(`${ORIGIN}/other`, Promise.resolve(late), NEVER, Promise.resolve())
    expect((await bare).answer).toBe(late)
  })

  test('are removed when they are gone, and with everything else when the library is closed', async () => {
    const { documents, pages, caches } = await installed()
    const address = `${ORIGIN}/work/RJ1`
    const keep = () => documents.keep(address, networkAnswer(documentOf('雨'), { headers: html }))
    await keep()
    await documents.keep(address, networkAnswer('', { status: 404, headers: html }))
    expect(await pages.addresses()).toEqual([])
    await keep()
    const closed = { headers: { ...html, 'cache-control': 'private, no-store' } }
    await documents.keep(`${ORIGIN}/works`, networkAnswer(documentOf('frame'), closed))
    expect(await caches.keys()).toEqual([filesOf(BUILD)])
  })

  test('that are shown are fetched at most once in ten minutes', async () => {
    const { documents, serve, asked, pass } = await installed()
    serve('/works', documentOf('list'))
    serve('/settings', documentOf('settings'))
    const shown = async () => {
      asked.length = 0
      await documents.cacheShown(`${ORIGIN}/works`)
      await documents.cacheShown(`${ORIGIN}/settings`)
      return asked.filter((path) => !path.startsWith('/api/'))
    }
    expect(await shown()).toEqual(['/works'])
    expect(await shown()).toEqual([])
    pass(10 * 60_000 + 1)
    expect(await shown()).toEqual(['/works'])
  })
})

describe('NAV-14 builds', () => {
  test('an open page of an earlier build finds its files until it is closed; then cached pages are fetched again', async () => {
    const old = await installed()
    await old.documents.keep(`${ORIGIN}/works`, networkAnswer(documentOf('list'), { headers: html }))
    const next = await installed('entry-client-def', old)
    // Unchanged files are not fetched again.
    const answer = (path: string) => next.files.answer(new Request(ORIGIN + path))
    next.network.clear()
    expect(await (await answer(`/assets/${BUILD}.js`)).text()).toBe('entry')
    await next.files.removeOtherBuilds()
    await expect(answer(`/assets/${BUILD}.js`)).rejects.toThrow('fetch')
    expect(await (await answer('/assets/core-1.js')).text()).toBe('core')

    // A copy whose scripts are gone is not shown, but stays until the server answers.
    const away = Promise.reject<Response>(new TypeError('no network'))
    expect(await (await next.documents.answer(`${ORIGIN}/works`, away, NEVER, NEVER)).answer.text()).toContain(
      'data-kept="0"',
    )
    await next.documents.renew()
    expect(await next.pages.addresses()).toEqual([`${ORIGIN}/works`])
    next.serve('/works', documentOf('list', 'entry-client-def'))
    await next.documents.renew()
    expect((await next.pages.find(`${ORIGIN}/works`))!.answer.headers.get(CACHED_BUILD)).toBe('entry-client-def')
  })

  test('an interrupted installation continues, and rejects the shell of another build', async () => {
    const worker = setUp()
    worker.serve(`/assets/${BUILD}.js`, 'entry', {})
    await expect(worker.files.fetchAll()).rejects.toThrow('fetch')
    worker.serve('/assets/core-1.js', 'core', {})
    worker.serve(SHELL, documentOf('Otodana', 'entry-client-def'))
    worker.asked.length = 0
    await expect(worker.files.fetchAll()).rejects.toThrow('no shell of this build')
    expect(worker.asked).toEqual(['/assets/core-1.js', SHELL])
    worker.serve(`/assets/${BUILD}.js`, '', { status: 500 })
    worker.serve(SHELL, documentOf('Otodana'))
    await worker.files.fetchAll()
  })
})
