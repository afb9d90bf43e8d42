import { expect, test } from 'vitest'

import { langOf, langOfText, SIMPLIFIED } from './lang-of.ts'

const edition = (language?: string) => ({ language, translation_info: { lang: null } })

test.each([
  ['雨音と夜更かし', undefined, 'ja'],
  ['ASMR 耳かき', 'CHI_HANS', 'ja'],
  ['閉館後', undefined, 'ja'],
  ['閉館後', 'CHI_HANT', 'zh-Hant'],
  ['双子の黄昏', 'JPN', 'ja'],
  ['黄昏双星', 'JPN', 'ja'],
  ['西风日志', undefined, 'zh-Hans'],
  ['西风日志', 'JPN', 'zh-Hans'],
  ['雨有七种声音', 'CHI_HANS', 'zh-Hans'],
  ['비 오는 밤', undefined, 'ko'],
  ['Rain over the old pier', undefined, 'en'],
  ['Rain over the old pier', 'JPN', 'en'],
  ['Lluvia', 'SPA', 'es'],
  ['01 - 2026', 'JPN', undefined],
  ['', undefined, undefined],
] as const)('WRK-16 %j of an edition in %s is in %s', (title, language, lang) => {
  expect(langOf(edition(language), title)).toBe(lang)
})

test('WRK-16 a text without a work is known by its script', () => {
  expect([langOfText('湖月いろり穂'), langOfText('松雨斋'), langOfText('松雨斋', 'zh-Hans')]).toEqual([
    'ja',
    'ja',
    'zh-Hans',
  ])
})

test('WRK-16 no character of Japanese marks a text as simplified Chinese', () => {
  const eucJp = new TextDecoder('euc-jp')
  const japanese = Array.from({ length: 69 * 94 }, (_, at) =>
    eucJp.decode(Uint8Array.of(0xa0 + 16 + Math.floor(at / 94), 0xa1 + (at % 94))),
  )
  expect(japanese).toContain('雨')
  expect(japanese.filter((character) => SIMPLIFIED.test(character))).toEqual([])
})

test('WRK-16 other clients’ field of the edition is read too', () => {
  expect(langOf({ translation_info: { lang: 'CHI_HANT' } }, '雨夜')).toBe('zh-Hant')
})
