/** Tags used in subtitles: `<i>`, `</v>`, `<c.yellow>`, `<00:01.500>`; `<3` and `a < b` are not tags. */
const TAG = /<\/?[a-z][^<>]*>|<\d[\d:.,]*>/gi
/** Ruby text, which would otherwise merge with its base character. */
const RUBY = /<rt>([^<]*)/gi
/** Advanced SubStation override tags, which SubRip files use for positions. */
const OVERRIDE = /\{\\[^{}]*\}/g
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
}

/** Returns the words of a cue without markup. */
export function plainText(text: string): string {
  const words = text.replace(RUBY, '（$1）').replace(TAG, '').replace(OVERRIDE, '')
  return words.includes('&') ? words.replace(ENTITY, decodeEntity) : words
}

function decodeEntity(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) {
    const lower = name.toLowerCase()
    return Object.hasOwn(entities, lower) ? entities[lower]! : whole
  }
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : whole
}
