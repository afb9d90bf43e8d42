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
    const putBack = takeOff(queryClient, playlistId, work)
    setRemoved(work)
    try {
      await setMembership({ api, queryClient }, { workId: work.id, playlistId, isIn: false })
    } catch (error) {
      setRemoved((last) => (last === work ? null : last))
      putBack()
      say(errorText(error, speech))
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

/** Takes a work off every page that has been fetched. @returns what puts it back where it was */
export function takeOff(queryClient: QueryClient, playlistId: string, work: Work): () => void {
  const pages = queryClient.getQueriesData<WorksPage>({ queryKey: ['playlist-works', playlistId] })
  const places = pages.flatMap(([queryKey, page]) => {
    const index = page?.works.findIndex(({ id }) => id === work.id) ?? -1
    return index < 0 ? [] : [{ queryKey, index }]
  })
  const change = (by: 1 | -1) => {
    for (const { queryKey, index } of places)
      queryClient.setQueryData<WorksPage>(queryKey, (page) => page && withOrWithout(page, work, index, by))
    queryClient.setQueryData(playlistQueries.one(undefined as never, playlistId).queryKey, (playlist) =>
      playlist ? { ...playlist, works_count: playlist.works_count + by } : playlist,
    )
  }
  change(-1)
  return () => change(1)
}

function withOrWithout(page: WorksPage, work: Work, index: number, by: 1 | -1): WorksPage {
  const others = page.works.filter(({ id }) => id !== work.id)
  const { pagination } = page
  // Whoever has asked again meanwhile has it already.
  if (others.length - page.works.length === (by === 1 ? -1 : 0)) return page
  return {
    ...page,
    works: by === 1 ? others.toSpliced(index, 0, work) : others,
    pagination: { ...pagination, totalCount: pagination.totalCount + by },
  }
}
