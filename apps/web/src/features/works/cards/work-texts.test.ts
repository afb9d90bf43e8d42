import { expect, test } from 'vitest'

import { codeOf, storefrontUrl, tagName, termHref } from './work-texts.ts'

const tag = {
  name: '催眠',
  i18n: { 'ja-jp': { name: '催眠', censored: '暗示' }, 'en-us': { name: 'Hypnosis' }, 'zh-cn': { name: '催眠术' } },
}

test('CRD-05 tags follow the language, softened where it is asked for and there is such a name', () => {
  expect(tagName(tag, 'en', false)).toBe('Hypnosis')
  expect(tagName(tag, 'zh-CN', false)).toBe('催眠术')
  expect(tagName(tag, 'ja', true)).toBe('暗示')
  expect(tagName(tag, 'en', true)).toBe('Hypnosis')
  expect(tagName({ name: '独自', i18n: {} }, 'en', true)).toBe('独自')
})

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  '//shop.example',
  '',
  'https://',
  'ftp://a/b',
])('CRD-01 %o is no storefront link', (source_url) => expect(storefrontUrl({ source_url })).toBeNull())

test('CRD-01 a web address is a storefront link', () => {
  expect(storefrontUrl({ source_url: 'https://shop.example/RJ1' })).toBe('https://shop.example/RJ1')
})

test('CRD-01 circle, tag and voice actor lead to a search, whatever their names hold', () => {
  expect(termHref('circle', '硝子の森')).toBe('/works?keyword=%24circle%3A硝子の森%24')
  const name = 'a "é\u3000😀%E9&+#\ud800'
  expect(new URL(termHref('tag', name), 'http://a').searchParams.get('keyword')).toBe(`$tag:${name.toWellFormed()}$`)
  expect(new URLSearchParams(termHref('va', 'a&b=c#d').split('?')[1]).get('keyword')).toBe('$va:a&b=c#d$')
})

test('META-51 the number that the library made for a folder without a code is none', () => {
  expect(codeOf({ id: 345_575_471, source_id: '345575471' })).toBeNull()
  expect(codeOf({ id: 1_234_567, source_id: 'RJ01234567' })).toBe('RJ01234567')
})
