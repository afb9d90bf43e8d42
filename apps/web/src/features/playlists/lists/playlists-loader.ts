import type { AppContext } from '#i18n/app-context.ts'

import '#i18n/on-demand/playlist-texts.ts'

/** The page's head. The lists are personal and requested by the screen: nothing is for search engines. */
export function playlistsLoader({ i18n }: AppContext) {
  const title = i18n.current.texts('playlists')('title')
  return {
    head: {
      meta: [{ title: i18n.current.texts('shell')('titleOnSite', { title }) }, { name: 'robots', content: 'noindex' }],
    },
  }
}
