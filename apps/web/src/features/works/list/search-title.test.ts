import { expect, test } from 'vitest'

import { createI18n } from '#i18n/translations.ts'
import type { Locale } from '#i18n/locale.ts'

import { searchTitle } from './search-title.ts'

const tag = { name: '耳かき', i18n: { 'en-us': { name: 'Ear Cleaning' }, 'zh-cn': { name: '采耳' } } }

async function title(keyword: string, locale: Locale = 'en') {
  return searchTitle(keyword, (await createI18n(locale)).current, [tag])
}

test('NAV-05 a search is named in words of the language', async () => {
  const keyword = 'rain $tag:耳かき$ $-age:adult$ $duration:1.5h$'
  expect(await title(keyword)).toBe('rain, Tag: Ear Cleaning, No R-18, Length: 1 h 30 min or more')
  expect(await title(keyword, 'ja')).toBe('rain、タグ：耳かき、R-18を除く、再生時間：1時間30分以上')
  expect(await title(keyword, 'zh-CN')).toBe('rain、标签：采耳、不含 R-18、时长：至少 1 小时 30 分钟')
  expect(await title('$tag:other$')).toBe('Tag: other')
})

test('NAV-05 a long search is named by its beginning', async () => {
  const words = Array.from({ length: 40 }, (_, at) => `word${at}`)
  expect(await title(words.join(' '))).toBe(`${words.slice(0, 11).join(', ')}…`)
  expect(await title('雨'.repeat(300))).toBe(`${'雨'.repeat(80)}…`)
})
