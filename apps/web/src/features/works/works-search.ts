import { type WorkOrder, type WorksQuery } from '@otodana/contract'
import * as z from 'zod/mini'

import { stringifySearch } from '#lib/search-params.ts'

export const pageSizes = [20, 40, 60, 80, 100] as const
export const displayModes = ['compact', 'detail', 'list'] as const
export type DisplayMode = (typeof displayModes)[number]

/**
 * Every sort by its name in the URL. Random is `random` or `random-{seed}`, 0 to 99. `rating` lists what the visitor
 * has rated, so it is offered to members.
 */
export const sortOptions = [
  'create_date',
  'release',
  'release-asc',
  'dl_count',
  'price',
  'price-asc',
  'rating',
  'rate_average_2dp',
  'review_count',
  'id',
  'id-asc',
  'nsfw-asc',
  'random',
] as const
export type SortOption = (typeof sortOptions)[number]

const RANDOM = /^random(?:-(\d{1,2}))?$/
const DEFAULT_SEED = 7
const SEEDS = 100

const PageText = z.string().check(z.regex(/^[1-9]\d{0,5}$/))

export const searchDefaults = { page: 1, pageSize: 20, displayMode: 'detail', sortOption: 'create_date' } as const

const IdText = textOf(z.string().check(z.maxLength(64)))

/** The library's URL parameters; whatever is wrong counts as left out. */
export const WorksSearch = z.object({
  /** As it was asked for, even if there is more of it than is searched; white space alone is no search. */
  keyword: z.catch(
    z.optional(
      z.pipe(
        z.string(),
        z.transform((text) => text.trim() || undefined),
      ),
    ),
    undefined,
  ),
  page: z.catch(z.pipe(textOf(PageText), z.transform(Number)), searchDefaults.page),
  pageSize: z.catch(
    z.pipe(textOf(z.enum(pageSizes.map(String) as [string, ...string[]])), z.transform(Number)),
    searchDefaults.pageSize,
  ),
  displayMode: z.catch(z.enum(displayModes), searchDefaults.displayMode),
  sortOption: z.catch(z.string().check(z.refine((text) => sortName(text) !== undefined)), searchDefaults.sortOption),
  /** Only works with subtitles. Holds where the filter is offered. */
  subtitle: z.catch(
    z.optional(
      z.pipe(
        textOf(z.literal('1')),
        z.transform(() => 1 as const),
      ),
    ),
    undefined,
  ),
  /** Old addresses name a circle, a tag or a voice actor by its id. They are led on to the search for its name. */
  circleId: z.catch(z.optional(IdText), undefined),
  tagId: z.catch(z.optional(IdText), undefined),
  vaId: z.catch(z.optional(IdText), undefined),
})
export type WorksSearch = z.output<typeof WorksSearch>

/** Values come as text from the address bar and as numbers from links. */
function textOf<S extends z.ZodMiniType<string, string>>(schema: S) {
  return z.pipe(
    z.transform((value: unknown) => (typeof value === 'number' ? String(value) : (value as string))),
    schema,
  )
}

/** Which of the offered sorts a URL's value is; undefined when none. */
export function sortName(text: string): SortOption | undefined {
  if (RANDOM.test(text)) return 'random'
  return sortOptions.find((option) => option === text)
}

type WorksQueryPart = Pick<WorksQuery, 'order' | 'sort' | 'page' | 'pageSize'> & { seed?: number }

/** What the API is asked for a screen, but for what is searched. */
export function worksQueryOf({ page, pageSize, sortOption }: WorksSearch): WorksQueryPart {
  const random = RANDOM.exec(sortOption)
  const [order = '', sort] = random ? ['random'] : sortOption.split('-')
  return {
    order: order as WorkOrder,
    sort: sort === 'asc' ? 'asc' : 'desc',
    page,
    pageSize,
    ...(random ? { seed: Number(random[1] ?? DEFAULT_SEED) } : {}),
  }
}

/** Some random order. */
export function anyShuffle(random: () => number): string {
  return `random-${Math.floor(random() * SEEDS)}`
}

/** Another random order than `sortOption`'s; each comes up once in a hundred times. */
export function nextShuffle(sortOption: string): string {
  const seed = Number(RANDOM.exec(sortOption)?.[1] ?? DEFAULT_SEED)
  return `random-${(seed + 37) % SEEDS}`
}

/** The library's URL; defaults are left out, so that one screen has one address. */
export function worksHref(search: Partial<WorksSearch>): string {
  return `/works${stringifySearch(withoutDefaults(search))}`
}

/** What a form must carry along so that it changes nothing but its own fields. */
export function carriedFields(search: Partial<Record<keyof WorksSearch, unknown>>): [name: string, value: string][] {
  return Object.entries(withoutDefaults(search)).map(([name, value]) => [name, String(value)])
}

function withoutDefaults(search: Partial<Record<keyof WorksSearch, unknown>>): Record<string, unknown> {
  const defaults: Record<string, unknown> = searchDefaults
  return Object.fromEntries(
    Object.entries(search).filter(([name, value]) => value !== undefined && value !== '' && value !== defaults[name]),
  )
}

/** Whether an address names a circle, a tag or a voice actor by its id, as old ones do. */
export function hasLegacyIds({ circleId, tagId, vaId }: WorksSearch): boolean {
  return circleId !== undefined || tagId !== undefined || vaId !== undefined
}
