import { expect, test } from 'vitest'

import { aWork } from '#test/a-work.ts'

import { titlesOf } from './titles.ts'

const none = {
  titles: {},
  staff: { scenario: [], illustration: [], music: [], other: [] },
  series: null,
  description: '',
  samples: [],
  hasPrice: false,
}
const work = (titles: { ja?: string; zh?: string; en?: string }) => aWork({ title: '雨', facts: { ...none, titles } })

test('META-64 the title is in the page’s language, with the original beside it', () => {
  const known = work({ ja: '雨', en: 'Rain', zh: '下雨' })
  const original = { title: '雨', lang: 'ja' }
  expect(titlesOf(known, 'en')).toEqual({ shown: { title: 'Rain', lang: 'en' }, original })
  expect(titlesOf(known, 'zh-CN')).toEqual({ shown: { title: '下雨', lang: 'zh' }, original })
  expect(titlesOf(known, 'ja')).toEqual({ shown: original, original: null })
})

test('META-64 a title without a translation, or that is none of those known, is shown in every language', () => {
  expect(titlesOf(work({ ja: '雨' }), 'en')).toEqual({ shown: { title: '雨', lang: 'ja' }, original: null })
  const edited = { shown: { title: '雨', lang: undefined }, original: null }
  expect(titlesOf(work({ ja: '豪雨', en: 'Rain' }), 'en')).toEqual(edited)
  expect(titlesOf(aWork({ title: '雨' }), 'en')).toEqual(edited)
})
