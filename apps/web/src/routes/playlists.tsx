import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'

import {
  playlistsDefaults,
  playlistsLoader,
  playlistsSearch,
  PlaylistsScreen,
  type PlaylistsSearch,
} from '#features/playlists/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'

export const Route = createFileRoute('/playlists')({
  // The loader too: nothing of this screen is part of another one's first load.
  codeSplitGroupings: [['component', 'loader']],
  validateSearch: (search: Partial<PlaylistsSearch> & SearchSchemaInput): PlaylistsSearch => playlistsSearch(search),
  search: { middlewares: [stripSearchParams(playlistsDefaults)] },
  loader: ({ context }) => playlistsLoader(context),
  head: ({ loaderData }) => loaderData?.head ?? {},
  errorComponent: ErrorScreen,
  component: Playlists,
})

function Playlists() {
  const { api } = Route.useRouteContext()
  return <PlaylistsScreen api={api} search={Route.useSearch()} />
}
