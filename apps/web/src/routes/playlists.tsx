import { createFileRoute } from '@tanstack/react-router'

import { playlistsLoader, playlistsSearch, PlaylistsScreen } from '#features/playlists/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'

export const Route = createFileRoute('/playlists')({
  loader: ({ context }) => playlistsLoader(context),
  head: ({ loaderData }) => loaderData?.head ?? {},
  errorComponent: ErrorScreen,
  component: Playlists,
})

function Playlists() {
  const { api } = Route.useRouteContext()
  return <PlaylistsScreen api={api} search={playlistsSearch(Route.useSearch())} />
}
