import * as z from 'zod/mini'

/** The largest page a list gives; larger ones are refused rather than silently cut. */
export const MAX_PAGE_SIZE = 500

/** A query parameter that is there but empty (`?page=`) counts as left out. */
function blankAsMissing(value: unknown): unknown {
  return value === '' || value === null ? undefined : value
}

function integerText(value: unknown): unknown {
  const present = blankAsMissing(value)
  return typeof present === 'string' && /^[+-]?\d{1,15}$/.test(present.trim()) ? Number(present) : present
}

/** A whole number that arrives as a JSON number or as a query's digits, with a default when it is left out. */
export function integerBetween(minimum: number, maximum: number, fallback: number) {
  const error = `Must be a whole number from ${minimum} to ${maximum}`
  const Bounded = z.int(error).check(z.minimum(minimum, error), z.maximum(maximum, error))
  return z.pipe(z.transform(integerText), z._default(Bounded, fallback))
}

/** Flags arrive as 0 or 1, "0" or "1", true or false, "true" or "false"; the type is always 0 or 1. */
export const Flag = z.pipe(
  z.transform((value: unknown) => {
    const present = blankAsMissing(value)
    if (present === true || present === 'true' || present === '1') return 1
    if (present === false || present === 'false' || present === '0') return 0
    return present
  }),
  z._default(z.union([z.literal(0), z.literal(1)]), 0),
)

export function choice<const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) {
  return z.pipe(z.transform(blankAsMissing), z._default(z.enum(values), fallback as never))
}

export const PageNumber = integerBetween(1, 1_000_000, 1)
export const PageSize = integerBetween(1, MAX_PAGE_SIZE, 20)
/** The seed of the random order. Clients send 0 to 100; any 31-bit number is a good seed. */
export const Seed = integerBetween(0, 2_147_483_647, 7)

/** Clients of this family disagree on `page` or `currentPage`: both are always there. */
export const Pagination = z.object({
  currentPage: z.int(),
  page: z.int(),
  pageSize: z.int(),
  totalCount: z.int(),
})
export type Pagination = z.infer<typeof Pagination>

/** `YYYY-MM-DD` */
export const DateText = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
