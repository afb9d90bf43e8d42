import { kanjiNumber } from './kanji-number.ts'
import { withPlainNumbers } from './name-keys.ts'

/** A number in a name, such as `本編` and `2` in `本編2`. */
export type TrackNumber = {
  /** The letters before it; `''` for words that only announce a number (トラック, Track, 第). */
  label: string
  /** Without leading zeros; of `1-2` and `1.5` both parts. `last` is the later one of two or three parts (後編, 下). */
  value: string
}

const COUNTING_WORDS =
  /^(?:tracks?|trk|tr|トラック|とらっく|第|no|nr|vol|volume|ep|episode|chapter|chap|ch|scene|シーン|part|パート|音声|音频|file|ファイル|その|其の|其之|音轨|曲目|disc|cd)+$/u
/** Quantities, which are not track numbers: `2人`, `60分`, `18禁`, `320kbps`. */
const COUNTED =
  /^\s*(?:人|名(?!前)|時間|分|秒|年|月|歳|才|倍|種|個|枚|匹|度目|%|禁|kbps|k?hz|bit|p(?![a-z])|d(?![a-z]))/u
/** Work codes and age ratings: `RJ01234567`, `R18`. */
const CODES = /[rvb]j\d{6,8}|r-?1[58]/gu
const NUMBER = /\d+(?:[.-]\d+)*/gu
/** Longer numbers are dates or hashes. */
const MOST_DIGITS = 5

const KANJI = '〇零一二三四五六七八九十百'
const COUNTERS = '話话章回幕夜日巻卷編篇节節部集期曲'
const KANJI_NUMBER = new RegExp(
  `(第|その|其の|其之)([${KANJI}]{1,5})|(^|[\\s_\\-・.(（【\\[])([${KANJI}]{1,5})(?=[${COUNTERS}]|[\\s_\\-・、。.:)）】\\]]|$)`,
  'gu',
)
const ROMAN = /[Ⅰ-Ⅻⅰ-ⅻ]/gu
const PART =
  /(?:^|[\s_\-・.(（【「])([上前中下後后])(?=$|[\s_\-・.)）】」編篇巻卷部半])|([前中後后])[編篇](?=$|[\s_\-・.)）】」])/u
const PARTS: Record<string, string> = { 上: '1', 前: '1', 中: '2', 下: 'last', 後: 'last', 后: 'last' }

/** Returns the numbers in a name, in order; if it has none, the part it names (前編). */
export function numbersIn(stem: string): TrackNumber[] {
  const text = withPlainNumbers(stem)
    .replace(ROMAN, (sign) => ` ${romanNumber(sign)} `)
    .replace(KANJI_NUMBER, (_, ordinal: string | undefined, number: string | undefined, before = '', alone = '') =>
      ordinal ? `${ordinal}${kanjiNumber(number!)}` : `${before}${kanjiNumber(alone)}`,
    )
    .normalize('NFKC')
    .toLowerCase()
    .replace(CODES, ' ')
  const numbers: TrackNumber[] = []
  let from = 0
  for (const { 0: digits, index } of text.matchAll(NUMBER)) {
    const end = index + digits.length
    const label = lettersOf(text.slice(from, index))
    const isCounted = COUNTED.test(text.slice(end)) && label !== '第'
    if (isCounted || digits.length > MOST_DIGITS) continue
    from = end
    const value = digits.replace(/\d+/g, (part) => String(Number(part)))
    numbers.push({ label: COUNTING_WORDS.test(label) ? '' : label, value })
  }
  if (numbers.length > 0) return numbers
  const part = PART.exec(text)
  return part ? [{ label: '', value: PARTS[(part[1] ?? part[2])!]! }] : []
}

/** Returns the title in a name: its letters without numbers and the words that announce them. */
export function titleIn(stem: string): string {
  const text = withPlainNumbers(stem).normalize('NFKC').toLowerCase().replace(CODES, ' ')
  return text
    .split(/\d+/)
    .map(lettersOf)
    .filter((part) => !COUNTING_WORDS.test(part) && part.length > 1)
    .join('')
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{Letter}]/gu, '')
}

function romanNumber(sign: string): number {
  const code = sign.codePointAt(0)!
  return code - (code >= 0x2170 ? 0x2170 : 0x2160) + 1
}
