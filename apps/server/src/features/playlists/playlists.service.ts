import {
  MAX_WORKS_AT_ONCE,
  type Playlist,
  type PlaylistFilter,
  type PlaylistPrivacy,
  SYSTEM_PLAYLIST_PREFIX,
} from '@otodana/contract'
import type { Catalogue } from '@otodana/catalogue'
import { parseKeyword } from '@otodana/keyword'
import { parseWorkRef } from '@otodana/work-code'

import { ChangedSinceError, type WriteKey } from '#db/write-once.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'

import type { SeenBeside } from './move-work.ts'
import type { PlaylistBase } from './playlist-base.ts'
import type { PlaylistDetails } from './playlist-details.ts'
import type { AddedWork, Places, PlaylistRepository, PlaylistRow, Slice } from './playlists.repository.ts'

/** References to works: ids, digits and codes, mixed. */
type WorkRefs = readonly (number | string)[]
type Edited = { id: string; rowCount: number; notFound: string[] }
export type SeenPlaylist = Omit<Playlist, 'mainCoverUrl'>
type NewPlaylist = { [Name in keyof PlaylistDetails]?: PlaylistDetails[Name] | undefined } & { name: string }
type Edit = { name?: string | undefined; description?: string | undefined; privacy?: PlaylistPrivacy | undefined }

export type Playlists = {
  list(member: Account, filter: PlaylistFilter, slice: Slice): Promise<{ playlists: SeenPlaylist[]; total: number }>
  /** @throws {AppError} `playlist.notFound`: none, or another member's private one */
  get(visitor: Account | null, id: string): Promise<SeenPlaylist>
  /**
   * @param keyword  filters the works, in the search language; white space is ignored
   * @throws {AppError} `playlist.notFound`
   */
  works(
    visitor: Account | null,
    id: string,
    slice: Slice,
    keyword: string,
  ): Promise<{ works: AddedWork[]; total: number }>
  /** @throws {AppError} `playlist.system` (reserved name), `playlist.tooMany` */
  create(
    member: Account,
    details: NewPlaylist,
    works: WorkRefs,
    key: WriteKey | null,
  ): Promise<SeenPlaylist & { notFound: string[] }>
  /**
   * @param base  what the member saw
   * @throws {AppError} `playlist.notFound`, `playlist.system`
   * @throws {ChangedSinceError} changed elsewhere
   */
  edit(
    member: Account,
    id: string,
    details: Edit,
    options: { base: PlaylistBase | undefined; key: WriteKey | null },
  ): Promise<SeenPlaylist>
  /**
   * @param base  what the member saw
   * @throws {AppError} `playlist.notFound`, `playlist.system`
   * @throws {ChangedSinceError} changed elsewhere
   */
  remove(member: Account, id: string, base?: { name: string; works_count: number }): Promise<void>
  /**
   * Appends works; those already in it keep their position.
   *
   * @param places  former places of `works`, which restore their positions
   * @throws {AppError} `playlist.notFound`, `playlist.full`
   */
  addWorks(
    member: Account,
    id: string,
    works: WorkRefs,
    places: readonly number[],
    key: WriteKey | null,
  ): Promise<Edited>
  /** @throws {AppError} `playlist.notFound` */
  removeWorks(member: Account, id: string, works: WorkRefs, key: WriteKey | null): Promise<Edited>
  /**
   * @param position  from 1, among the works that are in the library
   * @param base  where the member saw it
   * @throws {AppError} `playlist.notFound`; `work.notFound`: it is not in the playlist
   * @throws {ChangedSinceError} it was moved elsewhere
   */
  moveWork(
    member: Account,
    id: string,
    move: { workId: number; position: number; base: SeenBeside | undefined },
    key: WriteKey | null,
  ): Promise<void>
  /** @throws {AppError} `playlist.notFound`, `playlist.own` */
  setLiked(member: Account, id: string, isLiked: boolean, key: WriteKey | null): Promise<void>
  markTarget(member: Account): Promise<SeenPlaylist>
  /** @throws {AppError} `playlist.notFound`: not one of the member's own */
  setMarkTarget(member: Account, id: string): Promise<SeenPlaylist>
  /** Lists the member's own, and whether they contain the work. */
  listWithWork(
    member: Account,
    workId: number,
    slice: Slice,
  ): Promise<{ playlists: (SeenPlaylist & { exist: boolean })[]; total: number }>
}

type Deps = { playlists: PlaylistRepository; catalogue: Pick<Catalogue, 'filter'> }

export function createPlaylistService({ playlists, catalogue }: Deps): Playlists {
  async function visible(visitor: Account | null, id: string): Promise<PlaylistRow> {
    const row = await playlists.find(id.toLowerCase(), visitor?.id ?? null)
    if (!row) throw new AppError('playlist.notFound')
    return row
  }

  /** "Not found" and "not yours" are one answer. */
  async function own(member: Account, id: string): Promise<PlaylistRow> {
    const row = await visible(member, id)
    if (row.account_id !== member.id) throw new AppError('playlist.notFound')
    return row
  }

  /** Resolves works to ids without duplicates, and lists those not found. */
  async function readWorks(refs: WorkRefs): Promise<{ ids: number[]; notFound: string[] }> {
    const asked = refs.slice(0, MAX_WORKS_AT_ONCE).map((ref) => ({ ref, id: parseWorkRef(String(ref)) }))
    const known = await playlists.knownWorks(asked.flatMap(({ id }) => (id === null ? [] : [id])))
    const isKnown = ({ id }: { id: number | null }) => id !== null && known.has(id)
    return {
      ids: [...new Set(asked.filter(isKnown).map(({ id }) => id ?? 0))],
      notFound: [...new Set(asked.filter((one) => !isKnown(one)).map(({ ref }) => String(ref)))],
    }
  }

  function refuseSystemName(name: string): void {
    if (name.toUpperCase().startsWith(SYSTEM_PLAYLIST_PREFIX)) throw new AppError('playlist.system')
  }

  return {
    async list(member, filter, slice) {
      await playlists.ensureSystemPlaylists(member.id)
      const { rows, total } = await playlists.list(member.id, filter, slice)
      return { playlists: rows.map((row) => toPlaylist(row, member)), total }
    },

    get: async (visitor, id) => toPlaylist(await visible(visitor, id), visitor),

    async works(visitor, id, slice, keyword) {
      const { id: known } = await visible(visitor, id)
      // Names contain a space where their source had a NUL.
      const terms = parseKeyword(keyword.replaceAll('\0', ' '))
      if (terms.length === 0) return playlists.works(known, slice)
      const found = catalogue.filter(await playlists.workIds(known), { terms })
      const page = found.slice(slice.offset, slice.offset + slice.limit)
      return { works: await playlists.worksAmong(known, page), total: found.length }
    },

    async create(member, { name, description = '', privacy = 0, locale = '' }, works, key) {
      refuseSystemName(name)
      const { ids, notFound } = await readWorks(works)
      const id = await playlists.create(member.id, { name, description, privacy, locale }, ids, key)
      if (id === null) throw new AppError('playlist.tooMany')
      return { ...toPlaylist(await visible(member, id), member), notFound }
    },

    async edit(member, id, { name, description, privacy }, options) {
      const row = await own(member, id)
      const isRenamed = name !== undefined && name !== row.name
      if (isRenamed) refuseSystemName(name)
      if (isRenamed && row.system_kind !== null) throw new AppError('playlist.system')
      const details = {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(privacy === undefined ? {} : { privacy }),
      }
      await playlists.edit(row.id, details, options)
      return toPlaylist(await visible(member, row.id), member)
    },

    async remove(member, id, base) {
      const row = await own(member, id)
      if (row.system_kind !== null) throw new AppError('playlist.system')
      const { name, works_count } = row
      if (base && (base.name !== name || base.works_count !== works_count))
        throw new ChangedSinceError({ name, works_count })
      await playlists.remove(row.id)
    },

    async addWorks(member, id, works, places, key) {
      const row = await own(member, id)
      const { ids, notFound } = await readWorks(works)
      const rowCount = await playlists.addWorks(row.id, ids, placesOf(works, places), key)
      if (rowCount === null) throw new AppError('playlist.full')
      return { id: row.id, rowCount, notFound }
    },

    async removeWorks(member, id, works, key) {
      const row = await own(member, id)
      const ids = works.map((ref) => parseWorkRef(String(ref)))
      const notFound = works.filter((_, index) => ids[index] === null).map(String)
      // Missing works can be removed too.
      const rowCount = await playlists.removeWorks(
        row.id,
        ids.filter((workId) => workId !== null),
        key,
      )
      return { id: row.id, rowCount, notFound }
    },

    async moveWork(member, id, { workId, position, base }, key) {
      const row = await own(member, id)
      if (!(await playlists.moveWork(row.id, workId, position, { base, key }))) throw new AppError('work.notFound')
    },

    async setLiked(member, id, isLiked, key) {
      if (!isLiked) return playlists.setLiked(member.id, id.toLowerCase(), false, key)
      const row = await visible(member, id)
      if (row.account_id === member.id) throw new AppError('playlist.own')
      return playlists.setLiked(member.id, row.id, true, key)
    },

    async markTarget(member) {
      await playlists.ensureSystemPlaylists(member.id)
      const chosen = await playlists.markTarget(member.id)
      const row =
        chosen === null ? await playlists.findSystem(member.id, 'marked') : await playlists.find(chosen, member.id)
      if (!row) throw new AppError('playlist.notFound')
      return toPlaylist(row, member)
    },

    async setMarkTarget(member, id) {
      const row = await own(member, id)
      await playlists.setMarkTarget(member.id, row.id)
      return toPlaylist(row, member)
    },

    async listWithWork(member, workId, slice) {
      await playlists.ensureSystemPlaylists(member.id)
      const { rows, total } = await playlists.list(member.id, 'owned', slice)
      const has = await playlists.memberships(
        member.id,
        rows.map(({ id }) => id),
        [workId],
      )
      return {
        playlists: rows.map((row) => ({
          ...toPlaylist(row, member),
          exist: has.get(row.id)?.has(workId) ?? false,
        })),
        total,
      }
    },
  }
}

function placesOf(works: WorkRefs, places: readonly number[]): Places {
  return new Map(places.map((place, index) => [parseWorkRef(String(works[index])) ?? -1, place]))
}

function toPlaylist(row: PlaylistRow, visitor: Account | null): SeenPlaylist {
  return {
    id: row.id,
    user_name: row.user_name,
    privacy: row.privacy,
    locale: row.locale,
    // Required by clients; no call of this API counts plays.
    playback_count: 0,
    name: row.name,
    description: row.description,
    created_at: new Date(row.created_at_ms).toISOString(),
    updated_at: new Date(row.updated_at_ms).toISOString(),
    works_count: row.works_count,
    latestWorkID: row.latest_work_id,
    like_count: row.like_count,
    is_owner: row.account_id === visitor?.id,
    liked: row.own_likes > 0,
  }
}
