import '#i18n/on-demand/review-texts.ts'

import { notFound } from '@tanstack/react-router'

import type { AppContext } from '#i18n/app-context.ts'

import { favouritesMode, type FavouritesMode } from './favourites-search.ts'

/**
 * Returns the mode of a URL and the page's head. The data are the member's, so only the browser requests them.
 *
 * @throws not found, for an unknown mode
 */
export function favouritesLoader({ i18n }: AppContext, name: string | undefined): FavouritesLoaded {
  const mode = favouritesMode(name)
  // oxlint-disable-next-line only-throw-error -- the router's own signal
  if (mode === null) throw notFound()
  const title = i18n.current.texts('favourites')('title')
  return {
    mode,
    head: {
      meta: [{ title: i18n.current.texts('shell')('titleOnSite', { title }) }, { name: 'robots', content: 'noindex' }],
    },
  }
}

export type FavouritesLoaded = {
  mode: FavouritesMode
  head: { meta: ({ title: string } | { name: string; content: string })[] }
}
