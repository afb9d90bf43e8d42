/**
 * Validates external data (URLs, stored values) in a few lines, where a schema library would add 8 kB to every first
 * load.
 *
 * @returns the value, or undefined if invalid
 */
export type Reader<T> = (value: unknown) => T | undefined

/** The type of a reader's valid values. */
export type Read<R> = R extends Reader<infer T> ? Exclude<T, undefined> : never

export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

/** In UTF-16 code units. */
export function text(maxLength = Infinity, pattern?: RegExp): Reader<string> {
  return (value) =>
    typeof value === 'string' && value.length <= maxLength && (pattern?.test(value) ?? true) ? value : undefined
}

export function number(min = -Infinity, max = Infinity): Reader<number> {
  return (value) =>
    typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max ? value : undefined
}

export function wholeNumber(min?: number, max?: number): Reader<number> {
  const read = number(min, max)
  return (value) => (Number.isSafeInteger(value) ? read(value) : undefined)
}

export function oneOf<const T extends string | number>(values: readonly T[]): Reader<T> {
  return (value) => values.find((known) => known === value)
}

export function orNull<T>(read: Reader<T>): Reader<T | null> {
  return (value) => (value === null ? null : read(value))
}

/** One invalid item invalidates the list. */
export function listOf<T>(read: Reader<T>, maxLength = Infinity): Reader<T[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > maxLength) return undefined
    const items = value.map(read)
    return items.includes(undefined) ? undefined : (items as T[])
  }
}

type Readers = Record<string, Reader<unknown>>
type Values<R extends Readers> = { [Name in keyof R]: Read<R[Name]> }
type Optional<R extends Readers> = { [Name in keyof R]?: Read<R[Name]> | undefined }

/**
 * @param required  a missing or invalid one invalidates the object
 * @param optional  invalid ones are dropped
 */
export function objectOf<R extends Readers>(required: R): Reader<Values<R>>
export function objectOf<R extends Readers, O extends Readers>(
  required: R,
  optional: O,
): Reader<Values<R> & Optional<O>>
export function objectOf(required: Readers, optional: Readers = {}): Reader<Record<string, unknown>> {
  return (value) => {
    if (!isObject(value)) return undefined
    const result: Record<string, unknown> = {}
    for (const [name, read] of Object.entries({ ...optional, ...required })) {
      const found = read(Object.hasOwn(value, name) ? value[name] : undefined)
      if (found !== undefined) result[name] = found
      else if (Object.hasOwn(required, name)) return undefined
    }
    return result
  }
}

/** A record with any keys; one invalid value invalidates it. */
export function recordOf<T>(read: Reader<T>): Reader<Record<string, T>> {
  return (value) => {
    if (!isObject(value)) return undefined
    const entries = Object.entries(value).map(([name, item]) => [name, read(item)] as const)
    return entries.some(([, item]) => item === undefined)
      ? undefined
      : (Object.fromEntries(entries) as Record<string, T>)
  }
}

/** Parses JSON; undefined if invalid. */
export function fromJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
