import { createFileRoute } from '@tanstack/react-router'

import { favouritesLoader, favouritesPage, FavouritesPending, FavouritesScreen } from '#features/favourites/index.ts'
import { ErrorScreen, NotFoundScreen } from '#features/shell/index.ts'

/** `/favourites`, `/favourites/progress`, `/favourites/{status}`, `/favourites/folder`. */
export const Route = createFileRoute('/favourites/{-$mode}')({
  // The loader too: nothing of this screen is part of another one's first load, not even how its address is read.
  codeSplitGroupings: [['component', 'pendingComponent', 'loader']],
  loader: ({ context, params }) => favouritesLoader(context, params.mode),
  head: ({ loaderData }) => loaderData?.head ?? {},
  pendingComponent: FavouritesPending,
  errorComponent: ErrorScreen,
  notFoundComponent: NotFoundScreen,
  component: Favourites,
})

function Favourites() {
  const { api } = Route.useRouteContext()
  const { mode } = Route.useLoaderData()
  return <FavouritesScreen api={api} shown={favouritesPage(mode, Route.useSearch())} />
}
