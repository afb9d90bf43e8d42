import { parseWorkCode, type WorkIdentity } from './work-code.ts'
import { isCodelessId, isWorkId, sourceOfId, workIdOf, type WorkPrefix } from './work-number.ts'

/** Maximum length of a reference, longer than any padding in use. */
const MAX_REF_LENGTH = 32

/** A prefix with fewer than six digits, as in links made of a prefix and a bare id: `RJ4711`. */
const SHORT_CODE = /^(RJ|VJ|BJ)(\d{1,5})$/i

/** Returns the id of a code in any case or width; null if the string is not a code. */
export function codeToId(code: string): number | null {
  return parseWorkCode(code)?.id ?? null
}

/**
 * Parses a work reference as paths of the API and the site contain it: an id in digits, zero-padded or not (`243448`,
 * `00243448`), or a code in any case (`RJ243448`, `vj010203`), padded or not (`RJ4711` is `RJ004711`).
 *
 * @returns the work's id, or null
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
 * Returns the conventional spelling of a work's code: six digits below 1,000,000, otherwise eight; for a work without a
 * code its id.
 *
 * @throws {RangeError} `id` is not a work id
 */
export function canonicalCode(id: number): string {
  if (isCodelessId(id)) return String(id)
  const source = sourceOfId(id)
  if (!source) throw new RangeError(`${id} is not a work id`)
  const width = source.number < 1_000_000 ? 6 : 8
  return source.prefix + String(source.number).padStart(width, '0')
}

/** Returns the identity of a work by its code, or by the id of a work without one; null for any other text. */
export function parseWorkIdentity(text: string): WorkIdentity | null {
  if (/^3\d{8}$/.test(text)) return { id: Number(text), code: text }
  const found = parseWorkCode(text)
  return found && { id: found.id, code: found.code }
}

function idOrNull(id: number): number | null {
  return isWorkId(id) ? id : null
}
