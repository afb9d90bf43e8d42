import { findWorkCodes, parseWorkCode } from '@otodana/work-code'

/** A stretch of a text that is a work code or is none. */
export type Piece = { text: string; isCode: boolean }

/** A text in pieces, of which together it is made. */
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

/** The codes of all works in a text, each work once, as they are written there. */
export function codesIn(text: string): string[] {
  return findWorkCodes(text).map(({ code }) => code)
}

const LIKE_A_CODE = /(^|[^a-zａ-ｚ])([rvbｒｖｂ][jｊ][\s_.-]?[0-9０-９]+)/gi

/** What begins as a code does and is none, each once: too short, too long, or with something between letters and digits. */
export function unreadIn(text: string): string[] {
  const found = [...text.matchAll(LIKE_A_CODE)].map(([, , written = '']) => written)
  return [...new Set(found.filter((written) => parseWorkCode(written) === null))]
}
