// oxlint-disable no-control-regex -- control characters are what this file removes

/** Overrides, embeddings and isolates: they turn the order in which a name, and what stands beside it, is read. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * One line: no control characters, those of direction included, or broken surrogates (PostgreSQL refuses NUL), NFC, single
 * spaces.
 */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(BIDI_CONTROLS, '')
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
}

/** Several lines: like `cleanLine`, but line breaks (as `\n`) and tabs stay. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
}

/** The first `length` UTF-16 units, without half a character at the end. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const isSplit = /[\ud800-\udbff]/.test(text[length - 1] ?? '')
  return text.slice(0, isSplit ? length - 1 : length)
}
