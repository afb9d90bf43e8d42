import fc from 'fast-check'
import { expect, test } from 'vitest'

import { naturallySorted, sortedAsTree, withDigits } from './natural-order.ts'

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
  [['Ⅰ.mp3', 'II.mp3', 'Ⅲ.mp3', 'IV.mp3', 'ⅴ.mp3', 'IX.mp3', 'X.mp3', 'XI.mp3']],
  [['i. Rain', 'ii. Wind', 'iv. Snow', 'ix. Night', 'x. Dawn']],
  [['I', 'II', 'III', 'IV', 'V']],
  [['VI.mp3', 'VII.mp3', 'VIII.mp3', 'IX.mp3', 'X.mp3']],
  [['Part I', 'Part_II', 'part IX', 'Part X', 'Part Bonus']],
  [['Part I-i', 'Part I-ii', 'Part I-ix', 'Part II-i', 'Part II-ii', 'Part IX-i']],
  [['Chapter I', 'Chapter II', 'Chapter V', 'Chapter VI', 'Chapter IX']],
  [['1.mp3', '1.5.mp3', '2.mp3', '10.mp3']],
  [['第1話', '第１．５話', '第2話']],
  [['01.02 雨.mp3', '01.10 風.mp3', '02.01 雪.mp3']],
  [['⓪.mp3', '①.mp3', '⑳.mp3', '㉑.mp3', '㊿.mp3']],
  [['❶.mp3', '❿.mp3', '⓫.mp3']],
  [['第一話', '第②話', '第Ⅲ話', '第4話', '第五話', '第十二話', '第二十話']],
  [['その壱', 'その弐', 'その参', 'その四']],
  [['プロローグ.mp3', '第1章.mp3', '第2章.mp3', '最終章.mp3', 'エピローグ.mp3', 'おまけ.mp3']],
  [['Prologue.mp3', '1.mp3', '2.mp3', 'Epilogue.mp3', 'Bonus Track.mp3']],
  [['序章', '第一章', '第二章', '終章', '番外編']],
  [['ﾌﾟﾛﾛｰｸﾞ.mp3', '本編.mp3', 'フリートーク.mp3']],
  [['雨の図書館 プロローグ', '雨の図書館 第1章', '雨の図書館 第2章', '雨の図書館_エピローグ', '雨の図書館 特典音声']],
  [['01_雨.mp3', '02_プロローグ.mp3', '03_おまけ.mp3', '04_風.mp3']],
  [['Track1 エピローグ', 'Track2 プロローグ', 'Track10']],
  [['おまけ1', 'おまけ2', 'おまけ10']],
])('WRK-05 WRK-10 names stand in natural order: %j', (names) => {
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

test.each([
  [['雨', '序盤の雨', '夜']],
  [['V', 'V2', 'V10', 'Vivid']],
  [['第3話', '最終', '最終話', '最終回答']],
  [['1', '2', 'はじめにキスを']],
  [[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${letter}.mp3`)],
  [[...'ABCDIJVX'].map((letter) => `Track ${letter}`)],
  [['A kiss.mp3', 'I love you.mp3', 'IV drip.mp3', 'X-mas.mp3']],
  [['I love you.mp3', 'IV drip.mp3']],
  [['A kiss', 'I love you', 'Part I', 'Part II', 'Part IX', 'Part X', 'X-mas']],
])('WRK-10 what only begins like a mark or a numeral is a word: %j', (names) => {
  expect(sorted(names.toReversed())).toEqual(names)
})

const pieces = [
  ' ',
  ...'プロローグ Prologue 序章 序 エピローグ 終章 最終章 おまけ 特典 bonus free talk I II iv Ⅳ X ⅹ ① ㉑ ❶ ⑴ 1 01 1.5 ２ 10 .'.split(
    ' ',
  ),
  ...'十二 第 話 章 その 上 前編 Track rain é 雨 ｱ ー _ ・ ( ♪ .mp3 .5 〜 /'.split(' '),
]
const anyName = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(''))

test.each([
  ['names', naturallySorted],
  ['paths', sortedAsTree],
])('WRK-10 the order of %s is a strict total one', (_, order) => {
  fc.assert(
    fc.property(anyName, anyName, anyName, (a, b, c) => {
      const expected = order([a, b, c], (name) => name)
      for (const names of [
        [a, c, b],
        [b, a, c],
        [b, c, a],
        [c, a, b],
        [c, b, a],
      ]) {
        expect(order(names, (name) => name)).toEqual(expected)
      }
    }),
    { numRuns: 5_000 },
  )
})

test('WRK-10 numerals of one folder say nothing about another, and the order is that of each folder alone', () => {
  const paths = ['a/I.mp3', 'a/II.mp3', 'a/IX.mp3', 'a/V.mp3', 'b/I.mp3', 'b/IX.mp3', 'b/V.mp3', 'b/a.mp3']
  expect(sortedAsTree(paths, (path) => path)).toEqual([
    ...['I', 'II', 'V', 'IX'].map((name) => `a/${name}.mp3`),
    ...['a', 'I', 'IX', 'V'].map((name) => `b/${name}.mp3`),
  ])
  expect(sorted(['V.mp3', 'a.mp3', 'IX.mp3', 'I.mp3'])).toEqual(['a.mp3', 'I.mp3', 'IX.mp3', 'V.mp3'])
})

test('WRK-10 paths stand as in the tree: folders first, each with all that is in it', () => {
  const paths = [
    'おまけ/1.mp3',
    '本編/2.mp3',
    '本編/1.mp3',
    '本編/プロローグ.mp3',
    'readme.txt',
    '本編 2/1.mp3',
    '本編/SE/1.mp3',
  ]
  expect(sortedAsTree(paths, (path) => path)).toEqual([
    '本編/SE/1.mp3',
    '本編/プロローグ.mp3',
    '本編/1.mp3',
    '本編/2.mp3',
    '本編 2/1.mp3',
    'おまけ/1.mp3',
    'readme.txt',
  ])
})

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
      const shuffled = names.toSorted(() => (random.next().value as number) % 3) // any order
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
  // CPU time, independent of the machine's load. The number of signs is constant: only the longest name matters.
  const cost = (length: number) => {
    const before = process.threadCpuUsage()
    for (let signs = 0; signs < 320_000; signs += length) {
      for (const sign of '一上①') naturallySorted([sign.repeat(length)], (name) => name)
    }
    return process.threadCpuUsage(before).user
  }
  cost(10_000)
  // Quadratic growth would be 16 times as much.
  expect(cost(160_000)).toBeLessThan(5 * cost(10_000))
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
