import * as z from 'zod/mini'

/**
 * Maximum page size of a list. Clients of this family request 999: larger values count as this, and the answer states
 * the actual size.
 */
export const MAX_PAGE_SIZE = 500

/**
 * A schema that accepts more than its type says: our own clients send typed values, while others send digits as text,
 * or an empty or null value for an omitted one.
 */
export type Lenient<In, Out = In> = z.ZodMiniDefault<z.ZodMiniType<Out, In>>

/** Treats an empty query parameter (`?page=`) as omitted. */
function blankAsMissing(value: unknown): unknown {
  return value === '' || value === null ? undefined : value
}

function integerText(value: unknown): unknown {
  const present = blankAsMissing(value)
  return typeof present === 'string' && /^[+-]?\d{1,15}$/.test(present.trim()) ? Number(present) : present
}

/** An integer, sent as a JSON number or as digits, with a default. */
export function integerBetween(minimum: number, maximum: number, fallback: number): Lenient<number> {
  return lenient(integerText, z._default(boundedInteger(minimum, maximum), fallback))
}

/** A page size; anything above `maximum` counts as `maximum`, however many digits it has. */
export function pageSizeUpTo(maximum: number): Lenient<number> {
  const size = described(boundedInteger(1, maximum), { description: `More than ${maximum} counts as ${maximum}.` })
  return lenient(
    (value) => {
      const isWhole = typeof value === 'string' && /^\+?\d+$/.test(value.trim())
      if (isWhole) return Math.min(Number(value), maximum)
      const asked = blankAsMissing(value)
      return typeof asked === 'number' && Number.isInteger(asked) ? Math.min(asked, maximum) : asked
    },
    z._default(size, Math.min(20, maximum)),
  )
}

function boundedInteger(minimum: number, maximum: number) {
  const error = `Must be a whole number from ${minimum} to ${maximum}`
  return z.int(error).check(z.minimum(minimum, error), z.maximum(maximum, error))
}

/** Validates the result of `read` with `schema`, which supplies the default for an omitted value. */
export function lenient<In, Out>(
  read: (value: unknown) => unknown,
  schema: z.ZodMiniDefault<z.ZodMiniType<Out, In>>,
): Lenient<In, Out> {
  return z.pipe(z.transform(read), schema) as unknown as Lenient<In, Out>
}

/** Flags arrive as 0 or 1, "0" or "1", true or false, "true" or "false"; the result is always 0 or 1. */
export const Flag = flag(0)
export type Flag = 0 | 1

/** A flag that defaults to `fallback`. */
export function flag(fallback: Flag): Lenient<Flag | boolean, Flag> {
  return lenient(
    (value) => {
      const present = blankAsMissing(value)
      if (present === true || present === 'true' || present === '1') return 1
      if (present === false || present === 'false' || present === '0') return 0
      return present
    },
    z._default(z.literal([0, 1], 'Must be 0 or 1'), fallback),
  )
}

/** One of `values`; `aliases` are other servers' names for some of them. */
export function choice<const T extends readonly [string, ...string[]]>(
  values: T,
  fallback: T[number],
  aliases: Readonly<Record<string, T[number]>> = {},
): Lenient<T[number]> {
  return lenient(
    (value) => {
      const present = blankAsMissing(value)
      return typeof present === 'string' && Object.hasOwn(aliases, present) ? aliases[present] : present
    },
    z._default(z.enum(values), fallback as never),
  )
}

/** The id of a circle or a tag in a path. */
export const RecordId = z.pipe(z.transform(integerText), boundedInteger(1, 2_147_483_647))

export const PageNumber = integerBetween(1, 1_000_000, 1)
export const PageSize = pageSizeUpTo(MAX_PAGE_SIZE)
/** The seed of the random order. Clients send 0 to 100; any 31-bit number works. */
export const Seed = integerBetween(0, 2_147_483_647, 7)

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** In any case. */
export const Uuid = z.string('Must be a UUID').check(z.regex(UUID, 'Must be a UUID'))

/** Replaces NUL, which PostgreSQL cannot store, by a space. Must be the first check. */
export const withoutNul = z.overwrite<string>((text) => text.replaceAll('\0', ' '))

/** Clients of this family disagree on `page` or `currentPage`, so both are always present. */
export const Pagination = z.object({
  currentPage: z.int(),
  page: z.int(),
  pageSize: z.int(),
  totalCount: z.int(),
})
export type Pagination = z.infer<typeof Pagination>

/** `YYYY-MM-DD` */
export const DateText = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** Adds reference documentation to a schema whose shape cannot be derived from its code. */
/* @__NO_SIDE_EFFECTS__: the browser needs no reference */
export function described<S extends z.ZodMiniType>(schema: S, jsonSchema: Record<string, unknown>): S {
  z.globalRegistry.add(schema, jsonSchema)
  return schema
}

const workRefError = 'Must be a work id or a code such as RJ01234567'
/** A work in a body or a query: its id or its code. */
export const WorkRef = described(
  z.custom<number | string>((value) => typeof value === 'string' || Number.isInteger(value), workRefError),
  { type: ['integer', 'string'] },
)
