import {
  decodeText,
  fileFormat,
  guessLanguage,
  parseSubtitleFile,
  SubtitleError,
  type Cue,
  type TextEncoding,
} from '@otodana/subtitles'

/** Of a longer file the beginning is shown: a novel of 300,000 characters, and as much as a phone lays out at once. */
export const MAX_TEXT_BYTES = 1024 * 1024

/** What an encoding can be set to where it was not recognised. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'] as const
export type Encoding = (typeof encodings)[number] & TextEncoding

/** Lines that are laid out together, and only when they come into sight. */
const BLOCK_LINES = 200

export type ReadText = {
  /** The text in parts of so many lines. */
  blocks: readonly string[]
  /** The file goes on. */
  isCut: boolean
  /** Nothing is in it but white space. */
  isEmpty: boolean
}

/**
 * @param bytes  the file's, or its first `MAX_TEXT_BYTES` and at least one more
 * @param encoding  null: as recognised
 */
export function readText(bytes: Uint8Array, encoding: Encoding | null): ReadText {
  const isCut = bytes.length > MAX_TEXT_BYTES
  const head = bytes.subarray(0, MAX_TEXT_BYTES)
  const text = encoding === null ? decodeText(head) : new TextDecoder(encoding).decode(head)
  // The cut may go through a character.
  const lines = (isCut ? text.replace(/�+$/, '') : text).split(/\r\n?|\n/)
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += BLOCK_LINES) blocks.push(lines.slice(at, at + BLOCK_LINES).join('\n'))
  return { blocks, isCut, isEmpty: !isCut && lines.every((line) => line.trim() === '') }
}

export type ReadLines = { cues: readonly Cue[]; language: string | null }

/**
 * The lines of a subtitle; `broken` when not one in it has a time. Null when it is none or is too large: then it is a text
 * like any other.
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
