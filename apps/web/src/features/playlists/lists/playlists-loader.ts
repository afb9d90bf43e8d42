import type { AppContext } from '#i18n/app-context.ts'

import '#i18n/on-demand/playlist-texts.ts'

/** Returns the page's head. The lists are personal, requested by the screen, and not indexed. */
export function playlistsLoader({ i18n }: AppContext) {
  const title = i18n.current.texts('playlists')('title')
  return {
    head: {
      meta: [{ title: i18n.current.texts('shell')('titleOnSite', { title }) }, { name: 'robots', content: 'noindex' }],
    },
  }
}
