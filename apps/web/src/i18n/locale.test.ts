import { expect, test } from 'vitest'

import { acceptedLanguages, cookieValue, pickLocale } from './locale.ts'

test('I18N-01 a saved language wins, then the browser’s first that there is, then English', () => {
  expect(pickLocale('ja', ['en-US'])).toBe('ja')
  expect(pickLocale(undefined, ['fr', 'zh-TW', 'ja'])).toBe('zh-CN')
  expect(pickLocale('xx', ['JA-jp'])).toBe('ja')
  expect(pickLocale(null, ['de', 'jam', 'eng'])).toBe('en')
})

test('I18N-01 the wishes of an Accept-Language header are weighed', () => {
  expect(acceptedLanguages('en;q=0.5, ja ,zh-CN;q=0.8, ko;q=0')).toEqual(['ja', 'zh-CN', 'en'])
  expect(acceptedLanguages('*')).toEqual(['*'])
  expect(acceptedLanguages(undefined)).toEqual([])
  expect(acceptedLanguages(',,;q=1')).toEqual([])
})

test('a cookie is found by its whole name', () => {
  expect(cookieValue('slang=en; lang=ja; a', 'lang')).toBe('ja')
  expect(cookieValue(undefined, 'lang')).toBeUndefined()
})
