import { withPlainNumbers } from './name-keys.ts'

/** A number in a name, as `本編` and `2` in `本編2`. */
export type TrackNumber = {
  /** What stands before it, letters only; `''` for words that only say that a number follows (トラック, Track, 第). */
  label: string
  /** Without zeros in front; of `1-2` and `1.5` both. `last` is the later one of two or three parts (後編, 下). */
  value: string
}

const COUNTING_WORDS =
  /^(?:tracks?|trk|tr|トラック|とらっく|第|no|nr|vol|volume|ep|episode|chapter|chap|ch|scene|シーン|part|パート|音声|音频|file|ファイル|その|其の|其之|音轨|曲目|disc|cd)+$/u
/** What is counted is no track: `2人`, `60分`, `18禁`, `320kbps`. */
const COUNTED =
  /^\s*(?:人|名(?!前)|時間|分|秒|年|月|歳|才|倍|種|個|枚|匹|度目|%|禁|kbps|k?hz|bit|p(?![a-z])|d(?![a-z]))/u
/** Of works, and what stands like a number and is none: `RJ01234567`, `R18`. */
const CODES = /[rvb]j\d{6,8}|r-?1[58]/gu
const NUMBER = /\d+(?:[.-]\d+)*/gu
/** Dates and hashes have more. */
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

/** The numbers in a name, from its beginning; when it has none, which part it says it is (前編). */
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

/** The letters of a name without numbers and the words that announce them: what its title is. */
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

/** `十二` is 12, `百二十` 120, and as digits `二〇` 20. */
function kanjiNumber(text: string): number {
  const digits = '〇一二三四五六七八九'
  const plain = text.replaceAll('零', '〇')
  if (!/[十百]/.test(plain)) return Number([...plain].map((sign) => digits.indexOf(sign)).join(''))
  let total = 0
  let digit: number | null = null
  for (const sign of plain) {
    const unit = sign === '十' ? 10 : sign === '百' ? 100 : 0
    if (unit === 0) digit = digits.indexOf(sign)
    else {
      total += (digit ?? 1) * unit
      digit = null
    }
  }
  return total + (digit ?? 0)
}
