import { memo } from 'react'

import { useSettings } from '#features/settings/index.ts'
import { searchDefaults } from '#features/works/index.ts'
import type { AppContext } from '#i18n/app-context.ts'
import type { Api } from '#lib/api/api.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

import { suggestionRequest } from '../suggestion-request.ts'
import { suggestionQueries } from '../suggestions.queries.ts'
import css from './HomeShelves.module.css'
import { Nothing } from './Nothing.tsx'

type Props = { api: Api; subtitle: 1 | undefined }

/** In the server's page before its chunk is there: until then, rendering the page again must not reach it. Its styles are in `core`. */
const Shelves = memo(lazyComponent<Props>(() => import('./Shelves.tsx'), Nothing, { isRendered: true }))

/** Popular and recommended works above the library's first page: the popular ones come with the server's page. */
export function HomeShelves({ api, subtitle }: Props) {
  const showPopularAtHome = useSettings((settings) => settings.showPopularAtHome)
  const showRecommendAtHome = useSettings((settings) => settings.showRecommendAtHome)
  if (!showPopularAtHome && !showRecommendAtHome) return null
  return (
    <div className={css.place} data-shelves="">
      <Shelves api={api} subtitle={subtitle} />
    </div>
  )
}

/** Loads what the server's page shows of them. Optional: a failure leaves it to the browser. */
export async function loadHomeShelves({ api, i18n, queryClient }: AppContext, subtitle: 1 | undefined) {
  const visitor = { ...useSettings.getState(), locale: i18n.current.locale }
  const request = suggestionRequest({ ...searchDefaults, subtitle }, visitor)
  await queryClient.prefetchQuery(suggestionQueries.shelf(api, request))
}
