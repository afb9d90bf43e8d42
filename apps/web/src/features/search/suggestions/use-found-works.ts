import type { Work } from '@otodana/contract'
import { complete, isOverfull, printKeyword, type SearchInput } from '@otodana/keyword'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useDeferredValue } from 'react'

import { useSettings } from '#features/settings/index.ts'
import { fetchWorks, listRequest, useEditionChoice, worksSearch } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { pause } from '#lib/pause.ts'

const MAX_FOUND = 4
/** Typing faster makes no requests. */
const SETTLE_MS = 150
const FRESH_MS = 60_000

const none: readonly Work[] = []

/** Returns the best-selling works that match the box; none before words are typed, and if they cannot be loaded. */
export function useFoundWorks(box: SearchInput): readonly Work[] {
  const { locale } = useTranslation('works')
  const { api } = useRouteContext({ from: '__root__' })
  const globalFilter = useSettings((settings) => settings.globalFilter)
  const editions = useEditionChoice()
  const { terms, typed } = useDeferredValue(box)
  // A special term that is being typed says nothing yet, and what is too much is no search.
  const enabled = typed.trim() !== '' && !typed.includes('$') && !isOverfull({ terms, typed })
  const search = worksSearch({ keyword: printKeyword(complete({ terms, typed }).terms) })
  const request = {
    ...listRequest(search, { locale, globalFilter, localSubtitledWorks: [], ...editions }),
    order: 'dl_count' as const,
    pageSize: MAX_FOUND,
  }
  const { data } = useQuery({
    queryKey: ['foundWorks', request],
    queryFn: async ({ signal }) => {
      await pause(SETTLE_MS, signal)
      return fetchWorks(api, request, { signal })
    },
    enabled,
    staleTime: FRESH_MS,
    // Contains the visitor's marks.
    meta: { isPersonal: true },
    placeholderData: keepPreviousData,
  })
  return enabled && data ? data.works : none
}
