import { hash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { CatalogueService } from '#features/catalogue/index.ts'
import { playlistTitle, type PlaylistRepository } from '#features/playlists/index.ts'
import { mainFiles } from '#features/tracks/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'
import { createSemaphore } from '#jobs/semaphore.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'

import { createChangedWorks } from './changed-works.ts'
import { rangeName, rangesOf } from './code-ranges.ts'
import { davName, uniqueNames, workName } from './names.ts'
import type { DavFile, DavWork, WebdavRepository } from './webdav.repository.ts'
import { pathsIn } from './work-files.ts'

/** A playlist as its folder and its file show it. */
export type DavPlaylist = { id: string; name: string; updatedAtMs: number }

/** What a list says of a playlist for players. */
export type M3uFacts = { sizeBytes: number; etag: string; modifiedMs: number }
/** A playlist for players, as a file. */
export type M3u = M3uFacts & { bytes: Buffer }

export type Playlists = {
  /** The member's own and liked ones; the first thousand. */
  list(member: Account): Promise<DavPlaylist[]>
  find(member: Account, name: string): Promise<DavPlaylist | null>
  /** Ids of its works that are in the library, in its order. */
  workIds(playlist: DavPlaylist): Promise<number[]>
  has(playlist: DavPlaylist, workId: number): Promise<boolean>
  /**
   * Its tracks in order, below the folder that lies beside it; of its first thousand works.
   *
   * @param signal  aborted when the client disconnects
   * @throws {AppError} `server.busy`: too many are being made
   */
  m3u(playlist: DavPlaylist, signal: AbortSignal): Promise<M3u>
  /** Size and ETag of each, made only where it has changed. */
  m3uFacts(playlists: readonly DavPlaylist[], signal: AbortSignal): Promise<M3uFacts[]>
}

export const M3U = '.m3u8'
const MAX_PLAYLISTS = 1_000
const MAX_PLAYLIST_WORKS = 10_000
const MAX_M3U_WORKS = 1_000
const WORKS_AT_ONCE = 100
const SLICE_MS = 8
/** Files that are made at the same time, and that wait for it. */
const MADE_AT_ONCE = 2
const MAX_WAITING = 32
/** The sum of works of known files. */
const MAX_KNOWN_WORKS = 1_000_000

/** A track of a work; its path begins with the work's folder. */
type Entry = { seconds: number; label: string; path: string }
/** The tracks of a work as it was stored then. */
type WorkEntries = { updatedAtMs: number; entries: readonly Entry[] }
type KnownM3u = {
  facts: M3uFacts
  version: string
  works: readonly number[]
  /** The change up to which it is right. */
  asOf: number
}

type Deps = {
  repository: Pick<WebdavRepository, 'works' | 'files' | 'circlesOf' | 'playlistStates'>
  playlists: Pick<PlaylistRepository, 'ensureSystemPlaylists' | 'list' | 'works' | 'worksAmong'>
  catalogue: Pick<CatalogueService, 'onChange'>
}

export function createPlaylists({ repository, playlists, catalogue }: Deps): Playlists {
  /** By work, until it changes. */
  const entries = new LRUCache<number, WorkEntries>({ max: 5_000 })
  const knownM3us = new LRUCache<string, KnownM3u>({
    maxSize: MAX_KNOWN_WORKS,
    sizeCalculation: ({ works }) => works.length + 100,
  })
  const making = createSemaphore(MADE_AT_ONCE)
  const changedWorks = createChangedWorks()
  catalogue.onChange((update) => {
    changedWorks.note(update)
    if (update.isReload || update.namesChanged) entries.clear()
    else for (const id of update.workIds) entries.delete(id)
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

  /** Returns the tracks of works, and reads those that are not known or were stored since. */
  async function entriesOfAll(ids: readonly number[], signal: AbortSignal): Promise<Map<number, readonly Entry[]>> {
    const slices = createTimeSlices(SLICE_MS)
    const found = new Map<number, readonly Entry[]>()
    for (let at = 0; at < ids.length; at += WORKS_AT_ONCE) {
      signal.throwIfAborted()
      const before = changedWorks.now()
      const unknown: DavWork[] = []
      for (const work of await repository.works(ids.slice(at, at + WORKS_AT_ONCE))) {
        const known = entries.get(work.id)
        if (known?.updatedAtMs === work.updatedAtMs) found.set(work.id, known.entries)
        else unknown.push(work)
      }
      if (unknown.length === 0) continue
      const unknownIds = unknown.map(({ id }) => id)
      const [files, circles] = await Promise.all([repository.files(unknownIds), repository.circlesOf(unknownIds)])
      const filesOf = Map.groupBy(files, ({ work_id }) => work_id)
      for (const work of unknown) {
        const read = entriesOf(work, circles.get(work.id) ?? '', filesOf.get(work.id) ?? [])
        found.set(work.id, read)
        const { updatedAtMs } = work
        if (changedWorks.now() === before) entries.set(work.id, { updatedAtMs, entries: read })
        if (slices.isOver()) await slices.next()
      }
    }
    return found
  }

  async function make(playlist: DavPlaylist, state: string, signal: AbortSignal): Promise<M3u> {
    const asOf = changedWorks.now()
    const all = await workIds(playlist)
    const listed = all.slice(0, MAX_M3U_WORKS)
    const entriesBy = await entriesOfAll(listed, signal)
    const folderOf = foldersOf(all)
    const lines = ['#EXTM3U', `#PLAYLIST:${oneLine(playlist.name)}`]
    for (const id of listed) {
      for (const { seconds, label, path } of entriesBy.get(id) ?? []) {
        lines.push(`#EXTINF:${seconds},${label}`, [playlist.name, ...folderOf(id), path].join('/'))
      }
    }
    const bytes = Buffer.from(`${lines.join('\n')}\n`)
    const etag = `"${hash('sha256', bytes).slice(0, 24)}"`
    const facts = { sizeBytes: bytes.length, etag, modifiedMs: playlist.updatedAtMs }
    knownM3us.set(keyOf(playlist), { facts, version: versionOf(playlist, state), works: all, asOf })
    return { ...facts, bytes }
  }

  function makeInTurn(playlist: DavPlaylist, state: string, signal: AbortSignal): Promise<M3u> {
    if (making.waitingCount() >= MAX_WAITING) throw new AppError('server.busy', { headers: { 'retry-after': '5' } })
    return making.run(() => make(playlist, state, signal), undefined, signal)
  }

  function knownFacts(playlist: DavPlaylist, state: string): M3uFacts | null {
    const known = knownM3us.get(keyOf(playlist))
    if (known === undefined || known.version !== versionOf(playlist, state)) return null
    if (changedWorks.hasAnySince(known.asOf, known.works)) return null
    known.asOf = changedWorks.now()
    return known.facts
  }

  const stateOf = async ({ id }: DavPlaylist) => (await repository.playlistStates([id])).get(id) ?? ''

  return {
    list: async (member) => [...(await named(member)).values()],
    find: async (member, name) => (await named(member)).get(name) ?? null,
    workIds,
    has: async ({ id }, workId) => (await playlists.worksAmong(id, [workId])).length > 0,

    m3u: async (playlist, signal) => makeInTurn(playlist, await stateOf(playlist), signal),

    async m3uFacts(all, signal) {
      const states = await repository.playlistStates(all.map(({ id }) => id))
      const facts: M3uFacts[] = []
      for (const playlist of all) {
        const state = states.get(playlist.id) ?? ''
        const { sizeBytes, etag, modifiedMs } =
          knownFacts(playlist, state) ?? (await makeInTurn(playlist, state, signal))
        facts.push({ sizeBytes, etag, modifiedMs })
      }
      return facts
    },
  }
}

/** Another member's liked playlist may have another name for each. */
const keyOf = ({ id, name }: DavPlaylist) => `${id} ${name}`
const versionOf = ({ updatedAtMs }: DavPlaylist, state: string) => `${updatedAtMs} ${state}`

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
