export type WorkPrefix = 'RJ' | 'VJ' | 'BJ'

/** A work's place in its storefront series: `number` is 1–99,999,999. */
export type WorkSource = { prefix: WorkPrefix; number: number }

/** The largest number a code can hold: eight digits. */
export const MAX_WORK_NUMBER = 99_999_999

/** Ids of one series follow each other in a block of this size, so that all of them fit 32 bits. */
const BLOCK = MAX_WORK_NUMBER + 1

const PREFIXES: readonly WorkPrefix[] = ['RJ', 'VJ', 'BJ']

/** The largest work id, that of `BJ99999999`. */
export const MAX_WORK_ID = PREFIXES.length * BLOCK - 1

/**
 * The id of a work: an RJ number as it is, a VJ number + 100,000,000, a BJ number + 200,000,000.
 *
 * @throws {RangeError} when `number` is not a whole number from 1 to 99,999,999
 */
export function workIdOf(prefix: WorkPrefix, number: number): number {
  if (!Number.isInteger(number) || number < 1 || number > MAX_WORK_NUMBER) {
    throw new RangeError(`A work number is a whole number from 1 to ${MAX_WORK_NUMBER}, not ${number}`)
  }
  return PREFIXES.indexOf(prefix) * BLOCK + number
}

/** The series and number behind a work id; null for what `isWorkId` refuses. */
export function sourceOfId(id: number): WorkSource | null {
  if (!Number.isInteger(id) || id < 1) return null
  const prefix = PREFIXES[Math.floor(id / BLOCK)]
  const number = id % BLOCK
  return prefix && number > 0 ? { prefix, number } : null
}

/** Whether a number is a work id: whole, 1–299,999,999, and not a bare 100,000,000 or 200,000,000 (number zero). */
export function isWorkId(id: number): boolean {
  return sourceOfId(id) !== null
}
