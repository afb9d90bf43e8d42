import type { CatalogueService } from '#features/catalogue/index.ts'
import { contentTypeOf } from '#features/media/index.ts'
import type { Account } from '#http/gate.ts'

import { grouped, membersOf } from './circle-groups.ts'
import { type Circle, type Circles, PLAYLISTS, WORKS } from './circles.ts'
import { type CodeRange, parseRange, parseWorkName, rangeName, rangesOf } from './code-ranges.ts'
import { listedEtag } from './file-etag.ts'
import { workName } from './names.ts'
import { type DavPlaylist, M3U, type M3u, type M3uFacts, type Playlists } from './playlists.ts'
import type { DavFile, DavWork, FoundWork, WebdavRepository } from './webdav.repository.ts'
import { findBelow, type Folder, type NamedFile } from './work-files.ts'

/** What a list says of a folder or file. */
export type Entry = {
  name: string
  /** Milliseconds since 1970. */
  modifiedMs: number
  /** null: a folder. */
  file: { sizeBytes: number; etag: string; contentType: string } | null
}

/** What is at an address: a folder, a file of the library, or a playlist for players. */
export type Resource =
  /** `signal` aborts when the client disconnects. */
  | { kind: 'folder'; entry: Entry; members(signal: AbortSignal): Promise<Entry[]> }
  | { kind: 'libraryFile'; entry: Entry; file: DavFile; root: string }
  | { kind: 'm3u'; entryOf(signal: AbortSignal): Promise<Entry>; open(signal: AbortSignal): Promise<M3u> }

export type Tree = {
  /**
   * Finds what is at a path; names are as lists have them, except that ranges of codes need not be listed, and only the code of a
   * work's name counts.
   *
   * @param account  null: anonymous
   * @returns null: nothing; `needsLogin`: playlists, without an account
   */
  find(path: readonly string[], account: Account | null): Promise<Resource | 'needsLogin' | null>
}

/** Works that a folder holds. */
type WorkSet = {
  /** Those in the library, in any order. */
  ids(): Promise<readonly number[]>
  has(work: FoundWork): boolean | Promise<boolean>
}

/** More than any circle's name leads through. */
const MAX_GROUPS = 32
/** More than any library has. */
const NO_LIMIT = 10_000_000
const ALL = { terms: [], order: 'id', direction: 'asc', offset: 0, limit: NO_LIMIT } as const

type TreeDeps = {
  repository: WebdavRepository
  catalogue: CatalogueService
  circles: Circles
  playlists: Playlists
  filesOf: (work: FoundWork) => Promise<Folder>
  /** Whether nginx sends the files of a library folder. */
  isSentByProxy: (root: string) => boolean
}

/**
 * The folders and files of WebDAV: circles at the root with their works, all works by code in `works`, and a member's
 * playlists in `playlists`. A work is found at the root, too.
 */
export function createTree(deps: TreeDeps): Tree {
  const { repository, catalogue, circles, playlists, filesOf, isSentByProxy } = deps
  const { index } = catalogue
  let changedAtMs = Date.now()
  catalogue.onChange(() => (changedAtMs = Date.now()))

  const folder = (name: string, modifiedMs = changedAtMs): Entry => ({ name, modifiedMs, file: null })
  const workEntry = (work: DavWork): Entry => folder(workName(work), work.updatedAtMs)

  const allWorks: WorkSet = { ids: async () => index.query(ALL).ids, has: () => true }
  const worksOf = ({ id }: Circle): WorkSet => ({
    ids: async () => index.query({ ...ALL, circleId: id }).ids,
    has: ({ circleId }) => circleId === id,
  })
  const worksIn = (playlist: DavPlaylist): WorkSet => ({
    ids: () => playlists.workIds(playlist),
    has: ({ id }) => playlists.has(playlist, id),
  })

  function fileEntry(name: string, { file }: NamedFile, root: string): Entry {
    const etag = listedEtag(file, isSentByProxy(root))
    const contentType = contentTypeOf(file.path.slice(file.path.lastIndexOf('/') + 1)).mime
    return { name, modifiedMs: file.mtime_ms, file: { sizeBytes: file.size_bytes, etag, contentType } }
  }

  async function inWork(work: FoundWork, name: string, path: readonly string[]): Promise<Resource | null> {
    const { root } = work
    const found = findBelow(await filesOf(work), path)
    if (found === null) return null
    const own = path.at(-1) ?? name
    if (found.kind === 'file') {
      return { kind: 'libraryFile', entry: fileEntry(own, found, root), file: found.file, root }
    }
    const entryOf = ([member, of]: [string, Folder | NamedFile]): Entry =>
      of.kind === 'file' ? fileEntry(member, of, root) : folder(member, of.modifiedMs)
    return {
      kind: 'folder',
      entry: folder(own, path.length === 0 ? work.updatedAtMs : found.modifiedMs),
      members: async () => Array.from(found.members, entryOf),
    }
  }

  /** Works in a set of works, by any ranges of codes. */
  async function inSet(set: WorkSet, name: string, path: readonly string[]): Promise<Resource | null> {
    const within: CodeRange = { first: 0, last: Number.MAX_SAFE_INTEGER }
    const isWithin = (id: number) => id >= within.first && id <= within.last
    const inRange = async () => (path.length === 0 ? set.ids() : (await set.ids()).filter(isWithin))
    for (const [at, part] of path.entries()) {
      const range = parseRange(part)
      if (range === null) return workIn({ ...set, has: (work) => isWithin(work.id) && set.has(work) }, path.slice(at))
      within.first = Math.max(within.first, range.first)
      within.last = Math.min(within.last, range.last)
    }
    if (path.length > 0 && (await inRange()).length === 0) return null
    return {
      kind: 'folder',
      entry: folder(path.at(-1) ?? name),
      async members() {
        const ids = await inRange()
        const ranges = rangesOf(ascending(ids))
        return ranges?.map((range) => folder(rangeName(range))) ?? (await repository.works(ids)).map(workEntry)
      },
    }
  }

  async function workIn(set: WorkSet, [name = '', ...path]: readonly string[]): Promise<Resource | null> {
    const id = parseWorkName(name)
    const work = id === null ? null : await repository.findWork(id)
    return work !== null && (await set.has(work)) ? inWork(work, name, path) : null
  }

  const circleList = (name: string, list: readonly Circle[], within: string | null): Resource => ({
    kind: 'folder',
    entry: folder(name),
    async members() {
      const { groups, rest } = grouped(list, ({ key }) => key, within)
      const others = within === null ? [WORKS, PLAYLISTS] : []
      return [...others, ...groups, ...rest.map((circle) => circle.name)].map((member) => folder(member))
    },
  })

  /** Circles by any groups, each in the one before: a long path must not be a search of all circles for each name. */
  async function inCircles(path: readonly string[]): Promise<Resource | null> {
    let among = await circles.list()
    for (const [at, name] of path.slice(0, MAX_GROUPS).entries()) {
      const below = path.slice(at + 1)
      const circle = await circles.find(name)
      if (circle) return inSet(worksOf(circle), name, below)
      const group = membersOf(name, among, ({ key }) => key)
      if (group === null) return null
      if (below.length === 0) return circleList(name, group, name)
      among = group
    }
    return null
  }

  const m3uEntry = (name: string, { sizeBytes, etag, modifiedMs }: M3uFacts): Entry => ({
    name,
    modifiedMs,
    file: { sizeBytes, etag, contentType: 'audio/x-mpegurl' },
  })

  async function inPlaylists(member: Account, path: readonly string[]): Promise<Resource | null> {
    const [name = '', ...below] = path
    if (path.length === 0) {
      return {
        kind: 'folder',
        entry: folder(PLAYLISTS),
        async members(signal) {
          const list = await playlists.list(member)
          const facts = await playlists.m3uFacts(list, signal)
          return list.flatMap(({ name: own, updatedAtMs }, at) => [
            folder(own, updatedAtMs),
            m3uEntry(own + M3U, facts[at]!),
          ])
        },
      }
    }
    const playlist = await playlists.find(member, name)
    if (playlist) return inSet(worksIn(playlist), name, below)
    const asFile = name.endsWith(M3U) && below.length === 0 ? name.slice(0, -M3U.length) : null
    const listed = asFile === null ? null : await playlists.find(member, asFile)
    if (!listed) return null
    return {
      kind: 'm3u',
      entryOf: async (signal) => m3uEntry(name, (await playlists.m3uFacts([listed], signal))[0]!),
      open: (signal) => playlists.m3u(listed, signal),
    }
  }

  return {
    async find(path, account) {
      const [first, ...rest] = path
      if (first === undefined) return circleList('', await circles.list(), null)
      if (first === WORKS) return inSet(allWorks, first, rest)
      if (first === PLAYLISTS) return account === null ? 'needsLogin' : inPlaylists(account, rest)
      return (await inCircles(path)) ?? workIn(allWorks, path)
    },
  }
}

/** Those of a playlist are in its order; all others are sorted already. */
function ascending(ids: readonly number[]): readonly number[] {
  return ids.every((id, at) => at === 0 || id > ids[at - 1]!) ? ids : ids.toSorted((a, b) => a - b)
}
