import { findWorkCodes, parseWorkCode } from '@otodana/work-code'

/** A piece of a text: a work code or anything else. */
export type Piece = { text: string; isCode: boolean }

/** Splits a text into pieces. */
export function piecesOf(text: string): Piece[] {
  const ranges = findWorkCodes(text)
    .flatMap((found) => found.ranges)
    .sort((a, b) => a.start - b.start)
  const pieces: Piece[] = []
  let at = 0
  for (const { start, end } of ranges) {
    if (start > at) pieces.push({ text: text.slice(at, start), isCode: false })
    pieces.push({ text: text.slice(start, end), isCode: true })
    at = end
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isCode: false })
  return pieces
}

/** Returns the codes in a text, each work once, as spelled there. */
export function codesIn(text: string): string[] {
  return findWorkCodes(text).map(({ code }) => code)
}

const LIKE_A_CODE = /(^|[^a-zａ-ｚ])([rvbｒｖｂ][jｊ][\s_.-]?[0-9０-９]+)/gi

/**
 * Returns what looks like a code but is invalid, without duplicates: too short, too long, or with something between
 * letters and digits.
 */
export function unreadIn(text: string): string[] {
  const found = [...text.matchAll(LIKE_A_CODE)].map(([, , written = '']) => written)
  return [...new Set(found.filter((written) => parseWorkCode(written) === null))]
}
