// oxlint-disable no-control-regex -- control characters are what this file removes

/** Overrides, embeddings and isolates, which change the reading order of a name and its surroundings. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns a single line: without control characters (including those of direction) and lone surrogates (PostgreSQL
 * rejects NUL), in NFC, with single spaces.
 */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(BIDI_CONTROLS, '')
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
}

/**
 * Like `cleanLine`, but keeps line breaks (as `
 * `) and tabs.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
}

/** Returns the first `length` UTF-16 units, without splitting a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const isSplit = /[\ud800-\udbff]/.test(text[length - 1] ?? '')
  return text.slice(0, isSplit ? length - 1 : length)
}
