import { useRouter } from '@tanstack/react-router'

import { useTranslation } from '#i18n/use-translation.ts'
import { below } from '#lib/base-path.ts'
import controls from '#ui/controls.module.css'

import { favouritesHref, favouriteSorts, type FavouritesPage, type FavouriteSort } from './favourites-search.ts'

/** Selects the order of works. */
export function SortChoice({ shown }: { shown: FavouritesPage }) {
  const { t } = useTranslation('favourites')
  const router = useRouter()
  return (
    <select
      className={controls.field}
      aria-label={t('sort.label')}
      value={shown.sort}
      onChange={({ target }) => {
        const sort = target.value as FavouriteSort
        void router.navigate({ href: below(favouritesHref({ ...shown, sort, page: 1 })) })
      }}
    >
      {favouriteSorts.map((sort) => (
        <option key={sort} value={sort}>
          {t(`sort.${sort}`)}
        </option>
      ))}
    </select>
  )
}
