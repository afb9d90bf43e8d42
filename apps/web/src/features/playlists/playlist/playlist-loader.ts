import '#i18n/on-demand/playlist-texts.ts'

import { coverPath, playlistPrivacies, type Playlist } from '@otodana/contract'
import { notFound } from '@tanstack/react-router'

import type { AppContext } from '#i18n/app-context.ts'
import { isMissing } from '#lib/api/api.ts'
import { isBeyondLast, listHead } from '#lib/navigation/list-head.ts'

import { playlistName } from '../playlist-texts.ts'
import { playlistQueries } from '../playlists.queries.ts'
import { playlistHref, type PlaylistSearch } from '../lists/playlists-search.ts'

type PlaylistHead = {
  meta: ({ title: string } | { name: string; content: string } | { property: string; content: string })[]
  links: { rel: string; href: string }[]
}

/** In UTF-16 code units; link previews show less. */
const MAX_DESCRIPTION_LENGTH = 300

/**
 * Loads the playlist of a URL. The server also waits for its works; in the browser the screen requests them.
 *
 * @returns the page's head
 * @throws not found, also for another member's private playlist
 */
export async function playlistLoader(context: AppContext, search: PlaylistSearch): Promise<{ head: PlaylistHead }> {
  const { api, queryClient } = context
  const { id } = search
  // oxlint-disable-next-line only-throw-error -- the router's own signal
  if (id === '') throw notFound()
  try {
    const works = playlistQueries.works(api, search, '')
    const asking = import.meta.env.SSR ? queryClient.prefetchQuery(works) : null
    const playlist = await queryClient.fetchQuery(playlistQueries.one(api, id))
    await asking
    const pagination = queryClient.getQueryData(works.queryKey)?.pagination
    return { head: headOf(context, playlist, search, pagination !== undefined && isBeyondLast(pagination)) }
  } catch (error) {
    // oxlint-disable-next-line only-throw-error -- the router's own signal
    if (isMissing(error)) throw notFound()
    throw error
  }
}

/** Only public playlists are indexed; unlisted ones get link previews. */
function headOf(
  { i18n, siteUrl }: AppContext,
  playlist: Playlist,
  { page, keyword }: PlaylistSearch,
  isBeyond: boolean,
): PlaylistHead {
  const t = i18n.current.texts('playlists')
  const title = playlistName(playlist, t)
  const by = t('by', { name: playlist.user_name })
  const description = `${by} · ${playlist.description}`.replace(/\s+/g, ' ').slice(0, MAX_DESCRIPTION_LENGTH)
  const urlOf = (page: number) => siteUrl + playlistHref(playlist.id, page)
  // Searches in a playlist are not indexed.
  const isHidden = playlist.privacy !== playlistPrivacies.public || keyword !== ''
  const { meta, links } = listHead({ urlOf, page, isBeyond, isHidden })
  const { latestWorkID } = playlist
  return {
    meta: [
      { title: i18n.current.texts('shell')('titleOnSite', { title }) },
      { name: 'description', content: description },
      { property: 'og:type', content: 'music.playlist' },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: urlOf(page) },
      ...(latestWorkID === null ? [] : [{ property: 'og:image', content: siteUrl + coverPath(latestWorkID, 'main') }]),
      ...meta,
    ],
    links,
  }
}
