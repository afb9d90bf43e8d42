import { toWorkCode, type WorkCode } from './work-code.ts'

/** A range of a string in UTF-16 code units, as in `slice(start, end)`. */
export type TextRange = { start: number; end: number }

/** A code as first spelled in a text, with the ranges of all its occurrences. */
export type FoundWorkCode = WorkCode & { ranges: TextRange[] }

// The full-width forms are listed because normalising the text first would not do: NFKC changes lengths, which shifts
// the ranges, and reads superscripts as digits, so that a footnote mark would become part of the code.
const ANYWHERE = /([RVBrvbＲＶＢｒｖｂ])[JjＪｊ]([0-9０-９]{6,8})(?![0-9０-９])/g

/**
 * Returns the first work code in a text such as a folder name, in any case and width. Nine digits are no code, nor is
 * the number zero.
 */
export function findWorkCode(text: string): WorkCode | null {
  for (const match of text.matchAll(ANYWHERE)) {
    const found = toWorkCode(match)
    if (found) return found
  }
  return null
}

/**
 * Returns every work code in a text, in order of first appearance, once per work. `ranges` holds all occurrences of the
 * work, including other spellings, for highlighting. Takes linear time.
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
