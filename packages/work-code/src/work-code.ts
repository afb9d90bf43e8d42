import { workIdOf, type WorkPrefix } from './work-number.ts'

/** A storefront's work code: two letters and 6–8 digits. */
export type WorkCode = {
  prefix: WorkPrefix
  /** The 6–8 digits as written, in ASCII, with leading zeros. */
  digits: string
  /** `prefix` and `digits` together, such as `RJ01234567`. */
  code: string
  /** The work's id, shared by both spellings of one code (`RJ123456`, `RJ00123456`). */
  id: number
}

/** What identifies a work: its id and its code or, for a work without one, the id as text. */
export type WorkIdentity = Pick<WorkCode, 'id' | 'code'>

const WHOLE = /^([RVBrvbＲＶＢｒｖｂ])[JjＪｊ]([0-9０-９]{6,8})$/

/** Parses a string that is exactly one work code; null for anything else, including surrounding spaces. */
export function parseWorkCode(text: string): WorkCode | null {
  const match = WHOLE.exec(text)
  return match && toWorkCode(match)
}

/** The code that a match of the letter and the digits spells; null for the number zero. */
export function toWorkCode(match: RegExpMatchArray): WorkCode | null {
  const [, letter = '', written = ''] = match
  const prefix = `${letter.normalize('NFKC').toUpperCase()}J` as WorkPrefix
  const digits = written.normalize('NFKC')
  const number = Number(digits)
  if (number < 1) return null
  return { prefix, digits, code: prefix + digits, id: workIdOf(prefix, number) }
}
