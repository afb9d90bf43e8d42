import { MAX_KEYWORD_LENGTH, MAX_SUBTITLE_QUERY_LENGTH } from '@otodana/contract'
import { parseKeyword } from '@otodana/keyword'
import * as z from 'zod/mini'

import { stringifySearch } from '#lib/search-params.ts'

export const subtitlesDefaults = { page: 1 } as const

/** The URL parameters of the search in subtitles; whatever is wrong counts as left out. */
export const SubtitlesSearch = z.object({
  /** As the library has it: of a special term nothing is looked for in subtitles. */
  keyword: z.catch(z.optional(z.string().check(z.maxLength(MAX_KEYWORD_LENGTH))), undefined),
  /** The code or id of a work: only there. */
  work: z.catch(z.optional(z.string().check(z.regex(/^[A-Za-z]{0,2}\d{1,12}$/))), undefined),
  page: z.catch(
    z.pipe(
      z.pipe(
        z.transform((value: unknown) => (typeof value === 'number' ? String(value) : (value as string))),
        z.string().check(z.regex(/^[1-9]\d{0,4}$/)),
      ),
      z.transform(Number),
    ),
    subtitlesDefaults.page,
  ),
})
export type SubtitlesSearch = z.output<typeof SubtitlesSearch>

/** Its address; what is left out or usual is not in it. */
export function subtitlesHref({ keyword, work, page }: Partial<SubtitlesSearch>): string {
  return `/subtitles${stringifySearch({ keyword, work, page: page === subtitlesDefaults.page ? undefined : page })}`
}

/** What of a keyword can stand in subtitles: its plain words. Empty when there are none. */
export function subtitleQuery(keyword: string | undefined): string {
  return parseKeyword(keyword ?? '')
    .flatMap((term) => (term.kind === 'plain' ? [term.text] : []))
    .join(' ')
    .slice(0, MAX_SUBTITLE_QUERY_LENGTH)
}
