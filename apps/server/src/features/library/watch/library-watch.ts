import type { LibraryFolder } from '@otodana/contract'
import type { Logger } from 'pino'

import type { Database } from '#db/open.ts'
import type { LibraryRoots } from '#settings/library-roots.ts'
import { isS3Path } from '#storage/s3-settings.ts'

import type { Place } from '../folders/identities.ts'
import { realPaths } from '../roots/allowed-folders.ts'
import { networkFileSystem, readMounts } from './mounts.ts'
import { createQuietPlaces, lookOf, quietLimits } from './quiet-places.ts'
import { createWatchedFolders, foldersToWatch, identityOf, systemWatch, type Watch } from './watched-folders.ts'

/** How many times less often library folders are compared with what they were. */
const ROOTS_EVERY = 5

export type WatchState = NonNullable<LibraryFolder['watch']>

type Deps = {
  database: Pick<Database, 'read'>
  findRoots: () => Promise<LibraryRoots>
  /** Starts a scan of these folders. @returns false if another scan is running */
  scan: (places: readonly Place[]) => Promise<boolean>
  log: Pick<Logger, 'info' | 'warn'>
  /** Those of the system, except in tests. */
  watch?: Watch
  mounts?: () => Promise<string>
  pollMs?: number
  quietMs?: number
}

/** Watches the library folders on disks, and scans folders that have changed once they are quiet. */
export function createLibraryWatch(deps: Deps) {
  const { database, findRoots, log, watch = systemWatch, mounts = readMounts, pollMs = quietLimits.pollMs } = deps
  const quiet = createQuietPlaces(lookOf, () => performance.now(), deps.quietMs)
  const folders = createWatchedFolders({ watch, onEvent: quiet.add })
  let states = new Map<string, WatchState>()
  /** Of library folders on disks. */
  let identities = new Map<string, string | null>()
  let timer: NodeJS.Timeout | undefined
  let rootTimer: NodeJS.Timeout | undefined
  let isLookingAtRoots = false
  let isBusy = false
  let due: Place[] = []

  async function stateOf(root: string, mountinfo: string): Promise<WatchState> {
    if (isS3Path(root)) return { state: 'off', reason: 'store', detail: null }
    // By its name first: a network that does not answer must not be touched.
    const named = networkFileSystem(mountinfo, root)
    if (named !== null) return { state: 'off', reason: 'network', detail: named }
    const realPath = await realPaths.find(root)
    if (realPath === null) return { state: 'off', reason: 'unavailable', detail: null }
    const type = networkFileSystem(mountinfo, realPath)
    return type === null
      ? { state: 'on', reason: null, detail: null }
      : { state: 'off', reason: 'network', detail: type }
  }

  /** Watches what the library consists of now. */
  async function refresh(): Promise<void> {
    const { roots } = await findRoots()
    const mountinfo = await mounts()
    const found = new Map(
      await Promise.all(roots.map(async ({ path }) => [path, await stateOf(path, mountinfo)] as const)),
    )
    const onDisk = [...found].filter(([, { reason }]) => reason === null || reason === 'unavailable')
    const now = new Map(await Promise.all(onDisk.map(async ([path]) => [path, await identityOfRoot(path)] as const)))
    const watchable = roots.map(({ path }) => path).filter((path) => found.get(path)?.state === 'on')
    await folders.replace(await foldersToWatch(database.read, watchable))
    const problem = folders.problem()
    if (problem !== null) {
      log.warn({ detail: problem.detail }, 'not all folders of the library are watched')
      for (const path of watchable) found.set(path, { state: 'partly', reason: 'limit', detail: problem.detail })
    }
    states = found
    // Last, so that what failed is tried again.
    identities = now
  }

  /** One that does not answer counts as away. */
  async function identityOfRoot(root: string): Promise<string | null> {
    return (await realPaths.find(root)) === null ? null : identityOf({ root, path: '' })
  }

  /** A disk that was mounted or unmounted makes its folder another one, of which no watcher tells. */
  async function lookAtRoots(): Promise<void> {
    if (isLookingAtRoots) return
    isLookingAtRoots = true
    let hasChanged = false
    for (const [root, before] of identities) {
      const now = await identityOfRoot(root)
      if (now === before) continue
      hasChanged = true
      if (now !== null) quiet.add({ root, path: '' })
    }
    if (hasChanged && timer) await tryRefresh()
    isLookingAtRoots = false
  }

  async function look(): Promise<void> {
    if (isBusy || (quiet.isEmpty() && due.length === 0)) return
    isBusy = true
    try {
      const ready = await quiet.take()
      for (const place of ready) if (place.path !== '') await folders.addNew(place)
      due.push(...ready)
      if (due.length > 0 && (await deps.scan(due))) due = []
    } catch (error) {
      log.warn({ err: error }, 'changed folders could not be scanned; the next scan of the library finds them')
      due = []
    } finally {
      isBusy = false
    }
  }

  async function tryRefresh(): Promise<void> {
    await refresh().catch((error: unknown) => log.warn({ err: error }, 'the library is not watched for now'))
  }

  return {
    async start(): Promise<void> {
      await tryRefresh()
      log.info({ folders: folders.count() }, 'watching the library')
      timer = setInterval(() => void look(), pollMs).unref()
      rootTimer = setInterval(() => void lookAtRoots(), ROOTS_EVERY * pollMs).unref()
    },
    /** After a scan, or when the library's folders have changed. */
    async follow(): Promise<void> {
      if (timer) await tryRefresh()
    },
    /** Returns whether a library folder is watched; null: watching is off. */
    stateOf: (root: string): WatchState | null => (timer ? (states.get(root) ?? null) : null),
    close(): void {
      clearInterval(timer)
      clearInterval(rootTimer)
      timer = undefined
      folders.close()
    },
  }
}
