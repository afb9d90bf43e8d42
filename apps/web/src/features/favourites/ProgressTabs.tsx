import { progresses } from '@otodana/contract'
import { useQueries } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api.ts'
import { formatCount } from '#lib/format.ts'

import { favouritesHref, type FavouritesPage } from './favourites-search.ts'
import { favouritesQueries } from './favourites.queries.ts'
import css from './ProgressTabs.module.css'

/** One tab for each progress, with how many works have it. */
export function ProgressTabs({ api, shown }: { api: Api; shown: FavouritesPage & { mode: 'progress' } }) {
  const { t } = useTranslation('favourites')
  const { t: reviews } = useTranslation('reviews')
  const counts = useQueries({ queries: progresses.map((progress) => favouritesQueries.count(api, progress)) })
  return (
    <nav aria-label={t('statuses')}>
      <ul className={css.tabs}>
        {progresses.map((progress, index) => {
          const count = counts[index]?.data
          const name = reviews(`progress.${progress}`)
          return (
            <li key={progress}>
              <a
                className={css.tab}
                href={favouritesHref({ mode: 'progress', progress, sort: shown.sort })}
                aria-current={progress === shown.progress ? 'page' : undefined}
              >
                {name} {count === undefined ? null : <span className={css.count}>{formatCount(count)}</span>}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
