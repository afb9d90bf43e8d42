import { progresses, type Progress } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'

import { favouritesHref, type FavouritesPage } from './favourites-search.ts'
import { favouritesQueries } from './favourites.queries.ts'
import css from './ProgressTabs.module.css'

type Props = { api: Api; shown: FavouritesPage & { mode: 'progress' } }

/** A tab for each progress with its number of works. */
export function ProgressTabs({ api, shown }: Props) {
  const { t } = useTranslation('favourites')
  return (
    <nav aria-label={t('statuses')}>
      <ul className={css.tabs}>
        {progresses.map((progress) => (
          <li key={progress}>
            <ProgressTab api={api} shown={shown} progress={progress} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ProgressTab({ api, shown, progress }: Props & { progress: Progress }) {
  const { t } = useTranslation('reviews')
  const { data: count } = useQuery(favouritesQueries.count(api, progress))
  return (
    <a
      className={css.tab}
      href={favouritesHref({ mode: 'progress', progress, sort: shown.sort })}
      aria-current={progress === shown.progress ? 'page' : undefined}
    >
      {t(`progress.${progress}`)} {count === undefined ? null : <span className={css.count}>{formatCount(count)}</span>}
    </a>
  )
}
