import type { PlaylistWithWork, Work } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { noteListChange } from '#features/kept/index.ts'
import { sendOrWait } from '#features/outbox/index.ts'
import type { Api } from '#lib/api/api.ts'
import { notifyTabs } from '#lib/browser/tabs.ts'

import { createSerialisedUpdates } from '../serialised-update.ts'

type Deps = { api: Api; queryClient: QueryClient }
export type Membership = {
  work: { id: number; title: string }
  /** With its name as it is shown. */
  playlist: { id: string; name: string }
  isIn: boolean
  /** Its former place, to restore it there. */
  place?: number | undefined
}

const inTurn = createSerialisedUpdates()

/**
 * Adds a work to a playlist or removes it. Shown everywhere at once, and rolled back on failure. Changes of one work in
 * one playlist are sent one after another, and the last one counts.
 *
 * @returns whether the server has it; false: it waits on this device
 * @throws {ApiError} it was refused
 */
export async function setMembership({ api, queryClient }: Deps, membership: Membership): Promise<boolean> {
  const { work, playlist, isIn, place } = membership
  const [workId, playlistId] = [work.id, playlist.id]
  const isStored = await inTurn(`${playlistId} ${workId}`, {
    isOn: isIn,
    show: (isShown) => show(queryClient, { workId, playlistId, isIn: isShown }),
    async store() {
      const write = { kind: 'membership' as const, work, playlist, isIn, ...(place === undefined ? {} : { place }) }
      return (await sendOrWait(api, write)) !== null
    },
    onEnd() {
      // Their counts and covers; the open menu is not refreshed, because it may be in use.
      for (const queryKey of [['playlists'], ['playlist', playlistId], ['playlist-works', playlistId]])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
  if (isStored) {
    noteListChange()
    notifyTabs()
  }
  return isStored
}

type Status = { workId: number; playlistId: string; isIn: boolean }

/** Updates all cached queries. */
function show(queryClient: QueryClient, { workId, playlistId, isIn }: Status): void {
  queryClient.setQueriesData({ predicate: ({ meta }) => meta?.isPersonal === true }, (data: unknown) =>
    withStatus(data, { workId, playlistId, isIn }),
  )
  queryClient.setQueriesData<{ playlists: PlaylistWithWork[] }>(
    { queryKey: ['playlists-with-work', workId] },
    (page) => page && { ...page, playlists: page.playlists.map((one) => withWork(one, playlistId, isIn)) },
  )
}

/** Returns the data with the work's status changed; the same object if nothing changes. */
export function withStatus(data: unknown, membership: Status): unknown {
  if (typeof data !== 'object' || data === null) return data
  const { workId, playlistId, isIn } = membership
  if ('works' in data && Array.isArray(data.works)) {
    const works = data.works as Work[]
    const work = works.find(({ id }) => id === workId)
    if (!work || work.playlistStatus?.[playlistId] === isIn) return data
    return { ...data, works: works.map((one) => (one === work ? marked(work, playlistId, isIn) : one)) }
  }
  if ('source_id' in data && 'id' in data && data.id === workId) return marked(data as Work, playlistId, isIn)
  return data
}

function marked(work: Work, playlistId: string, isIn: boolean): Work {
  return { ...work, playlistStatus: { ...work.playlistStatus, [playlistId]: isIn } }
}

/** Returns the playlist with the work added or removed, and its number of works. */
export function withWork(playlist: PlaylistWithWork, playlistId: string, isIn: boolean): PlaylistWithWork {
  if (playlist.id !== playlistId || playlist.exist === isIn) return playlist
  return { ...playlist, exist: isIn, works_count: playlist.works_count + (isIn ? 1 : -1) }
}
