import '#i18n/on-demand/recommender-texts.ts'

import { useSettings } from '#features/settings/index.ts'
import { markTargetId } from '#features/works/index.ts'
import type { AppContext } from '#i18n/app-context.ts'
import { isBeyondLast, listHead } from '#lib/navigation/list-head.ts'

import { suggestionRequest } from '../suggestion-request.ts'
import { suggestionQueries, type SuggestionKind } from '../suggestions.queries.ts'
import { suggestionsHref, suggestionsSearch } from './suggestions-search.ts'

/**
 * Loads a page of popular or recommended works. Recommendations are personal: the server, which renders for anonymous
 * visitors, does not request them. If only the page changes, the screen requests the next one.
 *
 * @param isArriving  whether the visitor comes from another screen
 * @returns the page's head
 * @throws on the server, if loading failed
 */
export async function suggestionsLoader(
  context: AppContext,
  kind: SuggestionKind,
  address: Record<string, unknown>,
  isArriving: boolean,
): Promise<{ head: ReturnType<typeof suggestionsHead> }> {
  const { api, queryClient, i18n } = context
  const search = suggestionsSearch(address)
  const settings = useSettings.getState()
  const visitor = { ...settings, locale: i18n.current.locale, markTarget: markTargetId() }
  const request = suggestionRequest(search, visitor)
  const query =
    kind === 'popular'
      ? suggestionQueries.popular(api, request)
      : suggestionQueries.recommended(api, request, settings.recommenderUuid)
  if (import.meta.env.SSR) {
    if (kind === 'popular') await queryClient.ensureQueryData(query)
  } else if (isArriving && queryClient.getQueryData(query.queryKey) === undefined) {
    // The screen shows a failure in place of the list.
    await queryClient.prefetchQuery(query)
  }
  const pagination = queryClient.getQueryData(query.queryKey)?.pagination
  return { head: suggestionsHead(context, kind, search.page, pagination !== undefined && isBeyondLast(pagination)) }
}

/** Title, description and canonical link. Personal lists are not indexed. */
function suggestionsHead({ i18n, siteUrl }: AppContext, kind: SuggestionKind, page: number, isBeyond: boolean) {
  const t = i18n.current.texts('recommender')
  const title = t('pageTitle', { title: t(`${kind}.title`), page })
  const { meta, links } = listHead({
    urlOf: (page) => siteUrl + suggestionsHref(kind, { page }),
    page,
    isBeyond,
    isHidden: kind === 'recommended',
  })
  return {
    meta: [
      { title: i18n.current.texts('shell')('titleOnSite', { title }) },
      { name: 'description', content: t(`${kind}.text`) },
      ...meta,
    ],
    links,
  }
}
