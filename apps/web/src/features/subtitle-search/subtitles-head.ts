import type { AppContext } from '#i18n/app-context.ts'

import { subtitlesHref, type SubtitlesSearch } from './subtitles-search.ts'

/** Title and canonical link; searches are not indexed. */
export function subtitlesHead({ i18n, siteUrl }: AppContext, search: SubtitlesSearch) {
  const t = i18n.current.texts('subtitle-search')
  const title = search.keyword ? t('searchTitle', { keyword: search.keyword }) : t('title')
  return {
    meta: [
      { title: i18n.current.texts('shell')('titleOnSite', { title }) },
      { name: 'robots', content: 'noindex, follow' },
    ],
    links: [{ rel: 'canonical', href: siteUrl + subtitlesHref(search) }],
  }
}
