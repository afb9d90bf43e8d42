import { createFileRoute } from '@tanstack/react-router'

import { favouritesLoader, favouritesPage, FavouritesPending, FavouritesScreen } from '#features/favourites/index.ts'
import { ErrorScreen, NotFoundScreen } from '#features/shell/index.ts'
import type { AppContext } from '#i18n/app-context.ts'

/** `/favourites`, `/favourites/progress`, `/favourites/{status}`, `/favourites/folder`. */
export const Route = createFileRoute('/favourites/{-$mode}')({
  loader: ({ context, params }) => favouritesLoader(context, params.mode),
  head: ({ match, loaderData }) => loaderData?.head ?? missingHead(match.context),
  pendingComponent: FavouritesPending,
  errorComponent: ErrorScreen,
  notFoundComponent: NotFoundScreen,
  component: Favourites,
})

function missingHead({ i18n }: AppContext) {
  const t = i18n.current.texts('shell')
  const title = t('titleOnSite', { title: t('notFound.title') })
  return { meta: [{ title }, { name: 'robots', content: 'noindex' }] }
}

function Favourites() {
  const { api } = Route.useRouteContext()
  const { mode } = Route.useLoaderData()
  return <FavouritesScreen api={api} shown={favouritesPage(mode, Route.useSearch())} />
}
