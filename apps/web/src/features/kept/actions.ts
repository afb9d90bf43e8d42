import type { TrackNode } from '@otodana/contract'

import { presentOwner } from '#features/accounts/index.ts'
import type { Api } from '#lib/api/api.ts'
import { networkAddress } from '#lib/api/media-address.ts'
import { openKept } from '#lib/kept/open-database.ts'
import { removeWork } from '#lib/kept/remove-works.ts'
import type { Quality } from '#lib/kept/kept-path.ts'
import type { KeptFile, KeptList, KeptWork } from '#lib/kept/schema.ts'
import { keysBelow } from '#lib/kept/schema.ts'
import { registerWorker } from '#lib/storage/register-worker.ts'
import { askPersistence } from '#lib/storage/storage-state.ts'

import { followKept, tell } from './follow-kept.ts'
import { notedCount, noteKept } from './noted-count.ts'
import { useKept } from './kept.store.ts'
import { keepWork } from './library/keep-work.ts'
import type { PlannedFile } from './library/plan-files.ts'
import { orderWorks, pauseWorks } from './library/write-works.ts'
import { addList, excludeWorks, removeList } from './lists/sync-lists.ts'

type Request = {
  workId: number
  tree: readonly TrackNode[]
  quality: Quality
  files: readonly PlannedFile[]
  isMember: boolean
}

type Ref = Pick<KeptWork, 'owner' | 'workId'>

/**
 * Keeps a work, or changes what is kept of it. The first time the browser is asked not to remove it.
 *
 * @throws {ApiError} the work could not be read
 */
export async function keep(api: Api, request: Request): Promise<void> {
  const owner = await readyOwner()
  const fetchCover = (path: string) => fetch(networkAddress(path))
  const isPresent = () => presentOwner() === owner
  await keepWork({ db: await openKept(), api, fetchCover, now: Date.now, isPresent }, { ...request, owner })
  tell({ type: 'changed', what: 'works' })
}

async function readyOwner(): Promise<number> {
  // What is kept opens by the worker, which a page that is left soon has not installed. If it fails, the next page tries again.
  if (import.meta.env.PROD) registerWorker().catch(() => undefined)
  await followKept()
  const { owner } = useKept.getState()
  if (owner === null) throw new Error('the owner is not known yet')
  if (notedCount() === 0) {
    noteKept(0)
    // Not awaited: Firefox asks the listener. The shelf shows what came of it.
    askPersistence().catch(() => undefined)
  }
  return owner
}

export async function removeKept(works: readonly Ref[]): Promise<void> {
  const db = await openKept()
  await excludeWorks(db, works)
  for (const work of works) await removeWork(db, work)
  tell({ type: 'changed', what: 'works' })
}

export async function setPaused(works: readonly Ref[], isPaused: boolean): Promise<void> {
  await pauseWorks(await openKept(), works, isPaused)
  tell({ type: 'changed', what: 'works' })
}

/** Stores another order of what waits. */
export async function setOrder(works: readonly Ref[]): Promise<void> {
  await orderWorks(await openKept(), works)
  tell({ type: 'changed', what: 'works' })
}

/** Keeps a list's works from now on; the overlay reads it next. The first time the browser is asked not to remove them. */
export async function keepList({
  source,
  title,
  quality,
}: Pick<KeptList, 'source' | 'title' | 'quality'>): Promise<void> {
  const owner = await readyOwner()
  await addList(await openKept(), { owner, source, title, quality })
  tell({ type: 'changed', what: 'works' })
}

export async function leaveList(list: KeptList, works: 'stay' | 'go'): Promise<void> {
  await removeList(await openKept(), list, works)
  tell({ type: 'changed', what: 'works' })
}

/** Tries again what could not be fetched, whatever was in the way. */
export function tryAgain(): void {
  tell({ type: 'wake' })
}

export async function readFiles({ owner, workId }: Ref): Promise<KeptFile[]> {
  return (await openKept()).getAll('files', keysBelow(owner, workId))
}
