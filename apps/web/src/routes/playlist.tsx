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
  UnnamedPlaylist,
} from '#features/playlists/index.ts'
import { ErrorScreen, NotFoundScreen } from '#features/shell/index.ts'

import type { AppContext } from '../router.tsx'

export const Route = createFileRoute('/playlist')({
  codeSplitGroupings: [['component', 'pendingComponent', 'notFoundComponent', 'loader']],
  validateSearch: (search: Partial<PlaylistSearch> & SearchSchemaInput): PlaylistSearch => playlistSearch(search),
  search: { middlewares: [stripSearchParams(playlistDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => playlistLoader(context, deps),
  head: ({ match, loaderData }) =>
    (match.status === 'notFound' ? undefined : loaderData?.head) ?? missingHead(match.context, match.search),
  pendingComponent: PlaylistPending,
  // A private one is loaded under the same shapes already: see `MissingPlaylist`.
  pendingMinMs: 0,
  errorComponent: ErrorScreen,
  notFoundComponent: Missing,
  component: OnePlaylist,
})

/** Of none: the texts came with the loader that has not found it. */
function missingHead({ i18n }: AppContext, { id }: PlaylistSearch) {
  const t = i18n.current.texts('shell')
  const title = id === '' ? i18n.current.texts('playlists')('unnamed.title') : t('notFound.title')
  return { meta: [{ title: t('titleOnSite', { title }) }, { name: 'robots', content: 'noindex' }] }
}

function Missing() {
  const { id } = Route.useSearch()
  if (id === '') return <UnnamedPlaylist />
  return (
    <MissingPlaylist id={id}>
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
