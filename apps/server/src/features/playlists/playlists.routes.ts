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
  listPlaylistWorksByKeyword,
  moveWorkInPlaylist,
  type Pagination,
  removeWorksFromPlaylist,
  setDefaultMarkTarget,
  unlikePlaylist,
} from '@otodana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { NOTHING_PERSONAL, type Personal, readWorkId, type WorkRepository } from '#features/works/index.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'
import { serve } from '#http/serve.ts'
import { coverPath } from '@otodana/contract'

import type { Account } from '#http/gate.ts'

import type { PlaylistRepository } from './playlists.repository.ts'
import type { Playlists, SeenPlaylist } from './playlists.service.ts'

export type PlaylistRoutesDeps = {
  playlists: Playlists
  works: Pick<WorkRepository, 'findAll'>
  personal: Pick<Personal, 'ofWorks'>
}

type Page = { page: number; pageSize: number }
type WorksPage = Page & { id: string; keyword: string; withPlaylistStatus: readonly string[] }

export function playlistRoutes(app: FastifyInstance, { playlists, works, personal }: PlaylistRoutesDeps): void {
  serve(app, listPlaylists, async ({ account, query, request }) => {
    const { playlists: found, total } = await playlists.list(account, query.filterBy, sliceOf(query))
    return { playlists: found.map((one) => withCover(one, request)), pagination: paginationOf(query, total) }
  })
  serve(app, getPlaylist, async ({ account, query, request }) =>
    withCover(await playlists.get(account, query.id), request),
  )
  async function worksPage(account: Account | null, page: WorksPage, request: FastifyRequest) {
    const { works: added, total } = await playlists.works(account, page.id, sliceOf(page), page.keyword)
    const found = await works.findAll(
      added.map(({ workId }) => workId),
      siteUrlOf(request),
    )
    const byId = new Map(found.map((work) => [work.id, work]))
    const asked = [page.id, ...page.withPlaylistStatus].map((id) => id.toLowerCase())
    const own = account === null ? null : await personal.ofWorks(account.id, [...byId.keys()], asked)
    return {
      works: added.flatMap(({ workId, addedAtMs, place }) => {
        const work = byId.get(workId)
        // It is no longer in the library.
        if (!work) return []
        const at = new Date(addedAtMs).toISOString()
        const fields = own?.get(workId) ?? NOTHING_PERSONAL
        return {
          ...work,
          ...fields,
          playlist_rel_created_at: at,
          playlist_rel_updated_at: at,
          playlist_rel_place: place,
        }
      }),
      pagination: paginationOf(page, total),
    }
  }
  serve(
    app,
    listPlaylistWorks,
    ({ account, query: { 'withPlaylistStatus[]': withPlaylistStatus, ...page }, request }) =>
      worksPage(account, { ...page, withPlaylistStatus }, request),
  )
  serve(app, listPlaylistWorksByKeyword, ({ account, body, request }) => worksPage(account, body, request))
  serve(app, createPlaylist, async ({ account, body: { works: refs = [], ...details }, request, key }) =>
    withCover(await playlists.create(account, details, refs, key), request),
  )
  serve(app, editPlaylist, async ({ account, body: { id, data, base }, request, key }) =>
    withCover(await playlists.edit(account, id, data, { base, key }), request),
  )
  serve(app, deletePlaylist, async ({ account, body: { id, base } }) => {
    await playlists.remove(account, id, base)
    return { id }
  })
  serve(app, addWorksToPlaylist, ({ account, body, key }) =>
    playlists.addWorks(account, body.id, body.works, body.places, key),
  )
  serve(app, removeWorksFromPlaylist, ({ account, body, key }) =>
    playlists.removeWorks(account, body.id, body.works, key),
  )
  serve(app, moveWorkInPlaylist, async ({ account, body: { id, work, position, base }, key }) => {
    const workId = readWorkId('body', 'work', String(work))
    await playlists.moveWork(account, id, { workId, position, base }, key)
    return { id }
  })
  serve(app, likePlaylist, async ({ account, body: { id }, key }) => {
    await playlists.setLiked(account, id, true, key)
    return { id, liked: true }
  })
  serve(app, unlikePlaylist, async ({ account, body: { id }, key }) => {
    await playlists.setLiked(account, id, false, key)
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

/**
 * Returns the version of the playlist that an API call shows, if any: see `PlaylistRepository.version`.
 *
 * @param body  JSON, as sent by the web app
 */
export function playlistVersion(
  playlists: Pick<PlaylistRepository, 'version'>,
  address: string,
  body?: string,
): Promise<string> | null {
  if (address === listPlaylistWorksByKeyword.path && body !== undefined) {
    return playlists.version(listPlaylistWorksByKeyword.body.parse(JSON.parse(body)).id.toLowerCase())
  }
  if (!address.startsWith(`${getPlaylist.path}?`) && !address.startsWith(`${listPlaylistWorks.path}?`)) return null
  const id = new URLSearchParams(address.slice(address.indexOf('?'))).get('id') ?? ''
  return playlists.version(id.toLowerCase())
}

function withCover<P extends SeenPlaylist>(playlist: P, request: FastifyRequest): P & { mainCoverUrl: string | null } {
  const { latestWorkID: workId } = playlist
  return { ...playlist, mainCoverUrl: workId === null ? null : siteUrlOf(request) + coverPath(workId, 'main') }
}

function sliceOf({ page, pageSize }: Page) {
  return { offset: (page - 1) * pageSize, limit: pageSize }
}

function paginationOf({ page, pageSize }: Page, totalCount: number): Pagination {
  return { currentPage: page, page, pageSize, totalCount }
}
