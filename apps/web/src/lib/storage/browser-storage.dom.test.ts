import { afterEach, expect, test, vi } from 'vitest'

import { listOf, text } from '../readers.ts'
import {
  createStorage,
  deviceStorage,
  onStoredChange,
  onWriteElsewhere,
  readJson,
  tabStorage,
  writeJson,
} from './browser-storage.ts'
import { clearedAtSignOut, deviceKeys, tabKeys } from './storage-keys.ts'
import { storedSizes } from './stored-sizes.ts'

/** Simulates the event in other tabs. */
const writtenElsewhere = (key: string | null, newValue: string | null = null) =>
  dispatchEvent(new StorageEvent('storage', { key, newValue }))

const fillUp = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

afterEach(() => {
  for (const key of deviceKeys) deviceStorage.remove(key)
  for (const key of tabKeys) tabStorage.remove(key)
})

test('SET-03 what is written is stored as it is, on the device or in the tab', () => {
  deviceStorage.write('lang', 'ja')
  tabStorage.write('keyword', 'rain')
  expect([localStorage.getItem('lang'), sessionStorage.getItem('keyword')]).toEqual(['ja', 'rain'])
  expect([deviceStorage.read('lang'), tabStorage.read('keyword')]).toEqual(['ja', 'rain'])
  deviceStorage.remove('lang')
  expect([localStorage.getItem('lang'), deviceStorage.read('lang')]).toEqual([null, null])
})

test('SET-03 when storage is full, the last text lasts as long as the page, and then is stored again', () => {
  deviceStorage.write('lang', 'ja')
  const full = fillUp()
  deviceStorage.write('lang', 'en')
  expect([deviceStorage.read('lang'), deviceStorage.isSaved('lang')]).toEqual(['en', false])
  expect(localStorage.getItem('lang')).toBe('ja')
  full.mockRestore()
  deviceStorage.write('lang', 'zh-CN')
  expect([localStorage.getItem('lang'), deviceStorage.isSaved('lang')]).toEqual(['zh-CN', true])
})

const forbid = () => {
  throw new DOMException('no', 'SecurityError')
}

test.each([
  ['is forbidden', forbid],
  ['is missing', () => null as never],
])('SET-03 where storage %s, texts last as long as the page', (_, area) => {
  const storage = createStorage<'lang'>(area)
  expect(storage.read('lang')).toBeNull()
  storage.write('lang', '')
  expect(storage.read('lang')).toBe('')
  storage.remove('lang')
  expect(storage.read('lang')).toBeNull()
})

test('SET-03 what another tab stores replaces what this one could not', () => {
  const full = fillUp()
  deviceStorage.write('lang', 'en')
  deviceStorage.write('device', 'x')
  full.mockRestore()
  localStorage.setItem('lang', 'ja')
  const seen: (string | null)[] = []
  const end = onStoredChange('lang', () => seen.push(deviceStorage.read('lang')))
  writtenElsewhere('lang', 'ja')
  expect(seen).toEqual(['ja'])
  expect(deviceStorage.read('device')).toBe('x')
  localStorage.clear()
  writtenElsewhere(null)
  expect([seen, deviceStorage.read('device')]).toEqual([['ja', null], null])
  end()
})

test('SET-03 a broken or unexpected value reads as undefined', () => {
  const reader = listOf(text())
  expect(readJson(tabStorage, 'keyword', reader)).toBeUndefined()
  for (const broken of ['', '{', 'null', '{}', '[1]']) {
    sessionStorage.setItem('keyword', broken)
    expect(readJson(tabStorage, 'keyword', reader), broken).toBeUndefined()
  }
  writeJson(tabStorage, 'keyword', ['rain'])
  expect(readJson(tabStorage, 'keyword', reader)).toEqual(['rain'])
})

test('SET-03 changes of other tabs are followed by key, those missed in the back/forward cache too, until the end', () => {
  const written: (string | null)[] = []
  let changes = 0
  const ends = [onWriteElsewhere('lang', (text) => written.push(text)), onStoredChange('lang', () => changes++)]
  writtenElsewhere('device', 'x')
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect([written, changes]).toEqual([[], 0])
  writtenElsewhere('lang', 'ja')
  writtenElsewhere('lang')
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect([written, changes]).toEqual([['ja', null], 3])
  for (const end of ends) end()
  writtenElsewhere('lang', 'ja')
  expect([written.length, changes]).toEqual([2, 3])
})

test('ATH-03 the keys of the session and of what signing out removes stay what devices hold', () => {
  expect(deviceKeys).toContain('jwt-token')
  expect(clearedAtSignOut).toEqual({
    device: ['begun', 'download-parts', 'known-playlists', 'listener', 'recent-searches'],
    tab: ['mail-proof', 'review-drafts'],
  })
  for (const keys of [deviceKeys, tabKeys]) expect(new Set<string>(keys).size).toBe(keys.length)
})

test('NAV-13 sizes are listed by key, the largest first', () => {
  deviceStorage.write('lang', 'ja')
  deviceStorage.write('device', 'a'.repeat(100))
  expect(storedSizes('localStorage')).toEqual([
    { key: 'device', sizeBytes: 212 },
    { key: 'lang', sizeBytes: 12 },
  ])
})
