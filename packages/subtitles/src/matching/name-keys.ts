import { withoutAudioExtension, withoutSubtitleExtension } from './extensions.ts'
import { withoutLanguageMark } from './language-mark.ts'

/** In characters; no file system allows longer names. */
const LONGEST_NAME = 255
/** ① to ⒛, ⓪, ⓿ and similar: NFKC would merge them with adjacent digits. */
const ENCLOSED = /[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]/gu
const BLACK_CIRCLES = 0x2776

/** Replaces circled and bracketed numbers by digits with spaces around them: `③` → ` 3 `. */
export function withPlainNumbers(text: string): string {
  return text.replace(ENCLOSED, (sign) => {
    const code = sign.codePointAt(0)!
    const number = code >= BLACK_CIRCLES ? String(((code - BLACK_CIRCLES) % 10) + 1) : sign.normalize('NFKC')
    return ` ${number.replace(/\D/g, '')} `
  })
}

/** Equal for names that differ only in case, width and white space. */
export function exactKey(name: string): string {
  return name.slice(0, LONGEST_NAME).normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** Equal for names with the same letters and digits: `01_雨` and `01「雨」`, but not `1-1` and `11`. */
export function looseKey(name: string): string {
  const text = withPlainNumbers(name.slice(0, LONGEST_NAME)).normalize('NFKC').toLowerCase()
  const key = text
    .replace(/(\p{Number})[^\p{Letter}\p{Number}]+(?=\p{Number})/gu, '$1-')
    .replace(/[^\p{Letter}\p{Number}-]/gu, '')
    .replace(/(^|\P{Number})-+/gu, '$1')
    .replace(/-+(?=\P{Number}|$)/gu, '')
  // Names without letters and digits are either equal or not.
  return key === '' ? `/${exactKey(name)}` : key
}

export type SubtitleName = {
  /** Possible names of its audio, most likely first, with or without the audio's extension. */
  names: readonly string[]
  /** Without extensions and language marks. */
  stem: string
  /** The language marks; equal for subtitles of one language. */
  mark: string
}

/** Parses a subtitle's name: `01.mp3.zh.vtt` may belong to `01.mp3.zh`, `01.mp3` or `01`. */
export function readSubtitleName(fileName: string): SubtitleName {
  const whole = withoutSubtitleExtension(fileName.slice(-LONGEST_NAME))
  const names = [whole, withoutAudioExtension(whole)]
  const first = withoutLanguageMark(whole)
  const second = withoutLanguageMark(withoutAudioExtension(first.name))
  // The signs before a mark may be part of the name: `01_.zh`.
  if (whole.endsWith(first.mark)) names.push(whole.slice(0, whole.length - first.mark.length))
  names.push(first.name, withoutAudioExtension(first.name), second.name)
  return { names: [...new Set(names)], stem: second.name, mark: exactKey(first.mark + second.mark) }
}
