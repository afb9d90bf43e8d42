import type { Work } from '@otodana/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'

import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { say } from '#lib/say.ts'
import { shownName } from '#lib/shown-name.ts'

import { setMembership } from './memberships.ts'
import { playlistQueries } from './playlists.queries.ts'

type WorksPage = { works: Work[]; pagination: { totalCount: number } }

/** Works are taken out of one's own playlist at once; the last can be put back, which puts it at the end. */
export function useRemoval(playlistId: string) {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [removed, setRemoved] = useState<Work | null>(null)

  async function remove(work: Work) {
    hide(queryClient, playlistId, work.id)
    setRemoved(work)
    try {
      await setMembership({ api, queryClient }, { workId: work.id, playlistId, isIn: false })
    } catch (error) {
      setRemoved((last) => (last === work ? null : last))
      say(errorText(error, speech))
      // As it stands there, at its place.
      void queryClient.invalidateQueries({ queryKey: ['playlist-works', playlistId] })
    }
  }

  async function undo(work: Work) {
    setRemoved(null)
    try {
      await setMembership({ api, queryClient }, { workId: work.id, playlistId, isIn: true })
      say(t('putBack', { title: shownName(work.title) }))
    } catch (error) {
      say(errorText(error, speech))
    }
  }
  const forget = useCallback(() => setRemoved(null), [])
  return { removed, remove, undo, forget }
}

/** Takes it off every page that has been fetched. */
function hide(queryClient: QueryClient, playlistId: string, workId: number): void {
  queryClient.setQueriesData<WorksPage>({ queryKey: ['playlist-works', playlistId] }, (page) => {
    if (!page?.works.some(({ id }) => id === workId)) return page
    const { pagination } = page
    return {
      ...page,
      works: page.works.filter(({ id }) => id !== workId),
      pagination: { ...pagination, totalCount: pagination.totalCount - 1 },
    }
  })
  queryClient.setQueryData(playlistQueries.one(undefined as never, playlistId).queryKey, (playlist) =>
    playlist ? { ...playlist, works_count: playlist.works_count - 1 } : playlist,
  )
}
