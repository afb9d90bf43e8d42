import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import type { ApiEndpoints } from '@otodana/contract'
import Fastify from 'fastify'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { originOf } from '../visitor/origin.ts'
import { pageRoutes } from './pages.ts'
import { serviceWorkerRoute } from './service-worker.ts'
import type { ListedWork } from './sitemap.ts'
import { rememberAddresses } from '../visitor/visitor-address.ts'

/** A renderer that calls the API and renders its arguments. */
const entry = `
let renders = 0
export const setBasePath = () => {}
export const languageOf = ({ cookie, acceptLanguage }) => ({ locale: cookie?.slice(5) ?? acceptLanguage ?? 'en', dir: 'ltr' })
export const appManifest = async (...wanted) => ({ id: '/', lang: wanted.find((locale) => ['en', 'ja'].includes(locale)) })
export const leanHtml = (html) => html.trimEnd()
export async function render(request, { locale, nonce, origin, fetch, manifest, onFailure, isClosed, endpoints }) {
  const { pathname } = new URL(request.url)
  if (isClosed) return new Response('for members: ' + pathname, { headers: { 'content-type': 'text/html' } })
  if (pathname === '/broken') throw new Error('broken on purpose')
  if (pathname === '/failed') {
    onFailure(new Error('its screen is gone'))
    return new Response('', { status: 500 })
  }
  if (pathname === '/moved') return new Response(null, { status: 307, headers: { location: '/works' } })
  if (pathname === '/loop') return new Response(null, { status: 307, headers: { location: request.url } })
  if (pathname !== '/works') return new Response('not here', { status: 404, headers: { 'content-type': 'text/html' } })
  const echo = await fetch('/api/echo').catch(() => new Response('', { status: 500 }))
  if (!echo.ok) return new Response('', { status: 500 })
  const answer = await echo.json()
  const body = '<script nonce="' + nonce + '"></script>' + JSON.stringify({ renders: ++renders, locale, origin, styles: manifest.inlineCss.styles, endpoints, ...answer })
  return new Response(body + ' '.repeat(2000), { status: 200, headers: { 'content-type': 'text/html' } })
}`

let webDir: string

beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'otodana-pages-'))
  for (const folder of ['client/.vite', 'client/assets', 'server'])
    await mkdir(join(webDir, 'dist', folder), { recursive: true })
  const chunks = {
    'src/entry-client.tsx': { file: 'assets/entry-abc.js', isEntry: true, css: ['assets/style-abc.css'] },
  }
  const files = {
    'client/.vite/manifest.json': JSON.stringify(chunks),
    'client/assets/entry-abc.js': 'export {}',
    'client/assets/entry-abc.js.br': 'compressed',
    'client/assets/fetch-files.worker-abc.js': 'export {}',
    'client/assets/fetch-files.worker-abc.js.br': 'compressed',
    'client/assets/style-abc.css': 'body{margin:0}',
    'client/favicon.svg': '<svg/>',
    'server/entry-server.js': entry,
    'server/package.json': '{"type":"module"}',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(webDir, 'dist', name), text)
})
afterAll(() => rm(webDir, { recursive: true }))

type Given = {
  works?: ListedWork[]
  isClosed?: boolean
  versionOf?: (address: string) => Promise<string> | null
  endpoints?: ApiEndpoints
  isNew?: () => Promise<boolean>
  basePath?: string
  log?: Logger
}

async function start(given: Given = {}) {
  const { works, isClosed, versionOf, endpoints, isNew, basePath, log = pino({ level: 'silent' }) } = given
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  app.get('/api/echo', (request) => ({ host: request.host, address: request.ip }))
  app.all('/api/*', (_request, reply) => reply.code(404).send({ error: 'route.notFound' }))
  const sendBadAddress = await pageRoutes(app, {
    mode: 'built',
    origin: () => 'https://shelf.example',
    log,
    ...(isClosed ? { isClosed } : {}),
    ...(versionOf ? { versionOf } : {}),
    ...(endpoints ? { endpoints } : {}),
    ...(isNew ? { isNew } : {}),
    ...(basePath ? { basePath } : {}),
    webDir: pathToFileURL(`${webDir}/`),
    ...(works
      ? {
          works: {
            list: async function* () {
              yield* works
            },
            seriesIds: () => [],
            version: () => works.length,
          },
        }
      : {}),
  })
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { app, get, sendBadAddress }
}
const told = (text: string) => JSON.parse(text.slice(text.indexOf('{'))) as Record<string, unknown>

test('a page is rendered with the API of this process, as the visitor', async () => {
  const { get } = await start()
  const response = await get('/works', { 'accept-language': 'ja' })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(told(response.body)).toMatchObject({
    locale: 'ja',
    origin: 'https://shelf.example',
    host: 'shelf.example',
    address: '127.0.0.1',
    styles: { '/assets/style-abc.css': '/*/assets/style-abc.css*/body{margin:0}' },
  })
})

test('API-07 behind a proxy that speaks TLS, a page’s addresses are those of the visitor’s own protocol', async () => {
  const app = Fastify({ trustProxy: 'loopback' })
  app.decorate('publicUrl', null)
  rememberAddresses(app)
  app.get('/api/echo', (request) => ({ cover: `${originOf(request)}/api/cover/1`, address: request.ip }))
  await pageRoutes(app, {
    mode: 'built',
    origin: originOf,
    log: pino({ level: 'silent' }),
    webDir: pathToFileURL(`${webDir}/`),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { host } = new URL(url)
  const page = async (protocol: string) => {
    const headers = { 'x-forwarded-proto': protocol, 'x-forwarded-for': '203.0.113.7' }
    return (await fetch(`${url}/works`, { headers })).text()
  }
  expect(await page('https')).toContain(`"cover":"https://${host}/api/cover/1","address":"203.0.113.7"`)
  expect(await page('http')).toContain(`"cover":"http://${host}/api/cover/1","address":"203.0.113.7"`)
  await app.close()
})

test('API-09 a page says what it uses of the browser, and that it needs nothing else', async () => {
  const { get } = await start()
  for (const url of ['/works', '/app-shell', '/not-there']) {
    const policy = String((await get(url)).headers['permissions-policy'])
    for (const used of ['autoplay', 'clipboard-write', 'fullscreen', 'picture-in-picture', 'screen-wake-lock'])
      expect(policy).toContain(`${used}=(self)`)
    for (const unused of ['camera', 'microphone', 'geolocation', 'usb', 'payment'])
      expect(policy).toContain(`${unused}=()`)
    expect(policy).not.toContain('storage')
  }
})

test('a page is made once by address and language, and each answer has a nonce of its own', async () => {
  const { get } = await start()
  const [first, second] = [await get('/works'), await get('/works')]
  expect(told(second.body).renders).toBe(told(first.body).renders)
  const nonces = [first, second].map(({ body }) => /nonce="([\w-]{20,})"/.exec(body)![1]!)
  expect(nonces[0]).not.toBe(nonces[1])
  for (const [at, response] of [first, second].entries()) {
    const policy = String(response.headers['content-security-policy'])
    expect(policy).toContain(`script-src 'nonce-${nonces[at]}' 'strict-dynamic'`)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  }
  expect(told((await get('/works', { cookie: 'lang=ja' })).body).locale).toBe('ja')
  expect(first.headers.vary).toMatch(/Accept-Language.*Cookie/)
})

test('PLS-04 a page is kept no longer than what it shows stays as it is', async () => {
  let version = 'public'
  const { get } = await start({ versionOf: (address) => (address === '/api/echo' ? Promise.resolve(version) : null) })
  const renders = async () => told((await get('/works?kept')).body).renders
  const first = await renders()
  expect(await renders()).toBe(first)
  version = 'private'
  const second = await renders()
  expect(second).not.toBe(first)
  expect(await renders()).toBe(second)
})

test('pages are lean, and compressed as the visitor accepts', async () => {
  const { get } = await start()
  const brotli = await get('/works', { 'accept-encoding': 'gzip, br' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toMatch(/renders.*}$/)
  const gzip = await get('/works', { 'accept-encoding': 'gzip, br;q=0' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toContain('renders')
  expect((await get('/works')).headers['content-encoding']).toBeUndefined()
})

test('SHR-02 an unknown address answers 404 with a page, and an API path with none', async () => {
  const { get } = await start()
  expect(await get('/nope')).toMatchObject({ statusCode: 404, body: 'not here' })
  expect((await get('/api/nope')).json()).toEqual({ error: 'route.notFound' })
})

test.each(['/broken', '/failed'])(
  'SHR-02 when rendering fails, %s is the bare app, says 500, and is no page to keep',
  async (url) => {
    const { get } = await start()
    const response = await get(url)
    expect(response.statusCode).toBe(500)
    expect(response.body).toContain('<meta name="prerender-status-code" content="500">')
    expect(response.body).toMatch(/<script type="module" nonce="[\w-]{20,}" src="\/assets\/entry-abc\.js">/)
    expect(response.body).not.toContain('broken on purpose')
  },
)

test('SHR-02 why a page could not be rendered is in the log', async () => {
  const lines: string[] = []
  const { get } = await start({
    log: pino({ serializers: { err: pino.stdSerializers.err } }, { write: (line) => lines.push(line) }),
  })
  for (const [url, why] of [
    ['/broken', 'broken on purpose'],
    ['/failed', 'its screen is gone'],
  ] as const) {
    await get(url)
    expect(lines.splice(0)).toEqual([expect.stringContaining(why)])
  }
})

test('ADM-15 a page that could not be rendered as the API asks to come back asks for the same', async () => {
  for (const failure of ['api', 'database']) {
    const { app, get } = await start({
      versionOf: () => (failure === 'api' ? null : Promise.reject(new Error('Connection terminated unexpectedly'))),
    })
    app.addHook('onRequest', (request, reply, done) => {
      if (request.url === '/api/echo') void reply.code(503).send({ error: 'server.busy' })
      else done()
    })
    const response = await get('/works')
    expect([failure, response.statusCode, response.headers['retry-after']]).toEqual([failure, 503, '2'])
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  }
})

test('HLT-04 pages name the configured addresses, and may connect to those only', async () => {
  const endpoints = {
    original: 'https://one.example',
    'mirror-100': 'https://one.example',
    'mirror-200': 'https://b.example',
  }
  const { get } = await start({ endpoints })
  const page = await get('/works')
  expect(told(page.body).endpoints).toEqual(endpoints)
  const rules = Object.fromEntries(
    String(page.headers['content-security-policy'])
      .split('; ')
      .map((rule) => [rule.split(' ', 1)[0], rule.split(' ').slice(1)]),
  )
  expect(rules['connect-src']).toEqual(["'self'", 'https://one.example', 'https://b.example'])
  for (const name of ['img-src', 'media-src']) {
    expect(rules[name]).toEqual(expect.arrayContaining(['https://one.example', 'https://b.example']))
  }
  for (const [name, sources] of Object.entries(rules)) {
    if (!/^(?:connect|img|media)-src$/.test(name)) expect(String(sources)).not.toContain('.example')
  }
  const shell = (await get('/broken')).body
  const [, content = ''] = /<meta name="api-endpoints" content="([^"]*)">/.exec(shell) ?? []
  expect(JSON.parse(content.replaceAll('&quot;', '"'))).toEqual(endpoints)
  expect(String((await (await start()).get('/works')).headers['content-security-policy'])).toContain(
    "connect-src 'self';",
  )
})

test('a redirect is passed on, and one that leads to itself is not', async () => {
  const { get } = await start()
  expect(await get('/moved')).toMatchObject({ statusCode: 307, headers: { location: '/works' }, body: '' })
  expect(await get('/loop')).toMatchObject({ statusCode: 404 })
})

test('SHR-02 an address that cannot be decoded answers 400, with the page that says so in the visitor’s language', async () => {
  const { app, get, sendBadAddress } = await start()
  app.get('/api/bad', sendBadAddress)
  const response = await get('/api/bad', { 'accept-language': 'ja' })
  expect(response).toMatchObject({ statusCode: 400, body: 'not here' })
  expect(response.headers['content-security-policy']).toContain('nonce-')
})

test('files with a hash in their name are kept for good, compressed beforehand; the manifest is not given out', async () => {
  const { get } = await start()
  const script = await get('/assets/entry-abc.js', { 'accept-encoding': 'br' })
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(script.headers['content-encoding']).toBe('br')
  // A worker script may start other workers, and nothing else.
  expect(script.headers['content-security-policy']).toBe(
    "default-src 'none'; worker-src 'self'; frame-ancestors 'none'",
  )
  // That of kept works also fetches, from here alone.
  for (const encoding of ['br', 'identity']) {
    const worker = await get('/assets/fetch-files.worker-abc.js', { 'accept-encoding': encoding })
    expect(worker.headers['content-security-policy']).toBe(
      "default-src 'none'; worker-src 'self'; frame-ancestors 'none'; connect-src 'self'",
    )
  }
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  expect(await get('/assets/entry-old.js')).toMatchObject({ statusCode: 404, body: 'Not found' })
  expect((await get('/.vite/manifest.json')).body).not.toContain('entry-abc')
  expect((await get('/assets/..%2f..%2fserver%2fentry-server.js')).body).not.toContain('languageOf')
})

test('SHR-03 robots.txt names the sitemap, which lists every work by its canonical address', async () => {
  const works = [
    { id: 1_234_567, source_id: 'RJ01234567', source_type: 'DLSITE', updatedAtMs: Date.UTC(2026, 8, 1) },
    { id: 100_012_345, source_id: 'VJ012345', source_type: 'a&b<c>', updatedAtMs: Date.UTC(2026, 8, 2) },
  ]
  const { get } = await start({ works })
  expect((await get('/robots.txt')).body).toContain('Sitemap: https://shelf.example/sitemap.xml')
  const sitemap = await get('/sitemap.xml')
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(sitemap.body).toContain('<loc>https://shelf.example/works</loc>')
  expect(sitemap.body).toContain('<loc>https://shelf.example/about</loc>')
  expect(sitemap.body).toContain('<loc>https://shelf.example/work/RJ01234567</loc><lastmod>2026-09-01</lastmod>')
  expect(sitemap.body).toContain('<loc>https://shelf.example/work/100012345/a%26b%3Cc%3E/VJ012345</loc>')
  expect((await get('/sitemap.xml', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
})

test('SHR-03 more works than one sitemap holds are spread over several, named by an index', async () => {
  const works = Array.from({ length: 60_000 }, (_, at) => ({
    id: at + 1,
    source_id: '',
    source_type: '',
    updatedAtMs: 0,
  }))
  const { get } = await start({ works })
  const index = (await get('/sitemap.xml')).body
  expect(index).toContain('<sitemapindex')
  expect(index.match(/<loc>https:\/\/shelf\.example\/sitemap-\d\.xml<\/loc>/g)).toHaveLength(2)
  const [first, second] = [await get('/sitemap-1.xml'), await get('/sitemap-2.xml')]
  expect(first.body.match(/<url>/g)).toHaveLength(50_000)
  expect(second.body.match(/<url>/g)).toHaveLength(10_008)
  expect((await get('/sitemap-3.xml')).statusCode).toBe(404)
})

test('a server without a built web app says how to build it', async () => {
  const app = Fastify()
  const deps = {
    mode: 'built',
    origin: () => '',
    log: pino({ level: 'silent' }),
    webDir: pathToFileURL('/nowhere/'),
  } as const
  await expect(pageRoutes(app, deps)).rejects.toThrow('npm run build')
})

test('the service worker is revalidated each time and may connect to this server only', async () => {
  await writeFile(join(webDir, 'dist/client/sw.js'), 'the worker of this build')
  const { get } = await start()
  await rm(join(webDir, 'dist/client/sw.js'))
  const worker = await get('/sw.js')
  expect(worker.body).toBe('the worker of this build')
  expect(worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  })
})

test('where there is no service worker, one is served that ends those that are installed and what they have kept', async () => {
  const { body } = await (await start()).get('/sw.js')
  const app = Fastify()
  await serviceWorkerRoute(app, null)
  expect((await app.inject({ url: '/sw.js' })).body).toBe(body)

  const cached = new Set(['otodana-pages', 'otodana-files entry-client-abc', '/below otodana-pages', 'of another app'])
  const done: string[] = []
  const listeners = new Map<string, (event: object) => void>()
  runInNewContext(body, {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting: () => done.push('takes over'),
    caches: { keys: async () => [...cached], delete: async (name: string) => cached.delete(name) },
    registration: { unregister: async () => done.push('is gone') },
    location: { pathname: '/sw.js' },
  })
  listeners.get('install')!({})
  let ended: unknown
  listeners.get('activate')!({ waitUntil: (work: unknown) => (ended = work) })
  await ended
  expect(done).toEqual(['takes over', 'is gone'])
  expect([...cached]).toEqual(['/below otodana-pages', 'of another app'])
})

test('the app’s manifest is in the language that the page names, else in the visitor’s', async () => {
  const { get } = await start()
  const response = await get('/manifest.webmanifest?lang=ja', { 'accept-language': 'en' })
  expect(response.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  expect(response.json()).toEqual({ id: '/', lang: 'ja' })
  for (const url of ['/manifest.webmanifest', '/manifest.webmanifest?lang=xx', '/manifest.webmanifest?lang=ja&lang=en'])
    expect((await get(url, { 'accept-language': 'en' })).json(), url).toEqual({ id: '/', lang: 'en' })
})

test('what stands in for pages that are not kept is the bare app, of no interest to crawlers', async () => {
  const response = await (await start()).get('/app-shell')
  expect(response.statusCode).toBe(200)
  expect(response.headers['x-robots-tag']).toBe('noindex')
  const [, nonce] =
    /<script type="module" nonce="([\w-]{20,})" src="\/assets\/entry-abc\.js">/.exec(response.body) ?? []
  expect(response.headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}'`)
})

test('ATH-02 pages of a library for members are not cached', async () => {
  const control = async (isClosed: boolean) =>
    (await (await start({ isClosed })).get('/works')).headers['cache-control']
  expect(await control(false)).toBe('private, no-cache')
  expect(await control(true)).toBe('private, no-store')
})

test('ATH-02 what a device may keep of a library for members is the same as of an open one: nothing of it', async () => {
  const shell = async (isClosed: boolean) => {
    const { body } = await (await start({ isClosed })).get('/app-shell')
    const nonce = /nonce="([\w-]{20,})"/.exec(body)?.[1] ?? ''
    return body.replaceAll(nonce, 'nonce')
  }
  expect(await shell(true)).toBe(await shell(false))
})

test('ATH-02 a library for members is rendered as closed, and lists its works to no crawler', async () => {
  const { get } = await start({
    works: [{ id: 1_234_567, source_id: 'RJ01234567', source_type: 'DLSITE', updatedAtMs: 0 }],
    isClosed: true,
  })
  expect((await get('/works')).body).toBe('for members: /works')
  expect(await get('/sitemap.xml')).toMatchObject({ statusCode: 404, body: 'Not found' })
  expect((await get('/sitemap-1.xml')).body).not.toContain('RJ01234567')
  expect((await get('/robots.txt')).body).not.toContain('Sitemap')
})

test('RUN-12 until there is an account every page leads to the setup; afterwards that is not asked again', async () => {
  let [isWithoutAccounts, asked] = [true, 0]
  const isNew = () => (asked++, Promise.resolve(isWithoutAccounts))
  const { get } = await start({ isNew })
  for (const path of ['/', '/works?page=2', '/work/RJ01000001', '/setup-elsewhere', '/nowhere']) {
    const { statusCode, headers } = await get(path)
    expect([statusCode, headers.location, headers['cache-control']], path).toEqual([302, '/setup', 'no-store'])
  }
  for (const path of ['/setup', '/setup/', '/setup?lang=ja', '/assets/entry-abc.js', '/robots.txt']) {
    expect((await get(path)).headers.location, path).toBeUndefined()
  }
  isWithoutAccounts = false
  expect((await get('/works')).statusCode).toBe(200)
  const before = asked
  expect((await get('/works?page=2')).statusCode).toBe(200)
  expect(asked).toBe(before)
})

test('RUN-12 below a base path every page leads to the setup there, also for HEAD; the setup itself leads nowhere', async () => {
  const { app } = await start({ basePath: '/otodana', isNew: () => Promise.resolve(true) })
  for (const url of ['/', '/%5C%5Celsewhere.example', '/setup.html', '/?to=/setup', '/otodana/setup']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await app.inject({ method, url })
      expect([statusCode, headers.location], `${method} ${url}`).toEqual([302, '/otodana/setup'])
    }
  }
  expect((await app.inject({ method: 'HEAD', url: '/setup' })).headers.location).toBeUndefined()
})
