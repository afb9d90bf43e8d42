import { stringifySearch } from '#lib/navigation/search-params.ts'

/** The search parameters of the subtitle search. */
export type SubtitlesSearch = {
  /** As in the library; special terms filter works. */
  keyword: string | undefined
  /** The code or id of the only work to search. */
  work: string | undefined
  /** Counted from 1, which is omitted. */
  page: number | undefined
}

const MAX_KEYWORD_LENGTH = 2_000

/** Parses them; invalid values are ignored. Without a schema library, because all routes are part of the first load. */
export function subtitlesSearch({ keyword, work, page }: Record<string, unknown>): SubtitlesSearch {
  return {
    keyword: typeof keyword === 'string' && keyword.length <= MAX_KEYWORD_LENGTH ? keyword : undefined,
    work: /^[a-z]{0,2}\d{1,12}$/i.test(String(work)) ? String(work) : undefined,
    page: /^[1-9]\d{0,4}$/.test(String(page)) && Number(page) > 1 ? Number(page) : undefined,
  }
}

/** Returns the URL of a subtitle search. */
export function subtitlesHref(search: Partial<SubtitlesSearch>): string {
  return `/subtitles${stringifySearch({ ...search, page: search.page === 1 ? undefined : search.page })}`
}
