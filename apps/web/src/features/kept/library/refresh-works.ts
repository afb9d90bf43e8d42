import type { TrackNode } from '@otodana/contract'

import { isMissing } from '#lib/api/api.ts'
import { type KeptDatabase, type KeptFile, keysBelow, type KeptWork } from '#lib/kept/schema.ts'

import { filesOf, type PlannedFile, planFiles } from './plan-files.ts'
import { renewFiles } from './renew-files.ts'
import { type Draft, writeWork } from './write-works.ts'

/** The works of a library rarely change, and each costs a call. */
const MAX_AGE_MS = 86_400_000

type Deps = {
  db: KeptDatabase
  /**
   * Reads a work and what is stored with it.
   *
   * @throws {ApiError} 404: the server has no such work any more
   */
  read: (workId: number) => Promise<Pick<Draft, 'work' | 'answers' | 'covers'> & { tree: readonly TrackNode[] }>
  playsOpus: boolean
  now: () => number
  /** See `keepWork`. */
  isPresent: () => boolean
}

/**
 * Brings works that were last read a day ago or more up to date: what has come to a work that is kept whole is fetched, what
 * has changed is fetched again. What the server no longer has stays on the device.
 *
 * @throws {ApiError} the server cannot be reached, or refuses
 */
export async function refreshWorks({ db, read, playsOpus, now, isPresent }: Deps, owner: number): Promise<void> {
  for (const kept of await db.getAll('works', keysBelow(owner))) {
    const { workId, quality } = kept
    const stored = await db.get('answers', [owner, workId, 'tracks'])
    if (!stored || now() - stored.atMs < MAX_AGE_MS) continue
    const found = await read(workId).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (!isPresent()) return
    if (found === null) {
      await db.put('answers', { ...stored, atMs: now() })
      continue
    }
    const { tree, ...draft } = found
    const before = await db.getAll('files', keysBelow(owner, workId))
    const { planned, vanished } = planAgain(before, JSON.parse(stored.json) as TrackNode[], tree, quality, playsOpus)
    await writeWork(db, { owner, quality, files: [...planned, ...vanished], isUpdate: true, ...draft }, now())
    await renewFiles(db, kept, planned)
  }
}

/** To plan it changes nothing about its versions: the one that is here, and the one that waits. */
function withoutVersion(file: KeptFile): PlannedFile {
  const { version: _, ...others } = file
  return others
}

/** As it was chosen: all tracks, also new ones, or some. What has vanished is not removed. */
function planAgain(
  before: readonly KeptFile[],
  old: readonly TrackNode[],
  tree: readonly TrackNode[],
  quality: KeptWork['quality'],
  playsOpus: boolean,
): Record<'planned' | 'vanished', PlannedFile[]> {
  const keptIds = new Set(before.map(({ fileId }) => fileId))
  const idOf = ({ hash }: { hash: string }) => Number(hash.split('/')[1])
  const sound = (nodes: readonly TrackNode[]) => filesOf(nodes).filter(({ type }) => type === 'audio')
  const hadAll = sound(old).every((file) => keptIds.has(idOf(file)))
  const tracks = new Set(sound(tree).flatMap((file) => (hadAll || keptIds.has(idOf(file)) ? [file.hash] : [])))
  const hasExtras = before.some(({ kind }) => kind !== 'audio')
  const planned = planFiles(tree, { quality, tracks, hasExtras }, playsOpus)
  const present = new Set(filesOf(tree).map(idOf))
  const vanished = before.filter(({ fileId }) => !present.has(fileId)).map(withoutVersion)
  return { planned, vanished }
}
