import type { PlaylistWork, Work } from '@otodana/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'

import { queuedText } from '#features/outbox/index.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { toast } from '#ui/toast.ts'
import { shownName } from '#lib/format/shown-name.ts'

import { setMembership } from '../marks/memberships.ts'
import { playlistQueries } from '../playlists.queries.ts'

type WorksPage = { works: PlaylistWork[]; pagination: { totalCount: number } }
/** A removed work, and how to restore it. */
type Removed = { playlistId: string; work: Work } & Taken

/**
 * Removes works from the member's playlist at once; the last one can be restored to its position.
 *
 * @param playlistName  as it is shown
 */
export function useRemoval(playlistId: string, playlistName: string) {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [last, setRemoved] = useState<Removed | null>(null)
  // A work removed from another playlist cannot be restored here.
  const removed = last?.playlistId === playlistId ? last : null

  const playlist = { id: playlistId, name: playlistName }

  async function remove(work: Work) {
    stopAnswers(queryClient, playlistId)
    const taken = { playlistId, work, ...takeOff(queryClient, playlistId, work) }
    setRemoved(taken)
    try {
      // While it waits, the page leaves it out by itself.
      if (!(await setMembership({ api, queryClient }, { work, playlist, isIn: false }))) taken.putBack()
    } catch (error) {
      setRemoved((now) => (now === taken ? null : now))
      taken.putBack()
      toastFailure(error, speech)
    }
  }

  async function undo() {
    if (removed === null) return
    const { work, place, putBack } = removed
    setRemoved(null)
    stopAnswers(queryClient, playlistId)
    putBack()
    try {
      const isStored = await setMembership({ api, queryClient }, { work, playlist, isIn: true, place })
      toast(isStored ? t('putBack', { title: shownName(work.title) }) : queuedText(speech))
    } catch (error) {
      takeOff(queryClient, playlistId, work)
      toastFailure(error, speech)
    }
  }
  const forget = useCallback(() => setRemoved(null), [])
  return { removed: removed?.work ?? null, remove, undo, forget }
}

/**
 * Cancels requests that started before a change: their responses would undo it on screen, and lose the focus. Once the
 * change is stored, everything is requested again.
 */
export function stopAnswers(queryClient: QueryClient, playlistId: string): void {
  for (const key of ['playlist', 'playlist-works'])
    void queryClient.cancelQueries({ queryKey: [key, playlistId], predicate: ({ state }) => state.data !== undefined })
}

type Taken = {
  /** Its former `playlist_rel_place`; undefined if no loaded page contained it. */
  place: number | undefined
  /** Restores it on screen. */
  putBack: () => void
}

/** Removes a work from all cached pages. */
export function takeOff(queryClient: QueryClient, playlistId: string, { id }: Pick<Work, 'id'>): Taken {
  const pages = queryClient.getQueriesData<WorksPage>({ queryKey: ['playlist-works', playlistId] })
  const places = pages.flatMap(([queryKey, page]) => {
    const index = page?.works.findIndex((work) => work.id === id) ?? -1
    const work = page?.works[index]
    return work ? [{ queryKey, index, work }] : []
  })
  const change = (by: 1 | -1) => {
    for (const { queryKey, index, work } of places)
      queryClient.setQueryData<WorksPage>(queryKey, (page) => page && withOrWithout(page, work, index, by))
    queryClient.setQueryData(playlistQueries.one(undefined as never, playlistId).queryKey, (playlist) =>
      playlist ? { ...playlist, works_count: playlist.works_count + by } : playlist,
    )
  }
  let isOff = true
  change(-1)
  return {
    place: places[0]?.work.playlist_rel_place,
    putBack() {
      if (isOff) change(1)
      isOff = false
    },
  }
}

function withOrWithout(page: WorksPage, work: PlaylistWork, index: number, by: 1 | -1): WorksPage {
  const others = page.works.filter(({ id }) => id !== work.id)
  const { pagination } = page
  // A page that was fetched again meanwhile already has the change.
  if (others.length - page.works.length === (by === 1 ? -1 : 0)) return page
  return {
    ...page,
    works: by === 1 ? [...others.slice(0, index), work, ...others.slice(index)] : others,
    pagination: { ...pagination, totalCount: pagination.totalCount + by },
  }
}
