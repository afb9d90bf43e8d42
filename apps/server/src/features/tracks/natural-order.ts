/** `2.mp3` before `10.mp3`, kana and kanji as Japanese readers expect, full-width and narrow characters alike. */
const byText = new Intl.Collator('ja', { numeric: true, sensitivity: 'base' })

/** What stands for a number only beside one of these: `第三章`, `その二`, `三、`, but not `三日月` or `一緒に`. */
const BEFORE = String.raw`(?<=^|その|其の|之|[\s_\-.・(（【「『\[])`
const END = String.raw`$|[\s_\-.・、。：:)）】」』\]]`
const AFTER = String.raw`(?=${END}|[章話话回巻卷部幕節节編篇集期課课番曲枚弾場场]|日目|つ目|本目)`
/** Whole or not at all: what has more of them is no number. */
const NUMERAL = '[〇零一二三四五六七八九十百千]'
const NUMERALS = `${NUMERAL}{1,12}(?!${NUMERAL})`
const KANJI_NUMBER = new RegExp(`(?<=第)${NUMERALS}|${BEFORE}${NUMERALS}${AFTER}`, 'gu')

/** The parts of two or three; as words of their own they would be sorted by how they are read. */
const PART_SIGN = '[上前中下後后]'
const PART = new RegExp(`${BEFORE}${PART_SIGN}(?=${END}|[部半])|${PART_SIGN}(?=[巻卷編篇](?:${END}))`, 'gu')
const partNumbers: Record<string, number> = { 上: 1, 前: 1, 中: 2, 下: 3, 後: 3, 后: 3 }

/** ① to ⑳ and Ⅰ to Ⅻ, each one character. */
const ENCLOSED = /[①-⑳Ⅰ-Ⅻⅰ-ⅻ]/gu

const digits = '零一二三四五六七八九'
const units: Record<string, number> = { 十: 10, 百: 100, 千: 1000 }

/**
 * A name with the numbers in it written as digits, whichever way it writes them: `第十二章` as `第12章`, `③` as `3`,
 * `後編` as `3編`. Only for comparing.
 */
export function withDigits(name: string): string {
  return name
    .replace(KANJI_NUMBER, (sign, at, text) => apart(kanjiNumber(sign), sign, at, text))
    .replace(PART, (sign, at, text) => apart(partNumbers[sign]!, sign, at, text))
    .replace(ENCLOSED, (sign, at, text) => apart(enclosedNumber(sign.codePointAt(0)!), sign, at, text))
}

const DIGIT = /\p{Nd}/u
const DIGIT_OR_ENCLOSED = /[\p{Nd}①-⑳Ⅰ-Ⅻⅰ-ⅻ]/u

/** The number for a sign, not to be read as one with a number beside it: `1②` is one and two, not twelve. */
function apart(number: number, sign: string, at: number, text: string): string {
  const before = DIGIT_OR_ENCLOSED.test(text.charAt(at - 1)) ? ' ' : ''
  const after = DIGIT.test(text.charAt(at + sign.length)) ? ' ' : ''
  return before + String(number) + after
}

/** `十二` is 12, `百二十` 120, and as digits `一二` 12 and `二〇` 20. */
function kanjiNumber(text: string): number {
  const signs = [...text.replaceAll('〇', '零')]
  if (signs.every((sign) => digits.includes(sign))) return Number(signs.map((sign) => digits.indexOf(sign)).join(''))
  let total = 0
  let digit: number | null = null
  for (const sign of signs) {
    const unit = units[sign]
    if (unit === undefined) {
      digit = digits.indexOf(sign)
    } else {
      total += (digit ?? 1) * unit
      digit = null
    }
  }
  return total + (digit ?? 0)
}

function enclosedNumber(code: number): number {
  const first = [0x2460, 0x2170, 0x2160].find((start) => code >= start) ?? code
  return code - first + 1
}

/** Sorts by the names of things, in natural order; equal ones by their code units, so that the order is always the same. */
export function naturallySorted<T>(things: readonly T[], nameOf: (thing: T) => string): T[] {
  return things
    .map((thing) => ({ thing, name: nameOf(thing), key: withDigits(nameOf(thing)) }))
    .sort((a, b) => byText.compare(a.key, b.key) || (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map(({ thing }) => thing)
}
