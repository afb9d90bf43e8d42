import { type FSWatcher, watch as watchFolder } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'kysely'

import { inPages } from '#db/in-pages.ts'
import type { Db } from '#db/open.ts'

import { describeError, foldersAbove, isJunk, joinName } from '../files/file-system.ts'
import { type Place, placeKey } from '../folders/identities.ts'

/** They take 45 MB in all; what lies beyond is left to scheduled scans. */
export const MAX_WATCHED = 20_000
const WORKS_AT_ONCE = 500
/** Leaves threads for other reads of files. */
const AT_ONCE = 2
/** Of a new folder, in which works may appear later. */
const NEW_FOLDERS = 1_000

/** A folder, and the path of the work that it belongs to; null: to none. */
export type WatchedPlace = Place & { work: string | null }

export type Watch = (path: string, onEvent: (name: string | null) => void, onError: () => void) => { close(): void }

/** What to raise, by the error's code. */
const LIMITS: Partial<Record<string, string>> = {
  ENOSPC: 'The system watches no more folders: raise fs.inotify.max_user_watches (sysctl).',
  EMFILE:
    'The system has no watcher left for this user, or this process has too many open files: raise fs.inotify.max_user_instances (sysctl) or the limit of open files (ulimit -n).',
  ENFILE: 'The system has too many open files: raise fs.file-max (sysctl).',
}

/** Node's own watcher, of one folder without those in it. @throws {NodeJS.ErrnoException} a code of {@link LIMITS}: no more watches */
export const systemWatch: Watch = (path, onEvent, onError) => {
  const watcher: FSWatcher = watchFolder(path, { persistent: false }, (_event, name) => onEvent(name))
  // The folder was removed; its parent's watcher tells.
  watcher.on('error', onError)
  return watcher
}

type Deps = {
  watch: Watch
  /** Called with a work whose files have changed, or with what was added, changed or removed in another folder. */
  onEvent: (place: Place) => void
  most?: number
}

type Watched = { place: WatchedPlace; identity: string | null; close: () => void }

/** The folders that are watched. */
export function createWatchedFolders({ watch, onEvent, most = MAX_WATCHED }: Deps) {
  const watched = new Map<string, Watched>()
  /** New folders, which stay watched until they are known to hold works. */
  const added = new Set<string>()
  let isClosed = false
  let problem: { isLimit: boolean; detail: string } | null = null

  function remove(key: string): void {
    watched.get(key)?.close()
    watched.delete(key)
  }

  function add(place: WatchedPlace, identity: string | null): boolean {
    const key = placeKey(place)
    const known = watched.get(key)
    if (known) {
      known.place = place
      return true
    }
    if (isClosed) return false
    if (watched.size >= most) {
      problem ??= { isLimit: true, detail: `${most} folders are watched, which is the limit` }
      return false
    }
    try {
      const entry: Watched = { place, identity, close: () => {} }
      const onName = (name: string | null) => {
        if (name !== null && isJunk(name)) return
        const { root, path, work } = entry.place
        // A work waits as a whole: files that arrive one after another are one change.
        onEvent({ root, path: work ?? (name === null ? path : joinName(path, name)) })
      }
      const watcher = watch(joinName(place.root, place.path), onName, () => remove(key))
      entry.close = () => watcher.close()
      watched.set(key, entry)
      return true
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const limit = LIMITS[code ?? '']
      if (limit === undefined) return true
      problem = { isLimit: true, detail: `${limit} ${describeError(error)}` }
      return false
    }
  }

  return {
    count: () => watched.size,
    /** Why not all folders are watched. */
    problem: () => problem,

    /** Watches these folders, the most important first, and no others. */
    async replace(places: readonly WatchedPlace[]): Promise<void> {
      const wanted = new Map(places.slice(0, most + 1).map((place) => [placeKey(place), place]))
      const identities = await identify(wanted)
      problem = null
      for (const key of wanted.keys()) added.delete(key)
      for (const [key, { identity }] of watched) {
        if (wanted.has(key) ? identities.get(key) !== identity : !added.has(key)) remove(key)
      }
      for (const [key, place] of wanted) if (!add(place, identities.get(key) ?? null)) return
    },

    /** Watches a new or changed folder, and those in it. */
    async addNew({ root, path }: Place): Promise<void> {
      const work = watched.get(placeKey({ root, path }))?.place.work ?? null
      const open = [path]
      for (let index = 0; index < Math.min(open.length, NEW_FOLDERS); index++) {
        const folder = open[index] ?? ''
        const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => null)
        if (entries === null) continue
        const key = placeKey({ root, path: folder })
        // It may be another folder of the same name.
        remove(key)
        if (!add({ root, path: folder, work }, await identityOf({ root, path: folder }))) return
        if (added.size < NEW_FOLDERS) added.add(key)
        for (const entry of entries) {
          if (entry.isDirectory() && !isJunk(entry.name)) open.push(joinName(folder, entry.name))
        }
      }
    },

    close(): void {
      isClosed = true
      for (const watcher of watched.values()) watcher.close()
      watched.clear()
    },
  }
}

/** Differs between a folder and another made later at its path, of which a watcher reports nothing; null: not there. */
export async function identityOf({ root, path }: Place): Promise<string | null> {
  return stat(joinName(root, path), { bigint: true }).then(
    // File systems use the number of a removed folder again.
    ({ dev, ino, birthtimeNs }) => `${dev}:${ino}:${birthtimeNs}`,
    () => null,
  )
}

async function identify(places: ReadonlyMap<string, Place>): Promise<Map<string, string | null>> {
  const identities = new Map<string, string | null>()
  const open = places.entries()
  const work = async () => {
    for (const [key, place] of open) identities.set(key, await identityOf(place))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return identities
}

/**
 * Returns library folders, the folders that hold works, and works' own folders with those in them, those of the works that
 * were added last first.
 */
export async function foldersToWatch(db: Db, roots: readonly string[], most = MAX_WATCHED): Promise<WatchedPlace[]> {
  const folders = await listHolders(db, roots)
  for await (const works of inPages((last: WorkPlace | null, limit) => listNewest(db, last, limit), WORKS_AT_ONCE)) {
    const inside = await listFoldersInside(db, works)
    for (const { id, root, path } of works) {
      if (folders.length > most) return folders
      if (!roots.includes(root)) continue
      for (const folder of inside.get(id) ?? ['']) {
        folders.push({ root, path: folder === '' ? path : joinName(path, folder), work: path })
      }
    }
  }
  return folders
}

type WorkPlace = Place & { id: number; create_date: string }

/** Returns library folders, and the folders above works. */
async function listHolders(db: Db, roots: readonly string[]): Promise<WatchedPlace[]> {
  const holders = new Map<string, WatchedPlace>()
  const hold = (root: string, path: string) => holders.set(placeKey({ root, path }), { root, path, work: null })
  for (const root of roots) hold(root, '')
  const pages = inPages<{ id: number; root: string; path: string }>((last, limit) =>
    db
      .selectFrom('work')
      .select(['id', 'root', 'path'])
      // Wrapped, or SQLite would use the index that begins with it, and sort all works for each page.
      .where(sql`(state || '')`, '=', 'present')
      .where('id', '>', last?.id ?? -1)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const works of pages) {
    for (const { root, path } of works) {
      if (roots.includes(root)) for (const above of foldersAbove(path)) hold(root, above)
    }
  }
  return [...holders.values()]
}

async function listNewest(db: Db, last: WorkPlace | null, limit: number): Promise<WorkPlace[]> {
  return db
    .selectFrom('work')
    .select(['id', 'root', 'path', 'create_date'])
    .where('state', '=', 'present')
    .$if(last !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('create_date', 'id'), '<', eb.tuple(last?.create_date ?? '', last?.id ?? 0))),
    )
    .orderBy('create_date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the folders in works that hold files, and those above them, relative to the work; '' is its own. */
async function listFoldersInside(db: Db, works: readonly WorkPlace[]): Promise<Map<number, Set<string>>> {
  const rows = await db
    .selectFrom('file')
    // Without its name: all characters but slashes are cut off at the end.
    .select(['work_id', sql<string>`rtrim(path, replace(path, '/', ''))`.as('folder')])
    .distinct()
    .where('state', '=', 'present')
    .where('path', 'like', '%/%')
    .where(
      'work_id',
      'in',
      works.map(({ id }) => id),
    )
    .execute()
  const inside = new Map<number, Set<string>>()
  for (const { work_id: id, folder } of rows) {
    const folders = inside.get(id) ?? new Set()
    for (const above of foldersAbove(folder)) folders.add(above)
    inside.set(id, folders)
  }
  return inside
}
