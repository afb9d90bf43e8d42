import { stringifySearch } from '#lib/navigation/search-params.ts'

/** The URL parameters of the search in subtitles. */
export type SubtitlesSearch = {
  /** As the library has it: of a special term nothing is looked for in subtitles. */
  keyword: string | undefined
  /** The code or id of a work: only there. */
  work: string | undefined
  /** From 1, which is left out. */
  page: number | undefined
}

const MAX_KEYWORD_LENGTH = 2_000

/**
 * Reads them; whatever is wrong counts as left out. By hand, for every screen's first load has this, as it has all routes'.
 */
export function subtitlesSearch({ keyword, work, page }: Record<string, unknown>): SubtitlesSearch {
  return {
    keyword: typeof keyword === 'string' && keyword.length <= MAX_KEYWORD_LENGTH ? keyword : undefined,
    work: /^[a-z]{0,2}\d{1,12}$/i.test(String(work)) ? String(work) : undefined,
    page: /^[1-9]\d{0,4}$/.test(String(page)) && Number(page) > 1 ? Number(page) : undefined,
  }
}

/** The address of a search in subtitles. */
export function subtitlesHref(search: Partial<SubtitlesSearch>): string {
  return `/subtitles${stringifySearch({ ...search, page: search.page === 1 ? undefined : search.page })}`
}
