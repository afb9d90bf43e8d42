import '#i18n/on-demand/review-texts.ts'

import { notFound } from '@tanstack/react-router'

import type { AppContext } from '#i18n/app-context.ts'

import { favouritesMode, type FavouritesMode } from './favourites-search.ts'

/**
 * The mode that an address names, and what the page's head says. What is shown is the member's own, whom only the browser
 * knows.
 *
 * @throws not found, when it names none
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
