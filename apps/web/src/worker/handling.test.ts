import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'

import { setBasePath } from '#lib/base-path.ts'

import { handlingOf, isFresh, isCacheablePage, mayCache } from './handling.ts'
import { networkAnswer } from './test/fake-caches.ts'

afterEach(() => setBasePath(''))

const ORIGIN = 'https://shelf.example'
const asked = (path: string, { headers = {}, mode = 'cors', method = 'GET' } = {}) =>
  handlingOf({ url: new URL(path, ORIGIN).href, method, mode, headers: new Headers(headers) }, ORIGIN)

test('the worker answers requests for pages, their files, covers and public data', () => {
  expect(asked('/work/RJ1', { mode: 'navigate' })).toBe('page')
  expect(asked('/assets/core-abc.js')).toBe('file')
  expect(asked('/api/cover/1?type=main', { mode: 'no-cors' })).toBe('cover')
  for (const path of [
    '/api/works?page=2',
    '/api/workInfo/1',
    '/api/tracks/1?v=2',
    '/api/search/rain?page=1',
    '/api/circles/',
    '/api/tags/1/works',
    '/api/vas/6f1e',
    '/api/series/',
    '/api/names/former',
  ])
    expect(asked(path), path).toBe('data')
})

test('personal data, requests other than GET, and sound are left to the browser', () => {
  for (const path of [
    '/api/auth/me',
    '/api/playlist/get-playlists',
    '/api/review',
    '/api/places',
    '/api/admin/users',
    '/api/health',
    '/api/library/scan/events',
    '/api/media/stream/1/2',
    '/api/media/streamLowQuality/1/2',
    '/api/media/download/1/2',
    'https://elsewhere.example/api/works',
    '/favicon.svg',
    '/sw.js',
  ])
    expect(asked(path), path).toBeNull()
  expect(asked('/api/works', { mode: 'navigate' })).toBeNull()
  for (const path of ['/dav', '/dav/works/', '/feeds/abc.xml', '/rest/ping']) {
    expect(asked(path, { mode: 'navigate' }), path).toBeNull()
  }
})

test('OFF-12 only kept files are answered with ranges, under a path that nothing else has', () => {
  for (const method of ['GET', 'HEAD'])
    for (const headers of [{}, { range: 'bytes=0-1' }])
      expect(asked('/kept/1/2/small', { mode: 'no-cors', method, headers })).toBe('kept')
  expect(asked('/kept/1/2/original?x', { mode: 'cors' })).toBe('kept')
  for (const path of ['/kept/1/2', '/kept/1/2/large', '/kept/a/2/small', '/kept/1/2/small/', '/kept/1/2/small.mp3'])
    expect(asked(path, { mode: 'no-cors', headers: { range: 'bytes=0-1' } }), path).toBeNull()
  expect(asked('/kept/1/2/small', { method: 'POST' })).toBeNull()
  expect(asked('/kept/1/2/small', { mode: 'navigate' })).toBe('page')
  expect(asked('https://elsewhere.example/kept/1/2/small')).toBeNull()
})

test('OFF-20 the shelf of what is kept is a page of its own, which is never cached', () => {
  expect([asked('/kept', { mode: 'navigate' }), asked('/kept/?q=rain', { mode: 'navigate' })]).toEqual([
    'shelf',
    'shelf',
  ])
  expect(isCacheablePage('/kept')).toBe(false)
})

test('OFF-31 a cover that only members get is requested as it is', () => {
  expect(asked('/api/cover/1.jpg?type=main&token=abc', { mode: 'no-cors' })).toBe('ownCover')
  expect(asked('/api/works?token=abc')).toBeNull()
})

test('ATH-02 requests that identify a user, change something or ask for a range are never handled, whatever the URL', () => {
  const path = fc.oneof(
    fc.constantFrom('/works', '/assets/a.js', '/api/works', '/api/cover/1', '/api/media/stream/1/2'),
    fc.webPath().map((text) => `/${text.replace(/^\/+/, '')}`),
  )
  const mode = fc.constantFrom('navigate', 'cors', 'no-cors')
  const owned = fc.constantFrom<object>(
    { headers: { authorization: 'Bearer x' } },
    { headers: { range: 'bytes=0-' } },
    { method: 'POST' },
    { method: 'DELETE' },
    { method: 'HEAD' },
  )
  fc.assert(
    fc.property(path, mode, owned, (address, asMode, more) => {
      expect(asked(address, { mode: asMode, ...more })).toBeNull()
      if (address.startsWith('/api/media/')) expect(asked(address, { mode: asMode })).toBeNull()
    }),
  )
})

describe('what may be cached', () => {
  const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' }

  test('successful same-origin answers, unless the server forbids it', () => {
    expect(mayCache(networkAnswer('{}', { headers: { 'cache-control': 'no-cache' } }))).toBe(true)
    expect(mayCache(networkAnswer('{}'))).toBe(true)
    expect(mayCache(networkAnswer('<p>', { headers: html }), true)).toBe(true)
  })

  test('no answer that is private, failed, redirected or cross-origin', () => {
    const refused: [Response, boolean?][] = [
      [networkAnswer('{}', { headers: { 'cache-control': 'no-store' } })],
      [networkAnswer('{}', { headers: { 'cache-control': 'private, no-cache' } })],
      [networkAnswer('{}', { status: 404 })],
      [networkAnswer('{}', { type: 'opaque' })],
      [networkAnswer('{}', { type: 'cors' })],
      [networkAnswer('<p>', { headers: html, redirected: true }), true],
      [networkAnswer('<p>', { headers: { ...html, 'cache-control': 'private, no-store' } }), true],
      [networkAnswer('{}', { headers: { 'content-type': 'application/json' } }), true],
    ]
    for (const [answer, isPage] of refused) expect(mayCache(answer, isPage)).toBe(false)
  })

  test('no personal screens, and not the setup', () => {
    const personal = [
      '/admin',
      '/favourites/list',
      '/history',
      '/login',
      '/playlist',
      '/playlists',
      '/review',
      '/settings',
    ]
    for (const path of [...personal, '/setup']) expect(isCacheablePage(path), path).toBe(false)
    for (const path of ['/works', '/work/RJ01000001', '/circles', '/administered'])
      expect(isCacheablePage(path), path).toBe(true)
  })
})

test('a cover is fresh for its max-age', () => {
  const headers = new Headers({ 'cache-control': 'public, max-age=600' })
  expect(isFresh(headers, 1_000, 600_999)).toBe(true)
  expect(isFresh(headers, 1_000, 601_000)).toBe(false)
  expect(isFresh(new Headers(), 1_000, 1_000)).toBe(false)
})

test('SUB-03 below a base path the same requests are handled, and none outside it', () => {
  setBasePath('/otodana')
  expect(asked('/otodana/work/RJ1', { mode: 'navigate' })).toBe('page')
  expect(asked('/otodana/assets/core-abc.js')).toBe('file')
  expect(asked('/otodana/api/cover/1?type=main')).toBe('cover')
  expect(asked('/otodana/api/works?page=2')).toBe('data')
  expect(asked('/otodana/api/auth/me')).toBeNull()
  for (const path of ['/work/RJ1', '/assets/core-abc.js', '/api/cover/1', '/api/works', '/otodana2/works'])
    expect([asked(path), asked(path, { mode: 'navigate' })], path).toEqual([null, null])
})
