import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { setApiBase, apiBase } from './api/api-base.ts'
import { mediaAddress, setMediaToken } from './api/media-address.ts'
import { below, pathInApp, setBasePath, storedName } from './base-path.ts'
import { loadChunk } from './chunks/load-chunk.ts'
import { deviceStorage, onWriteElsewhere } from './storage/browser-storage.ts'

const OTHER = 'https://b.example'

beforeEach(() => setBasePath('/otodana'))
afterEach(() => {
  setApiBase('')
  setMediaToken('')
  localStorage.clear()
  setBasePath('')
})

test('SUB-04 instances on one host store nothing under the same name; at the root names stay as they were', () => {
  localStorage.setItem('jwt-token', 'of the instance at the root')
  expect(deviceStorage.read('jwt-token')).toBeNull()
  deviceStorage.write('jwt-token', 'of this one')
  expect(localStorage.getItem('/otodana jwt-token')).toBe('of this one')
  deviceStorage.remove('jwt-token')
  expect(localStorage.getItem('jwt-token')).toBe('of the instance at the root')
  setBasePath('')
  expect(deviceStorage.read('jwt-token')).toBe('of the instance at the root')
  // No instance takes another one's caches for its own, which begin alike.
  const prefixes = ['', '/a', '/a-b', '/otodana'].map((path) => {
    setBasePath(path)
    return storedName('otodana-')
  })
  for (const one of prefixes) for (const other of prefixes) expect(one !== other && one.startsWith(other)).toBe(false)
})

test('SUB-04 another tab of this instance is heard, and one of another instance is not', () => {
  const heard: (string | null)[] = []
  const stop = onWriteElsewhere('lang', (text) => heard.push(text))
  dispatchEvent(new StorageEvent('storage', { key: 'lang', newValue: 'ja' }))
  dispatchEvent(new StorageEvent('storage', { key: '/otodana lang', newValue: 'en' }))
  stop()
  expect(heard).toEqual(['en'])
})

test('SUB-01 calls, files and covers are below the base path, at every address of the instance', () => {
  expect(apiBase()).toBe('/otodana')
  expect(mediaAddress('/api/cover/1.jpg')).toBe('/otodana/api/cover/1.jpg')
  const stream = `${location.origin}/otodana/api/media/stream/1/2`
  expect(mediaAddress(stream)).toBe(stream)
  setMediaToken('a.b')
  expect(mediaAddress(stream)).toBe(`${stream}?token=a.b`)
  // Of another app on the same host.
  expect(mediaAddress(`${location.origin}/api/cover/1.jpg`)).toBe(`${location.origin}/api/cover/1.jpg`)
  setApiBase(OTHER, [OTHER])
  expect(apiBase()).toBe(`${OTHER}/otodana`)
  expect(mediaAddress(stream)).toBe(`${OTHER}/otodana/api/media/stream/1/2?token=a.b`)
  expect(mediaAddress('/api/cover/1.jpg')).toBe(`${OTHER}/otodana/api/cover/1.jpg?token=a.b`)
})

test('SUB-01 paths of the app and of the site are turned into each other', () => {
  expect([below('/works'), pathInApp('/otodana/works')]).toEqual(['/otodana/works', '/works'])
  expect(below(pathInApp('/otodana/otodana'))).toBe('/otodana/otodana')
})

test('SUB-01 what a chunk needs is fetched below the base path', async () => {
  await loadChunk(async () => null, ['assets/shared-9.js'])
  await vi.waitFor(() => expect(document.head.querySelector('link[href="/otodana/assets/shared-9.js"]')).not.toBeNull())
})

test('SUB-01 links and forms lead below the base path, and nothing else is changed', async () => {
  // It decides once, when it is loaded.
  const { jsx } = await import('./jsx/jsx-runtime.ts')
  const markup = (type: 'a' | 'form' | 'img', props: object) => renderToStaticMarkup(jsx(type, props))
  expect(markup('a', { href: '/works' })).toBe('<a href="/otodana/works"></a>')
  const Place = ({ href }: { href: string }) => jsx('a', { href, children: href })
  expect(renderToStaticMarkup(jsx(Place, { href: '/works' }))).toBe('<a href="/otodana/works">/works</a>')
  expect(markup('form', { action: '/works' })).toBe('<form action="/otodana/works"></form>')
  for (const href of ['#main', '?page=2', 'https://elsewhere.example/works', 'mailto:a@b.example'])
    expect(markup('a', { href })).toBe(`<a href="${href}"></a>`)
  expect(markup('img', { src: '/api/cover/1.jpg' })).toContain('src="/api/cover/1.jpg"')
  expect(markup('a', {})).toBe('<a></a>')
})
