import { SubsonicError } from './subsonic-error.ts'

/** More values of one name are a mistake or an attack. */
export const MAX_VALUES = 5_000
const MAX_TEXT_LENGTH = 4_000

/** The parameters of a call, from its query or its form; any may be repeated. */
export type Parameters = {
  /** Returns the first value; null: missing or empty. */
  text(name: string): string | null
  /** @throws {SubsonicError} `missingParameter` */
  requiredText(name: string): string
  /** @throws {SubsonicError} more than `MAX_VALUES` */
  texts(name: string): string[]
  /**
   * Returns a whole number between the bounds: one outside counts as the nearest bound.
   *
   * @throws {SubsonicError} not a whole number
   */
  count(name: string, fallback: number, maximum: number): number
  /** @throws {SubsonicError} not a whole number */
  integer(name: string): number | null
  /** @throws {SubsonicError} one is not a whole number; more than `MAX_VALUES` */
  integers(name: string): number[]
  /** @throws {SubsonicError} neither `true` nor `false` */
  flag(name: string, fallback: boolean): boolean
}

export function createParameters(given: URLSearchParams): Parameters {
  function text(name: string): string | null {
    const value = given.get(name)
    if (value === null || value === '') return null
    if (value.length > MAX_TEXT_LENGTH) throw bad(name, `must be at most ${MAX_TEXT_LENGTH} characters`)
    return value
  }

  function texts(name: string): string[] {
    const values = given.getAll(name).filter((value) => value !== '')
    if (values.length > MAX_VALUES) throw bad(name, `must be given at most ${MAX_VALUES} times`)
    return values
  }

  function toInteger(name: string, value: string): number {
    if (!/^[+-]?\d{1,15}$/.test(value)) throw bad(name, 'must be a whole number')
    return Number(value)
  }

  function integer(name: string): number | null {
    const value = text(name)
    return value === null ? null : toInteger(name, value)
  }

  return {
    text,
    texts,
    requiredText(name) {
      const value = text(name)
      if (value === null) throw new SubsonicError('missingParameter', `The parameter "${name}" is missing.`)
      return value
    },
    count(name, fallback, maximum) {
      return Math.min(Math.max(integer(name) ?? fallback, 0), maximum)
    },
    integer,
    integers: (name) => texts(name).map((value) => toInteger(name, value)),
    flag(name, fallback) {
      const value = text(name)?.toLowerCase() ?? null
      if (value === null) return fallback
      if (value === 'true' || value === '1') return true
      if (value === 'false' || value === '0') return false
      throw bad(name, 'must be true or false')
    },
  }
}

function bad(name: string, what: string): SubsonicError {
  return new SubsonicError('generic', `The parameter "${name}" ${what}.`)
}
