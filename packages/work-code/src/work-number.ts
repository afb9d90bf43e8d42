export type WorkPrefix = 'RJ' | 'VJ' | 'BJ'

/** A work's position in its storefront series: `number` is 1–99,999,999. */
export type WorkSource = { prefix: WorkPrefix; number: number }

/** The largest number a code can have: eight digits. */
const MAX_WORK_NUMBER = 99_999_999

/** Each series has a block of ids of this size, so that all ids fit into 32 bits. */
const BLOCK = MAX_WORK_NUMBER + 1

const PREFIXES: readonly WorkPrefix[] = ['RJ', 'VJ', 'BJ']

/** Works without a code have the ids from here on. */
export const FIRST_CODELESS_ID = PREFIXES.length * BLOCK
/** The largest work id. */
export const MAX_WORK_ID = FIRST_CODELESS_ID + BLOCK - 1

/**
 * Returns the id of a work: an RJ number unchanged, a VJ number + 100,000,000, a BJ number + 200,000,000.
 *
 * @throws {RangeError} `number` is not an integer from 1 to 99,999,999
 */
export function workIdOf(prefix: WorkPrefix, number: number): number {
  if (!Number.isInteger(number) || number < 1 || number > MAX_WORK_NUMBER) {
    throw new RangeError(`A work number is an integer from 1 to ${MAX_WORK_NUMBER}, not ${number}`)
  }
  return PREFIXES.indexOf(prefix) * BLOCK + number
}

/** Returns the series and number of a work id; null if it is not one, or that of a work without a code. */
export function sourceOfId(id: number): WorkSource | null {
  if (!Number.isInteger(id) || id < 1) return null
  const prefix = PREFIXES[Math.floor(id / BLOCK)]
  const number = id % BLOCK
  return prefix && number > 0 ? { prefix, number } : null
}

/** Whether an id is that of a work without a code: 300,000,000–399,999,999. */
export function isCodelessId(id: number): boolean {
  return Number.isInteger(id) && id >= FIRST_CODELESS_ID && id <= MAX_WORK_ID
}

/** Whether a number is a work id: an integer, 1–399,999,999, except 100,000,000 and 200,000,000 (number zero). */
export function isWorkId(id: number): boolean {
  return sourceOfId(id) !== null || isCodelessId(id)
}
