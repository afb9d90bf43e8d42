import { kanjiNumber } from '@otodana/subtitles'

/** Sorts kana and kanji as Japanese readers expect. */
const byText = new Intl.Collator('ja', { numeric: true, sensitivity: 'base' })

/** Numerals count only next to one of these: `第三章`, `その二`, `三、`, but not `三日月` or `一緒に`. */
const BEFORE = String.raw`(?<=^|その|其の|之|[\s_\-.・(（【「『\[])`
const END = String.raw`$|[\s_\-.・、。：:)）】」』\]]`
const AFTER = String.raw`(?=${END}|[章話话回巻卷部幕節节編篇集期課课番曲枚弾場场]|日目|つ目|本目)`
/** All of a sequence or none: a longer one is not a number. */
const NUMERAL = '[〇零一二三四五六七八九十百千壱弐参]'
const NUMERALS = `${NUMERAL}{1,12}(?!${NUMERAL})`
const KANJI_NUMBER = new RegExp(`(?<=第)${NUMERALS}|${BEFORE}${NUMERALS}${AFTER}`, 'gu')

/** Names of two or three parts; as words they would be sorted by their reading. */
const PART_SIGN = '[上前中下後后]'
const PART = new RegExp(`${BEFORE}${PART_SIGN}(?=${END}|[部半])|${PART_SIGN}(?=[巻卷編篇](?:${END}))`, 'gu')
const partNumbers: Record<string, number> = { 上: 1, 前: 1, 中: 2, 下: 3, 後: 3, 后: 3 }

/** Numbers in a single character, by the first of each series. */
const enclosedRows = [
  ['⓪', 0, 1],
  ['①', 1, 20],
  ['㉑', 21, 15],
  ['㊱', 36, 15],
  ['⑴', 1, 20],
  ['⒈', 1, 20],
  ['❶', 1, 10],
  ['⓫', 11, 10],
  ['㈠', 1, 10],
  ['㊀', 1, 10],
  ['Ⅰ', 1, 12],
  ['ⅰ', 1, 12],
] as const
const enclosedNumbers = new Map(
  enclosedRows.flatMap(([first, number, length]) =>
    Array.from({ length }, (_, at) => [String.fromCodePoint(first.codePointAt(0)! + at), number + at] as const),
  ),
)
const ENCLOSED = new RegExp(`[${[...enclosedNumbers.keys()].join('')}]`, 'gu')

/** Has no other numbers than digits. */
const ASCII = /^[ -~]*$/

/** Replaces numbers in any notation by digits: `第十二章` → `第12章`, `③` → `3`, `後編` → `3編`. For comparison only. */
export function withDigits(name: string): string {
  if (ASCII.test(name)) return name
  return name
    .replace(KANJI_NUMBER, (sign, at, text) => apart(kanjiNumber(sign), sign, at, text))
    .replace(PART, (sign, at, text) => apart(partNumbers[sign]!, sign, at, text))
    .replace(ENCLOSED, (sign, at, text) => apart(enclosedNumbers.get(sign)!, sign, at, text))
}

const DIGIT = /\p{Nd}/u
const DIGIT_OR_ENCLOSED = new RegExp(String.raw`\p{Nd}|${ENCLOSED.source}`, 'u')

/** Replaces a sign by its number, separated from adjacent ones: `1②` is one and two, not twelve. */
function apart(number: number, sign: string, at: number, text: string): string {
  const before = DIGIT_OR_ENCLOSED.test(text.charAt(at - 1)) ? ' ' : ''
  const after = DIGIT.test(text.charAt(at + sign.length)) ? ' ' : ''
  return before + String(number) + after
}

/** The order of names that are equal up to this point; within a kind, `text` or `number` decides. */
const kinds = ['prologue', 'number', 'text', 'last', 'epilogue', 'bonus'] as const
type Kind = (typeof kinds)[number]
/**
 * `number` contains digits without leading zeros, of `1.5` both: it is between 1 and 2. `roman` is the value of a word
 * as a Roman numeral.
 */
type Part = { kind: Kind; text: string; number: readonly string[]; roman?: number }
/** A name prepared for comparison. */
type Key = { name: string; parts: readonly Part[]; extension: string }

/** The end of a word. */
const WORD_END = String.raw`(?=$|[\p{P}\p{Z}\p{Nd}])`
const LATIN_END = String.raw`(?!\p{Script=Latin})`
/** Words that state a position among chapters, matched at the start of a word. Short ones must be the whole word. */
const marks: [kind: Kind, pattern: RegExp][] = [
  [
    'prologue',
    aMark(
      'プロローグ|序[章幕言]|楔子|引子',
      'オープニング|イントロ(?:ダクション)?|はじめに|序',
      'prolog(?:ue)?|intro(?:duction)?|opening',
    ),
  ],
  ['last', aMark('最[終终][章話话回夜日幕]', '最[終终]', 'finale')],
  [
    'epilogue',
    aMark(
      'エピローグ|[終终][章幕]|尾[声聲]|[後后]日[談谈]',
      'エンディング|アウトロ|あとがき|[お終]わりに|[終终]',
      'epilog(?:ue)?|ending|outro|afterword',
    ),
  ],
  [
    'bonus',
    aMark(
      'おまけ|オマケ|特典|ボーナス|番外|フリートーク|キャストトーク|付[録录]|附[録录]',
      'エクストラ',
      'bonus|extras?|omake|free[ _-]?talk',
    ),
  ],
]

function aMark(beginnings: string, words: string, latin: string): RegExp {
  return new RegExp(`(?:${beginnings})|(?:${words})${WORD_END}|(?:${latin})${LATIN_END}`, 'iuy')
}

/** A number with its subdivisions, a word of Latin letters, or one of others; anything in between is dropped. */
const TOKEN = new RegExp(
  [
    String.raw`(\p{Nd}+(?:\.\p{Nd}+)*)`,
    String.raw`(\p{Script=Latin}[\p{Script=Latin}\p{M}]*(?:['’]\p{Script=Latin}+)*)`,
    String.raw`[^\p{Nd}\p{Script=Latin}\p{P}\p{Z}\p{C}]+`,
  ].join('|'),
  'uy',
)
/** Roman numerals 1 to 39 in one case. */
const ROMAN = /^(?=.)(?:X{0,3}(?:IX|IV|V?I{0,3})|x{0,3}(?:ix|iv|v?i{0,3}))$/
const EXTENSION = /\.(?:[a-z][a-z\d]{0,4}|3gp|3g2|7z)$/i

/**
 * Returns the keys of all names in a folder. `I` is also a word and a letter: Latin letters are numerals only if two
 * names have consecutive ones in the same position, such as `Part I` and `Part II`.
 */
function keysOf(names: Iterable<string>): Map<string, Key> {
  const keys = new Map(Array.from(names, (name) => [name, keyOf(name)] as const))
  readNumerals(keys.values())
  return keys
}

/** Turns into numbers those words that are Roman numerals. */
function readNumerals(keys: Iterable<Key>): void {
  const lists = Array.from(keys, ({ parts }) => parts)
  if (!lists.some((parts) => parts.some(({ roman }) => roman !== undefined))) return
  const placeIds = new Map<string, number>()
  const numeralsAt = new Map<number, { numbers: Set<number>; parts: Part[] }>()
  for (const parts of lists) {
    // Identifies common prefixes by ids, so that the time is linear in the name's length.
    let place = 0
    for (const part of parts) {
      if (part.roman !== undefined) {
        const numerals = numeralsAt.getOrInsertComputed(place, () => ({ numbers: new Set(), parts: [] }))
        numerals.numbers.add(part.roman)
        numerals.parts.push(part)
      }
      const step = `${place} ${part.kind} ${part.text.toLowerCase()} ${part.number.join('.')}`
      place = placeIds.getOrInsertComputed(step, () => placeIds.size + 1)
    }
  }
  for (const { numbers, parts } of numeralsAt.values()) {
    if (![...numbers].some((number) => numbers.has(number + 1))) continue
    for (const part of parts) Object.assign(part, aNumber([String(part.roman)]))
  }
}

function keyOf(name: string): Key {
  const whole = withDigits(name).normalize('NFKC')
  const extension = EXTENSION.exec(whole)?.[0] ?? ''
  const stem = whole.slice(0, whole.length - extension.length)
  const parts: Part[] = []
  for (let at = 0; at < stem.length;) {
    const [part, end] = partAt(stem, at)
    if (part) parts.push(part)
    at = end
  }
  return { name, parts, extension }
}

/** Digits and most signs come before it. */
const FIRST_LETTER = 'A'.charCodeAt(0)

function partAt(stem: string, at: number): [Part | null, end: number] {
  // Marks begin with letters.
  if (stem.charCodeAt(at) >= FIRST_LETTER) {
    for (const [kind, pattern] of marks) {
      pattern.lastIndex = at
      if (pattern.test(stem)) return [{ kind, text: '', number: [] }, pattern.lastIndex]
    }
  }
  TOKEN.lastIndex = at
  const match = TOKEN.exec(stem)
  if (!match) return [null, at + 1]
  const [text, number, latin] = match
  const end = TOKEN.lastIndex
  if (number !== undefined) return [aNumber(number.split('.')), end]
  // `V2` and `3V` are names.
  const isAlone = !DIGIT.test(stem.charAt(at - 1)) && !DIGIT.test(stem.charAt(end))
  if (latin !== undefined && isAlone && ROMAN.test(latin))
    return [{ kind: 'text', text, number: [], roman: romanNumber(latin) }, end]
  return [{ kind: 'text', text, number: [] }, end]
}

function aNumber(levels: readonly string[]): Part {
  return { kind: 'number', text: '', number: levels.map((level) => level.replace(/^0+(?=.)/, '')) }
}

function romanNumber(text: string): number {
  const values = [...text.toUpperCase()].map((letter) => ({ I: 1, V: 5, X: 10 })[letter]!)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

/** A prefix comes first: `1` before `1.5`, `雨` before `雨 2`. */
function compareLists<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const order = compare(a[at]!, b[at]!)
    if (order !== 0) return order
  }
  return a.length - b.length
}

const compareDigits = (a: string, b: string) => a.length - b.length || byCodeUnits(a, b)

function compareParts(a: Part, b: Part): number {
  if (a.kind !== b.kind) return kinds.indexOf(a.kind) - kinds.indexOf(b.kind)
  if (a.kind === 'number') return compareLists(a.number, b.number, compareDigits)
  return a.text === b.text ? 0 : byText.compare(a.text, b.text)
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Equal keys are ordered by code units, so that the order is deterministic. */
function compareKeys(a: Key, b: Key): number {
  return (
    compareLists(a.parts, b.parts, compareParts) ||
    byText.compare(a.extension, b.extension) ||
    byCodeUnits(a.name, b.name)
  )
}

/**
 * Sorts by name in natural order: `2.mp3` before `10.mp3` in any notation of numbers; prologues before chapters, then
 * epilogues and extras.
 */
export function naturallySorted<T>(things: readonly T[], nameOf: (thing: T) => string): T[] {
  const keys = keysOf(things.map(nameOf))
  return things
    .map((thing) => ({ thing, key: keys.get(nameOf(thing))! }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ thing }) => thing)
}

/** Sorts paths separated by `/` in tree order: in each folder, folders before files. */
export function sortedAsTree<T>(things: readonly T[], pathOf: (thing: T) => string): T[] {
  const listed = things.map((thing) => ({ thing, steps: stepsOf(pathOf(thing)) }))
  const names = new Map<string, Set<string>>()
  for (const { folder, name } of listed.flatMap(({ steps }) => steps)) {
    names.getOrInsertComputed(folder, () => new Set()).add(name)
  }
  const keys = new Map(Array.from(names, ([folder, inFolder]) => [folder, keysOf(inFolder)]))
  const keyAt = ({ folder, name }: Step) => keys.get(folder)!.get(name)!
  return listed
    .sort((a, b) =>
      compareLists(a.steps, b.steps, (one, other) =>
        one.isFile === other.isFile ? compareKeys(keyAt(one), keyAt(other)) : Number(one.isFile) - Number(other.isFile),
      ),
    )
    .map(({ thing }) => thing)
}

type Step = { folder: string; name: string; isFile: boolean }

function stepsOf(path: string): Step[] {
  const names = path.split('/')
  return names.map((name, at) => ({ folder: names.slice(0, at).join('/'), name, isFile: at === names.length - 1 }))
}
