import '#i18n/on-demand/series-texts.ts'

import { coverPath, type OneSeries } from '@otodana/contract'
import { notFound } from '@tanstack/react-router'

import type { AppContext } from '#i18n/app-context.ts'
import { isMissing } from '#lib/api/api.ts'
import { shownName } from '#lib/format/shown-name.ts'

import { seriesQueries } from './series.queries.ts'

/** As in the API. */
const MAX_ID = 2_147_483_647

/**
 * Loads the series of a URL and its works.
 *
 * @returns its id, and the page's head
 * @throws not found
 */
export async function seriesLoader(context: AppContext, ref: string) {
  const id = /^[1-9]\d{0,9}$/.test(ref) ? Number(ref) : 0
  // oxlint-disable-next-line only-throw-error -- the router's own signal
  if (id === 0 || id > MAX_ID) throw notFound()
  const { api, queryClient } = context
  try {
    const works = queryClient.prefetchQuery(seriesQueries.works(api, id))
    const series = await queryClient.fetchQuery(seriesQueries.one(api, id))
    if (import.meta.env.SSR) await works
    return { id, head: headOf(context, series) }
  } catch (error) {
    // oxlint-disable-next-line only-throw-error -- the router's own signal
    if (isMissing(error)) throw notFound()
    throw error
  }
}

function headOf({ i18n, siteUrl }: AppContext, { id, name, circle, works }: OneSeries) {
  const t = i18n.current.texts('series')
  const title = shownName(name)
  const description =
    circle.name === ''
      ? t('description', { name: title })
      : t('descriptionBy', { name: title, circle: shownName(circle.name) })
  const url = `${siteUrl}/series/${id}`
  const [first] = works
  return {
    meta: [
      { title: i18n.current.texts('shell')('titleOnSite', { title }) },
      { name: 'description', content: description },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      ...(first ? [{ property: 'og:image', content: siteUrl + coverPath(first.id, 'main') }] : []),
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}
