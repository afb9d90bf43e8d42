import {
  addWorksToPlaylist,
  createPlaylist,
  deletePlaylist,
  editPlaylist,
  getDefaultMarkTarget,
  getPlaylist,
  getPlaylistLike,
  likePlaylist,
  listPlaylists,
  listPlaylistsWithWork,
  listPlaylistWorks,
  type Pagination,
  removeWorksFromPlaylist,
  setDefaultMarkTarget,
  unlikePlaylist,
} from '@otodana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { NOTHING_PERSONAL, type Personal, readWorkId, type WorkRepository } from '#features/works/index.ts'
import { originOf } from '#http/origin.ts'
import { serve } from '#http/serve.ts'
import { coverPath } from '@otodana/contract'

import type { Playlists, SeenPlaylist } from './playlists.service.ts'

type PlaylistRoutesDeps = {
  playlists: Playlists
  works: Pick<WorkRepository, 'findAll'>
  personal: Pick<Personal, 'ofWorks'>
}

type Page = { page: number; pageSize: number }

export function playlistRoutes(app: FastifyInstance, { playlists, works, personal }: PlaylistRoutesDeps): void {
  serve(app, listPlaylists, async ({ account, query, request }) => {
    const { playlists: found, total } = await playlists.list(account, query.filterBy, sliceOf(query))
    return { playlists: found.map((one) => withCover(one, request)), pagination: paginationOf(query, total) }
  })
  serve(app, getPlaylist, async ({ account, query, request }) =>
    withCover(await playlists.get(account, query.id), request),
  )
  serve(app, listPlaylistWorks, async ({ account, query, request }) => {
    const { works: added, total } = await playlists.works(account, query.id, sliceOf(query))
    const ids = added.map(({ workId }) => workId)
    const addedAt = new Map(added.map(({ workId, addedAtMs }) => [workId, new Date(addedAtMs).toISOString()]))
    const found = await works.findAll(ids, originOf(request))
    const asked = [query.id, ...query['withPlaylistStatus[]']].map((id) => id.toLowerCase())
    const own = account === null ? null : await personal.ofWorks(account.id, ids, asked)
    return {
      works: found.map((work) => {
        const at = addedAt.get(work.id) ?? ''
        const fields = own?.get(work.id) ?? NOTHING_PERSONAL
        return { ...work, ...fields, playlist_rel_created_at: at, playlist_rel_updated_at: at }
      }),
      pagination: paginationOf(query, total),
    }
  })
  serve(app, createPlaylist, async ({ account, body: { works: refs = [], ...details }, request }) =>
    withCover(await playlists.create(account, details, refs), request),
  )
  serve(app, editPlaylist, async ({ account, body, request }) =>
    withCover(await playlists.edit(account, body.id, body.data), request),
  )
  serve(app, deletePlaylist, async ({ account, body: { id } }) => {
    await playlists.remove(account, id)
    return { id }
  })
  serve(app, addWorksToPlaylist, ({ account, body }) => playlists.addWorks(account, body.id, body.works))
  serve(app, removeWorksFromPlaylist, ({ account, body }) => playlists.removeWorks(account, body.id, body.works))
  serve(app, likePlaylist, async ({ account, body: { id } }) => {
    await playlists.setLiked(account, id, true)
    return { id, liked: true }
  })
  serve(app, unlikePlaylist, async ({ account, body: { id } }) => {
    await playlists.setLiked(account, id, false)
    return { id, liked: false }
  })
  serve(app, getPlaylistLike, async ({ account, query: { id } }) => {
    const { liked } = await playlists.get(account, id)
    return { id, liked }
  })
  serve(app, getDefaultMarkTarget, async ({ account, request }) =>
    withCover(await playlists.markTarget(account), request),
  )
  serve(app, setDefaultMarkTarget, async ({ account, body, request }) =>
    withCover(await playlists.setMarkTarget(account, body.id), request),
  )
  serve(app, listPlaylistsWithWork, async ({ account, query, request }) => {
    const workId = readWorkId('query', 'workID', query.workID)
    const { playlists: found, total } = await playlists.listWithWork(account, workId, sliceOf(query))
    return { playlists: found.map((one) => withCover(one, request)), pagination: paginationOf(query, total) }
  })
}

function withCover<P extends SeenPlaylist>(playlist: P, request: FastifyRequest): P & { mainCoverUrl: string | null } {
  const { latestWorkID: workId } = playlist
  return { ...playlist, mainCoverUrl: workId === null ? null : originOf(request) + coverPath(workId, 'main') }
}

function sliceOf({ page, pageSize }: Page) {
  return { offset: (page - 1) * pageSize, limit: pageSize }
}

function paginationOf({ page, pageSize }: Page, totalCount: number): Pagination {
  return { currentPage: page, page, pageSize, totalCount }
}
