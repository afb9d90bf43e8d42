import { createFileRoute } from '@tanstack/react-router'

import {
  MayBePrivate,
  MissingPlaylist,
  playlistLoader,
  PlaylistPending,
  PlaylistScreen,
  playlistSearch,
  UnnamedPlaylist,
} from '#features/playlists/index.ts'
import { ErrorScreen, NotFoundScreen } from '#features/shell/index.ts'
import type { AppContext } from '#i18n/app-context.ts'

export const Route = createFileRoute('/playlist')({
  codeSplitGroupings: [['component', 'pendingComponent', 'notFoundComponent', 'loader']],
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => playlistLoader(context, playlistSearch(deps)),
  head: ({ match, loaderData }) =>
    (match.status === 'notFound' ? undefined : loaderData?.head) ?? missingHead(match.context, match.search),
  pendingComponent: PlaylistPending,
  // Private ones already show the same skeleton: see `MissingPlaylist`.
  pendingMinMs: 0,
  errorComponent: ErrorScreen,
  notFoundComponent: Missing,
  component: OnePlaylist,
})

/** Not found: the texts came with the loader. */
function missingHead({ i18n }: AppContext, { id }: { id?: unknown }) {
  const t = i18n.current.texts('shell')
  // Like `playlistSearch`, which is in the screen's chunk: here it would be part of every first load.
  const isNamed = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(id))
  const title = isNamed ? t('notFound.title') : i18n.current.texts('playlists')('unnamed.title')
  return { meta: [{ title: t('titleOnSite', { title }) }, { name: 'robots', content: 'noindex' }] }
}

function Missing() {
  const { id } = playlistSearch(Route.useSearch())
  if (id === '') return <UnnamedPlaylist />
  return (
    <MissingPlaylist id={id}>
      <NotFoundScreen />
    </MissingPlaylist>
  )
}

function OnePlaylist() {
  const { api } = Route.useRouteContext()
  const search = playlistSearch(Route.useSearch())
  // Another playlist is another screen, without state of the previous one.
  return <PlaylistScreen key={search.id} api={api} search={search} missing={<Gone />} />
}

/** It existed a moment ago, perhaps for the previous account. */
function Gone() {
  return (
    <>
      <NotFoundScreen />
      <MayBePrivate />
    </>
  )
}
