import fc from 'fast-check'
import { expect, test } from 'vitest'

import { naturallySorted, withDigits } from './natural-order.ts'

const sorted = (names: readonly string[]) => naturallySorted(names, (name) => name)

test.each([
  [['01.mp3', '2.mp3', '10.mp3', '100.mp3']],
  [['１話.mp3', '2話.mp3', '１０話.mp3']],
  [['第一章', '第二章', '第三章', '第四章', '第九章', '第十章', '第十一章', '第二十章', '第百二章']],
  [['第1章', '第二章', '第３章', '第四章']],
  [['その一.wav', 'その二.wav', 'その三.wav']],
  [['一、雨.mp3', '二、風.mp3', '三、月.mp3', '十、朝.mp3']],
  [['第〇夜', '第一夜', '第二夜', '第一〇夜']],
  [['①はじめに.mp3', '②夜.mp3', '⑩朝.mp3', '⑪おわり.mp3']],
  [['Ⅰ', 'Ⅱ', 'Ⅳ', 'Ⅴ', 'Ⅸ', 'Ⅹ']],
  [['前編.mp3', '中編.mp3', '後編.mp3']],
  [['雨の図書館 上.mp3', '雨の図書館 中.mp3', '雨の図書館 下.mp3']],
  [['上卷', '中卷', '下卷']],
  [['雨の図書館前編.mp3', '雨の図書館後編.mp3']],
  [['Track 2.mp3', 'track 3.mp3', 'ＴＲＡＣＫ 10.mp3']],
  [['第一集', '第二集', '第三集', '第十集']],
])('WRK-05 names stand in natural order: %j', (names) => {
  expect(sorted(names.toReversed())).toEqual(names)
  expect(sorted(sorted(names))).toEqual(names)
})

test.each([
  '三日月の夜.mp3',
  '一緒に眠る.mp3',
  '千夜一夜物語',
  '上手な眠り方.mp3',
  '前髪と後れ毛',
  '中秋',
  '万華鏡一枚絵巻',
])('WRK-05 what is a word and no number stays one: %s', (name) => expect(withDigits(name)).toBe(name))

test('WRK-05 a kanji number is read as the number it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999 }), (number) => {
      expect(withDigits(`第${inKanji(number)}話`)).toBe(`第${number}話`)
      const asDigits = [...String(number)].map((digit) => '〇一二三四五六七八九'[Number(digit)]).join('')
      expect(withDigits(`第${asDigits}話`)).toBe(`第${number}話`)
    }),
  )
})

test('WRK-05 the order of any names is always the same one', () => {
  const name = fc.string({ unit: fc.constantFrom(...'第一二十百3３①Ⅲ章上下前後 .aA雨ア') })
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (names, random) => {
      const shuffled = names.toSorted(() => (random.next().value as number) % 3) // any order will do
      expect(sorted(shuffled)).toEqual(sorted(names))
    }),
  )
})

test.each([
  [['1①.mp3', '1②.mp3', '1⑩.mp3', '2①.mp3', '12.mp3']],
  [['①①', '①②', '②①', '⑫']],
  [['①2', '②1', '12']],
  [['Track1Ⅰ', 'Track1Ⅱ', 'Track2Ⅰ', 'Track12']],
  [['1上巻', '1下巻', '2上巻', '11巻']],
])('WRK-05 numbers that stand side by side stay two numbers: %j', (names) => {
  expect(sorted(names.toReversed())).toEqual(names)
})

test('WRK-05 more numerals than any number has are left as they are', () => {
  for (const length of [13, 14, 30]) {
    const name = `第${'一二三四'.repeat(8).slice(0, length)}話`
    expect(withDigits(name)).toBe(name)
  }
  expect(withDigits('第一二三四五六七八九一二三話')).toBe('第123456789123話')
})

test('WRK-05 the time that a name of nothing but numerals takes grows as its length', () => {
  const best = (length: number) => {
    const times = Array.from({ length: 7 }, () => {
      const startedAt = performance.now()
      for (const sign of '一上①') withDigits(sign.repeat(length))
      return performance.now() - startedAt
    })
    return Math.min(...times)
  }
  best(10_000)
  // Were it to grow as the square, 256 times as long.
  expect(best(160_000)).toBeLessThan(80 * best(10_000))
})

function inKanji(number: number): string {
  const signs = '零一二三四五六七八九'
  const places: [number, string][] = [
    [1000, '千'],
    [100, '百'],
    [10, '十'],
  ]
  let rest = number
  let text = ''
  for (const [value, sign] of places) {
    const count = Math.floor(rest / value)
    if (count > 0) text += (count > 1 ? signs[count] : '') + sign
    rest %= value
  }
  return rest > 0 ? text + signs[rest] : text
}
