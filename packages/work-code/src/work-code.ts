import { workIdOf, type WorkPrefix } from './work-number.ts'

/** A storefront code: two letters and 6–8 digits. */
export type WorkCode = {
  prefix: WorkPrefix
  /** The 6–8 digits as written, in ASCII, leading zeros kept. */
  digits: string
  /** `prefix` and `digits` together, e.g. `RJ01234567`. */
  code: string
  /** The work's id; two spellings of one code (`RJ123456`, `RJ00123456`) share it. */
  id: number
}

/** A stretch of a string in UTF-16 code units, as `slice(start, end)` takes them. */
export type TextRange = { start: number; end: number }

/** A code as it was first spelled in a text, with every place where it stands. */
export type FoundWorkCode = WorkCode & { ranges: TextRange[] }

// The full-width forms are written out instead of normalising the text first: NFKC changes lengths, so positions would be
// lost, and it reads superscripts as digits, so a footnote mark would become part of the code.
const ANYWHERE = /([RVBrvbＲＶＢｒｖｂ])[JjＪｊ]([0-9０-９]{6,8})(?![0-9０-９])/g
const WHOLE = /^([RVBrvbＲＶＢｒｖｂ])[JjＪｊ]([0-9０-９]{6,8})$/

/**
 * Finds the first work code in any text, such as a folder name: any case, full-width or not, whatever stands around it.
 * A ninth digit makes it no code, and so does the number zero.
 */
export function findWorkCode(text: string): WorkCode | null {
  for (const match of text.matchAll(ANYWHERE)) {
    const found = toWorkCode(match)
    if (found) return found
  }
  return null
}

/**
 * Finds every work code in a text, in order of first appearance and once per work id. `ranges` holds all places of one
 * work, later spellings included, so that each can be highlighted. Takes time proportional to the text.
 */
export function findWorkCodes(text: string): FoundWorkCode[] {
  const byId = new Map<number, FoundWorkCode>()
  for (const match of text.matchAll(ANYWHERE)) {
    const found = toWorkCode(match)
    if (!found) continue
    const range = { start: match.index, end: match.index + match[0].length }
    const earlier = byId.get(found.id)
    if (earlier) earlier.ranges.push(range)
    else byId.set(found.id, { ...found, ranges: [range] })
  }
  return [...byId.values()]
}

/** Reads a string that is one work code and nothing else; null for anything else, surrounding spaces included. */
export function parseWorkCode(text: string): WorkCode | null {
  const match = WHOLE.exec(text)
  return match && toWorkCode(match)
}

function toWorkCode(match: RegExpMatchArray): WorkCode | null {
  const [, letter = '', written = ''] = match
  const prefix = `${letter.normalize('NFKC').toUpperCase()}J` as WorkPrefix
  const digits = written.normalize('NFKC')
  const number = Number(digits)
  if (number < 1) return null
  return { prefix, digits, code: prefix + digits, id: workIdOf(prefix, number) }
}
