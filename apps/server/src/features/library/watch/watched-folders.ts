import { type FSWatcher, watch as watchFolder } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Db } from '#db/open.ts'

import { describeError, foldersAbove, isJunk, joinName } from '../files/file-system.ts'
import { type Place, placeKey } from '../folders/identities.ts'

/** A watched folder takes 1.5 kB; what lies beyond is left to scheduled scans. */
const MAX_WATCHED = 12_000
const ROWS_AT_ONCE = 2_000
/** Leaves threads for other reads of files. */
const AT_ONCE = 2
/** Of a new folder, in which works may appear later. */
const NEW_FOLDERS = 1_000

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
  /** Called with a folder that was added, changed or removed. */
  onEvent: (place: Place) => void
  most?: number
}

/** The folders that are watched. */
export function createWatchedFolders({ watch, onEvent, most = MAX_WATCHED }: Deps) {
  const watched = new Map<string, { close(): void; identity: string | null }>()
  /** New folders without works, which stay watched. */
  const added = new Set<string>()
  let problem: { isLimit: boolean; detail: string } | null = null

  function add(place: Place, identity: string | null): boolean {
    const key = placeKey(place)
    if (watched.has(key)) return true
    if (watched.size >= most) {
      problem ??= { isLimit: true, detail: `${most} folders are watched, which is the most` }
      return false
    }
    const remove = () => {
      watched.get(key)?.close()
      watched.delete(key)
    }
    try {
      const path = joinName(place.root, place.path)
      const onName = (name: string | null) => {
        if (name !== null && isJunk(name)) return
        onEvent({ root: place.root, path: name === null ? place.path : joinName(place.path, name) })
      }
      const watcher = watch(path, onName, remove)
      watched.set(key, { close: () => watcher.close(), identity })
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
    async replace(places: Iterable<Place>): Promise<void> {
      const wanted = new Map([...places].slice(0, most + 1).map((place) => [placeKey(place), place]))
      const identities = await identify(wanted)
      problem = null
      for (const [key, watcher] of watched) {
        if (wanted.has(key) ? identities.get(key) === watcher.identity : added.has(key)) continue
        watcher.close()
        watched.delete(key)
      }
      for (const [key, place] of wanted) if (!add(place, identities.get(key) ?? null)) return
    },

    /** Watches a new folder and those in it. */
    async addNew({ root, path }: Place): Promise<void> {
      const open = [path]
      for (let index = 0; index < Math.min(open.length, NEW_FOLDERS); index++) {
        const folder = open[index] ?? ''
        const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => null)
        if (entries === null) continue
        const key = placeKey({ root, path: folder })
        // It may be another folder of the same name.
        watched.get(key)?.close()
        watched.delete(key)
        if (!add({ root, path: folder }, await identityOf({ root, path: folder }))) return
        if (added.size < NEW_FOLDERS) added.add(key)
        for (const entry of entries) {
          if (entry.isDirectory() && !isJunk(entry.name)) open.push(joinName(folder, entry.name))
        }
      }
    },

    close(): void {
      for (const watcher of watched.values()) watcher.close()
      watched.clear()
    },
  }
}

/** Differs between a folder and another made later at its path, of which a watcher reports nothing; null: not there. */
async function identityOf({ root, path }: Place): Promise<string | null> {
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

/** Returns library folders, the folders that hold works, and the works' own, in this order. */
export async function foldersToWatch(db: Db, roots: readonly string[], most = MAX_WATCHED): Promise<Place[]> {
  const holders = new Map<string, Place>(roots.map((root) => [placeKey({ root, path: '' }), { root, path: '' }]))
  const works: Place[] = []
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('work')
      .select(['id', 'root', 'path'])
      .where('state', '=', 'present')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const { root, path } of rows) {
      if (!roots.includes(root)) continue
      for (const above of foldersAbove(path)) holders.set(placeKey({ root, path: above }), { root, path: above })
      if (works.length < most) works.push({ root, path })
    }
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return [...holders.values(), ...works]
    after = last.id
  }
}
