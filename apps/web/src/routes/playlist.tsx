import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'

import {
  MayBePrivate,
  MissingPlaylist,
  playlistDefaults,
  playlistLoader,
  PlaylistPending,
  PlaylistScreen,
  playlistSearch,
  type PlaylistSearch,
} from '#features/playlists/index.ts'
import { ErrorScreen, NotFoundScreen } from '#features/shell/index.ts'

export const Route = createFileRoute('/playlist')({
  codeSplitGroupings: [['component', 'pendingComponent', 'notFoundComponent', 'loader']],
  validateSearch: (search: Partial<PlaylistSearch> & SearchSchemaInput): PlaylistSearch => playlistSearch(search),
  search: { middlewares: [stripSearchParams(playlistDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => playlistLoader(context, deps),
  head: ({ loaderData }) => loaderData?.head ?? { meta: [{ name: 'robots', content: 'noindex' }] },
  pendingComponent: PlaylistPending,
  // A private one is loaded under the same shapes already: see `MissingPlaylist`.
  pendingMinMs: 0,
  errorComponent: ErrorScreen,
  notFoundComponent: Missing,
  component: OnePlaylist,
})

function Missing() {
  return (
    <MissingPlaylist id={Route.useSearch().id}>
      <NotFoundScreen />
    </MissingPlaylist>
  )
}

function OnePlaylist() {
  const { api } = Route.useRouteContext()
  const search = Route.useSearch()
  // Another playlist is another screen: nothing that was begun on one goes on at the next.
  return <PlaylistScreen key={search.id} api={api} search={search} missing={<Gone />} />
}

/** It was there a moment ago, perhaps for whoever was logged in then. */
function Gone() {
  return (
    <>
      <NotFoundScreen />
      <MayBePrivate />
    </>
  )
}
