import { hash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { CatalogueService } from '#features/catalogue/index.ts'
import { playlistTitle, type PlaylistRepository } from '#features/playlists/index.ts'
import { mainFiles } from '#features/tracks/index.ts'
import type { Account } from '#http/gate.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'

import { rangeName, rangesOf } from './code-ranges.ts'
import { davName, uniqueNames, workName } from './names.ts'
import type { DavFile, DavWork, WebdavRepository } from './webdav.repository.ts'
import { pathsIn } from './work-files.ts'

/** A playlist as its folder and its file show it. */
export type DavPlaylist = { id: string; name: string; updatedAtMs: number }

/** A playlist for players, as a file. */
export type M3u = { bytes: Buffer; etag: string; modifiedMs: number }

export type Playlists = {
  /** The member's own and liked ones; the first thousand. */
  list(member: Account): Promise<DavPlaylist[]>
  find(member: Account, name: string): Promise<DavPlaylist | null>
  /** Ids of its works that are in the library, in its order. */
  workIds(playlist: DavPlaylist): Promise<number[]>
  has(playlist: DavPlaylist, workId: number): Promise<boolean>
  /** Its tracks in order, below the folder that lies beside it; of its first thousand works. */
  m3u(playlist: DavPlaylist): Promise<M3u>
}

export const M3U = '.m3u8'
const MAX_PLAYLISTS = 1_000
const MAX_PLAYLIST_WORKS = 10_000
const MAX_M3U_WORKS = 1_000
const WORKS_AT_ONCE = 100
const SLICE_MS = 8

/** The tracks of a work; paths begin with its folder. */
type Entry = { seconds: number; label: string; path: string }

type Deps = {
  repository: Pick<WebdavRepository, 'works' | 'files' | 'circlesOf'>
  playlists: Pick<PlaylistRepository, 'ensureSystemPlaylists' | 'list' | 'works' | 'worksAmong'>
  catalogue: Pick<CatalogueService, 'onChange'>
}

export function createPlaylists({ repository, playlists, catalogue }: Deps): Playlists {
  /** By work, until it changes. */
  const entries = new LRUCache<number, readonly Entry[]>({ max: 5_000 })
  /** Raised by every change, after which what is being read may be out of date. */
  let changes = 0
  catalogue.onChange(({ workIds, namesChanged, isReload }) => {
    changes++
    if (isReload || namesChanged) entries.clear()
    else for (const id of workIds) entries.delete(id)
  })

  async function named(member: Account): Promise<Map<string, DavPlaylist>> {
    await playlists.ensureSystemPlaylists(member.id)
    const { rows } = await playlists.list(member.id, 'all', { offset: 0, limit: MAX_PLAYLISTS })
    const inOrder = rows.toSorted(
      (a, b) =>
        Number(a.system_kind === null) - Number(b.system_kind === null) ||
        (a.system_kind ?? '').localeCompare(b.system_kind ?? '') ||
        a.created_at_ms - b.created_at_ms ||
        (a.id < b.id ? -1 : 1),
    )
    const byName = uniqueNames(
      inOrder,
      ({ name }) => folderName(playlistTitle(name)),
      ({ id }) => id.slice(0, 8),
    )
    return new Map(
      Array.from(byName, ([name, { id, updated_at_ms: updatedAtMs }]) => [name, { id, name, updatedAtMs }]),
    )
  }

  async function workIds({ id }: DavPlaylist): Promise<number[]> {
    const { works } = await playlists.works(id, { offset: 0, limit: MAX_PLAYLIST_WORKS })
    return works.map(({ workId }) => workId)
  }

  /** Returns the tracks of works, and reads those that are not known yet. */
  async function entriesOfAll(ids: readonly number[]): Promise<Map<number, readonly Entry[] | undefined>> {
    const slices = createTimeSlices(SLICE_MS)
    const found = new Map(ids.map((id) => [id, entries.get(id)]))
    const unknown = ids.filter((id) => found.get(id) === undefined)
    for (let at = 0; at < unknown.length; at += WORKS_AT_ONCE) {
      const before = changes
      const some = unknown.slice(at, at + WORKS_AT_ONCE)
      const [works, files, circles] = await Promise.all([
        repository.works(some),
        repository.files(some),
        repository.circlesOf(some),
      ])
      const filesOf = Map.groupBy(files, ({ work_id }) => work_id)
      for (const work of works) {
        const read = entriesOf(work, circles.get(work.id) ?? '', filesOf.get(work.id) ?? [])
        found.set(work.id, read)
        if (changes === before) entries.set(work.id, read)
        if (slices.isOver()) await slices.next()
      }
    }
    return found
  }

  return {
    list: async (member) => [...(await named(member)).values()],
    find: async (member, name) => (await named(member)).get(name) ?? null,
    workIds,
    has: async ({ id }, workId) => (await playlists.worksAmong(id, [workId])).length > 0,

    async m3u(playlist) {
      const all = await workIds(playlist)
      const listed = all.slice(0, MAX_M3U_WORKS)
      const entriesBy = await entriesOfAll(listed)
      const folderOf = foldersOf(all)
      const lines = ['#EXTM3U', `#PLAYLIST:${oneLine(playlist.name)}`]
      for (const id of listed) {
        for (const { seconds, label, path } of entriesBy.get(id) ?? []) {
          lines.push(`#EXTINF:${seconds},${label}`, [playlist.name, ...folderOf(id), path].join('/'))
        }
      }
      const bytes = Buffer.from(`${lines.join('\n')}\n`)
      return { bytes, etag: `"${hash('sha256', bytes).slice(0, 24)}"`, modifiedMs: playlist.updatedAtMs }
    },
  }
}

/** A folder must not have the name of another playlist's file. */
function folderName(name: string): string {
  const safe = davName(name)
  return safe.toLowerCase().endsWith(M3U) ? `${safe}_` : safe
}

function entriesOf(work: DavWork, circle: string, files: readonly DavFile[]): Entry[] {
  const paths = pathsIn(files)
  return mainFiles(files).map((file): Entry => {
    const path = paths.get(file.id)!
    const track = path.at(-1)!.replace(/\.[a-z\d]{1,5}$/i, '')
    return {
      seconds: file.duration_seconds === null ? -1 : Math.round(file.duration_seconds),
      label: oneLine([circle, work.title, track].filter((part) => part !== '').join(' - ')),
      path: [workName(work), ...path].join('/'),
    }
  })
}

/** Returns the names of the ranges that a work's folder is listed in, from the outside in. */
function foldersOf(ids: readonly number[]): (id: number) => string[] {
  const ascending = ids.toSorted((a, b) => a - b)
  const known = new Map<string, { name: string; first: number; last: number; ids: number[] }[] | null>()

  function partsOf(among: readonly number[]) {
    const key = `${among[0]} ${among.at(-1)}`
    if (!known.has(key)) {
      const parts = rangesOf(among)?.map((range) => ({
        ...range,
        name: rangeName(range),
        ids: among.filter((id) => id >= range.first && id <= range.last),
      }))
      known.set(key, parts ?? null)
    }
    return known.get(key) ?? null
  }

  return (id) => {
    const names: string[] = []
    let among: readonly number[] = ascending
    for (let parts = partsOf(among); parts !== null; parts = partsOf(among)) {
      const part = parts.find(({ first, last }) => id >= first && id <= last)!
      names.push(part.name)
      among = part.ids
    }
    return names
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
