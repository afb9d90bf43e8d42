import { parseKeyword } from '@otodana/keyword'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { Locale } from '#i18n/locale.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'

import { findTag, tagForms, useTermParts, useTermText } from './term-text.ts'

const tag = {
  name: '耳かき',
  i18n: {
    'ja-jp': { name: '耳かき' },
    'en-us': { name: 'Ear Cleaning', censored: 'Ear Care' },
    'zh-cn': { name: '采耳' },
  },
}

/** Renders the texts of a keyword's terms. */
async function say(keyword: string, locale: Locale = 'en'): Promise<string[]> {
  const i18n = await createI18n(locale)
  const terms = parseKeyword(keyword)
  const said: string[] = []
  function Probe() {
    const partsOf = useTermParts()
    said.push(
      ...terms.map((term) => {
        const { kind, text } = partsOf(term, findTag([tag], term))
        return [kind, text].filter((part) => part !== null).join(' | ')
      }),
    )
    return null
  }
  renderToString(
    <I18nProvider value={i18n}>
      <Probe />
    </I18nProvider>,
  )
  return said
}

test('LIB-07 terms are said in words', async () => {
  expect(await say('rain $tag:采耳$ $-tagw:EAR CARE$ $tag:other$ $-age:adult$ $lang:jpn$ $lang:XYZ$')).toEqual([
    'rain',
    'Tag | Ear Cleaning',
    'Tag | No Ear Cleaning',
    'Tag | other',
    'No R-18',
    'Language | 日本語',
    'Language | XYZ',
  ])
  expect(await say('$tag:Ear Cleaning$', 'ja')).toEqual(['タグ | 耳かき'])
  // Spelled as the server finds it.
  expect(await say('$tag:耳 かき$ $tag:采　耳$')).toEqual(['Tag | Ear Cleaning', 'Tag | Ear Cleaning'])
})

test('LIB-07 terms cannot change the order in which the page is read', async () => {
  expect(await say('a\u202eb $circle:c\u2066d$')).toEqual(['ab', 'Circle | cd'])
})

test('LIB-07 a number is said as the bound that it is', async () => {
  expect(
    await say(
      '$duration:1.2h$ $-duration:20m$ $rate:4.75$ $-price:1000$ $sell:2000$ $price:0$ $rate:many$ $release:２０２４$ $-release:2024-05-12$',
    ),
  ).toEqual([
    'Length | 1 h 12 min or more',
    'Length | under 20 min',
    'Rating | 4.75 or more',
    'Price | under ¥1,000',
    'Sales | 2,000 or more',
    'Price | ¥0 or more',
    'Rating | many',
    'Released | 2024 or later',
    'Released | before 2024-05-12',
  ])
})

test('SRC-12 SRC-14 excluded terms and bounds are said in words in every language', async () => {
  expect(await say('$-age:adult$ $-price:500$ $-release:2024$', 'ja')).toEqual([
    'R-18を除く',
    '価格 | 500円未満',
    '発売日 | 2024より前',
  ])
  expect(await say('$-age:adult$ $-duration:20m$ $release:2024$', 'zh-CN')).toEqual([
    '不含 R-18',
    '时长 | 不到 20 分钟',
    '发售日期 | 2024 起',
  ])
})

test('a tag is found by each of its names', () => {
  expect(tagForms(tag)).toEqual(['耳かき', '耳かき', 'Ear Cleaning', 'Ear Care', '采耳'])
  const [plain, circle] = parseKeyword('耳かき $circle:耳かき$')
  expect(findTag([tag], plain!)).toBeUndefined()
  expect(findTag([tag], circle!)).toBeUndefined()
})

test('LIB-07 a term in one piece', async () => {
  const i18n = await createI18n('en')
  const said: string[] = []
  function Probe() {
    const textOf = useTermText()
    said.push(...parseKeyword('rain $-age:adult$ $-price:500$').map((term) => textOf(term)))
    return null
  }
  renderToString(
    <I18nProvider value={i18n}>
      <Probe />
    </I18nProvider>,
  )
  expect(said).toEqual(['rain', 'No R-18', 'Price: under ¥500'])
})
