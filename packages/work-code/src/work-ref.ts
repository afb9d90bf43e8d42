import { parseWorkCode } from './work-code.ts'
import { isWorkId, sourceOfId, workIdOf, type WorkPrefix } from './work-number.ts'

/** Longer than any padding in use; what is longer is refused before it is looked at. */
const MAX_REF_LENGTH = 32

/** Digits short of a code's six: what a link made of a prefix and a bare id holds, `RJ4711`. */
const SHORT_CODE = /^(RJ|VJ|BJ)(\d{1,5})$/i

/** The id of a code in any case or width; null when the string is not one code. */
export function codeToId(code: string): number | null {
  return parseWorkCode(code)?.id ?? null
}

/**
 * Reads a work as the paths of the API and the site name it: an id in digits, zero-padded or not (`243448`, `00243448`),
 * or a code in any case (`RJ243448`, `vj010203`), its padding left out or not (`RJ4711` is `RJ004711`).
 *
 * @returns the work's id, or null when the text names none
 */
export function parseWorkRef(text: string): number | null {
  if (text.length > MAX_REF_LENGTH) return null
  if (/^\d+$/.test(text)) return idOrNull(Number(text))
  const short = SHORT_CODE.exec(text)
  if (!short) return codeToId(text)
  const [, prefix = '', digits = ''] = short
  const number = Number(digits)
  return number > 0 ? workIdOf(prefix.toUpperCase() as WorkPrefix, number) : null
}

/**
 * The conventional spelling of a work's code: six digits below 1,000,000, otherwise eight.
 *
 * @throws {RangeError} when `id` is no work id
 */
export function canonicalCode(id: number): string {
  const source = sourceOfId(id)
  if (!source) throw new RangeError(`${id} is no work id`)
  const width = source.number < 1_000_000 ? 6 : 8
  return source.prefix + String(source.number).padStart(width, '0')
}

function idOrNull(id: number): number | null {
  return isWorkId(id) ? id : null
}
