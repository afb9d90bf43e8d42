import {
  decodeText,
  fileFormat,
  guessLanguage,
  parseSubtitleFile,
  SubtitleError,
  type Cue,
  type TextEncoding,
} from '@otodana/subtitles'

/** Longer files are truncated: a novel of 300,000 characters, and as much as a phone can lay out at once. */
export const MAX_TEXT_BYTES = 1024 * 1024

/** Selectable encodings, in case detection fails. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'] as const
export type Encoding = (typeof encodings)[number] & TextEncoding

/** Lines laid out together, when they come into view. */
const BLOCK_LINES = 200

export type ReadText = {
  /** The text in blocks of lines. */
  blocks: readonly string[]
  /** The file continues. */
  isCut: boolean
  /** Only white space. */
  isEmpty: boolean
}

/**
 * @param bytes  the file's, or its first `MAX_TEXT_BYTES` and at least one more
 * @param encoding  null: detect it
 */
export function readText(bytes: Uint8Array, encoding: Encoding | null): ReadText {
  const isCut = bytes.length > MAX_TEXT_BYTES
  const head = bytes.subarray(0, MAX_TEXT_BYTES)
  const text = encoding === null ? decodeText(head) : new TextDecoder(encoding).decode(head)
  // Truncation may split a character.
  const lines = (isCut ? text.replace(/�+$/, '') : text).split(/\r\n?|\n/)
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += BLOCK_LINES) blocks.push(lines.slice(at, at + BLOCK_LINES).join('\n'))
  return { blocks, isCut, isEmpty: !isCut && lines.every((line) => line.trim() === '') }
}

export type ReadLines = { cues: readonly Cue[]; language: string | null }

/**
 * Parses a subtitle's lines; `broken` if none has a time. Null if it is not a subtitle or too large: it is shown as
 * text.
 */
export function readLines(bytes: Uint8Array, name: string): ReadLines | 'broken' | null {
  if (fileFormat(name) === null || bytes.length > MAX_TEXT_BYTES) return null
  try {
    const cues = parseSubtitleFile(bytes, name)
    return { cues, language: guessLanguage(cues) }
  } catch (error) {
    if (error instanceof SubtitleError) return error.problem === 'noCues' ? 'broken' : null
    throw error
  }
}
