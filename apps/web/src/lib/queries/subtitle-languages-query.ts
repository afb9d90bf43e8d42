import { listSubtitleLanguages } from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api } from '../api/api.ts'

/** They only change with the library. */
const FRESH_MS = 10 * 60_000

/** The languages of the library's subtitles, by their short codes: `ja`. */
export function subtitleLanguagesQuery(api: Api) {
  return queryOptions({
    queryKey: ['subtitle-languages'],
    queryFn: async ({ signal }) => {
      const { languages } = await api(listSubtitleLanguages, {}, { signal, isImpatient: true })
      return languages.map(({ language }) => language)
    },
    staleTime: FRESH_MS,
  })
}
