import { SearchForm } from '#features/search/index.ts'
import { TermNotes } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'

import css from './PlaylistSearch.module.css'
import { playlistHref } from './playlists-search.ts'

type Props = {
  id: string
  keyword: string
  /** Number of matching works, once known. */
  found: number | undefined
}

/** Filters a playlist's works, in the search language. */
export function PlaylistSearch({ id, keyword, found }: Props) {
  const { t } = useTranslation('playlists')
  return (
    <div className={css.search}>
      <SearchForm
        action="/playlist"
        keyword={keyword}
        carried={[['id', id]]}
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        className={css.form}
      />
      {keyword === '' ? null : (
        <>
          <TermNotes keyword={keyword} />
          <p className={css.found}>
            <span role="status">
              {found === undefined ? '' : t('search.found', { count: found, formatted: formatCount(found) })}
            </span>
            <a href={playlistHref(id)}>{t('search.all')}</a>
          </p>
        </>
      )}
    </div>
  )
}
