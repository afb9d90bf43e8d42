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

/** The library's search parameters. */
export type WorksSearch = {
  /** Kept as typed, even if it is longer than the maximum; white space alone is no search. */
  keyword?: string | undefined
  page: number
  pageSize: number
  displayMode: DisplayMode
  sortOption: string
  /** Only works with subtitles. Only applies where the filter is offered. */
  subtitle?: 1 | undefined
  /** Old URLs contain the id of a circle, a tag or a voice actor, and are redirected to a search for its name. */
  circleId?: string | undefined
  tagId?: string | undefined
  vaId?: string | undefined
}

const readPage = text(6, /^[1-9]\d*$/)
const readDisplayMode = oneOf(displayModes)
const readId = text(64)

/** Parses them; invalid values are ignored. */
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

/** Values are text in the address bar and numbers in links. */
function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}

/** Returns the order of a URL's value; undefined if unknown. */
export function sortName(text: string): SortOption | undefined {
  if (RANDOM.test(text)) return 'random'
  return sortOptions.find((option) => option === text)
}

/** This device's display options for URLs without any. */
export type ListChoice = Pick<Settings, 'displayMode' | 'pageSize' | 'sortOption'>

/**
 * Returns the URL of the library, or of another list of works. Defaults are omitted, so that each screen has one URL,
 * except where this device's option differs, which would replace them.
 */
export function worksHref(search: Partial<WorksSearch>, path = '/works', chosen: ListChoice = searchDefaults): string {
  return path + stringifySearch(withoutDefaults(search, chosen))
}

/** Returns the parameters that a form must keep. */
export function carriedFields(
  search: Partial<Record<keyof WorksSearch, unknown>>,
  chosen: ListChoice,
): [name: string, value: string][] {
  return Object.entries(withoutDefaults(search, chosen)).map(([name, value]) => [name, String(value)])
}

/** Returns the explicit parameters of a URL: see `worksHref`. */
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

/** Whether an old URL contains the id of a circle, a tag or a voice actor. */
export function hasLegacyIds({ circleId, tagId, vaId }: WorksSearch): boolean {
  return circleId !== undefined || tagId !== undefined || vaId !== undefined
}
