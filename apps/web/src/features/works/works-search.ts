import {
  displayModes,
  pageSizes,
  sortOptions,
  type DisplayMode,
  type Settings,
  type SortOption,
} from '#features/settings/index.ts'
import { oneOf, text } from '#lib/readers.ts'
import { stringifySearch } from '#lib/navigation/search-params.ts'

const RANDOM = /^random(?:-\d{1,2})?$/

export const searchDefaults = { page: 1, pageSize: 20, displayMode: 'detail', sortOption: 'create_date' } as const

/** The library's URL parameters. */
export type WorksSearch = {
  /** As it was asked for, even if there is more of it than is searched; white space alone is no search. */
  keyword?: string | undefined
  page: number
  pageSize: number
  displayMode: DisplayMode
  sortOption: string
  /** Only works with subtitles. Holds where the filter is offered. */
  subtitle?: 1 | undefined
  /** Old addresses name a circle, a tag or a voice actor by its id. They are led on to the search for its name. */
  circleId?: string | undefined
  tagId?: string | undefined
  vaId?: string | undefined
}

const readPage = text(6, /^[1-9]\d*$/)
const readDisplayMode = oneOf(displayModes)
const readId = text(64)

/** Reads them; whatever is wrong counts as left out. */
export function worksSearch(search: Partial<Record<keyof WorksSearch, unknown>>): WorksSearch {
  const { keyword, displayMode, sortOption } = search
  const pageSize = asText(search.pageSize)
  return {
    keyword: (typeof keyword === 'string' && keyword.trim()) || undefined,
    page: Number(readPage(asText(search.page)) ?? searchDefaults.page),
    pageSize: pageSizes.find((size) => String(size) === pageSize) ?? searchDefaults.pageSize,
    displayMode: readDisplayMode(displayMode) ?? searchDefaults.displayMode,
    sortOption: typeof sortOption === 'string' && sortName(sortOption) ? sortOption : searchDefaults.sortOption,
    subtitle: asText(search.subtitle) === '1' ? 1 : undefined,
    circleId: readId(asText(search.circleId)),
    tagId: readId(asText(search.tagId)),
    vaId: readId(asText(search.vaId)),
  }
}

/** Values come as text from the address bar and as numbers from links. */
function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}

/** Which of the offered sorts a URL's value is; undefined when none. */
export function sortName(text: string): SortOption | undefined {
  if (RANDOM.test(text)) return 'random'
  return sortOptions.find((option) => option === text)
}

/** What this device has chosen for lists that say nothing of it. */
export type ListChoice = Pick<Settings, 'displayMode' | 'pageSize' | 'sortOption'>

/**
 * The address of the library, or of another list of works. Defaults are left out, so that one screen has one address;
 * but not where this device has chosen something else, which would come in their place.
 */
export function worksHref(search: Partial<WorksSearch>, path = '/works', chosen: ListChoice = searchDefaults): string {
  return path + stringifySearch(withoutDefaults(search, chosen))
}

/** What a form must carry along so that it changes nothing but its own fields. */
export function carriedFields(
  search: Partial<Record<keyof WorksSearch, unknown>>,
  chosen: ListChoice,
): [name: string, value: string][] {
  return Object.entries(withoutDefaults(search, chosen)).map(([name, value]) => [name, String(value)])
}

/** What an address says: see `worksHref`. */
export function withoutDefaults<S extends Partial<Record<keyof WorksSearch, unknown>>>(
  search: S,
  chosen: Record<string, unknown>,
): S {
  const defaults: Record<string, unknown> = searchDefaults
  const others: Record<string, unknown> = { ...searchDefaults, ...chosen }
  return Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) =>
        value !== undefined && value !== '' && !(value === defaults[name] && defaults[name] === others[name]),
    ),
  ) as S
}

/** Whether an address names a circle, a tag or a voice actor by its id, as old ones do. */
export function hasLegacyIds({ circleId, tagId, vaId }: WorksSearch): boolean {
  return circleId !== undefined || tagId !== undefined || vaId !== undefined
}
