import type { PersonalWork } from '@otodana/contract'

import { deleteFile, putFile } from '#lib/kept/change-file.ts'
import { deletePieces } from '#lib/kept/delete-pieces.ts'
import {
  type AnswerName,
  fileKey,
  type KeptCover,
  type KeptDatabase,
  type KeptFile,
  keysBelow,
  type KeptWork,
  type Picture,
  qualityIn,
  workKey,
} from '#lib/kept/schema.ts'

import type { PlannedFile } from './plan-files.ts'

/** A work as it is to be kept. */
export type Draft = {
  owner: number
  work: PersonalWork
  quality: KeptWork['quality']
  /** Nothing but a list wants it; by default the listener does. */
  isOfList?: boolean
  /** The server has changed it, not the listener: what they chose stays. */
  isUpdate?: boolean
  files: readonly PlannedFile[]
  answers: Partial<Record<AnswerName, string>>
  covers: Partial<Record<KeptCover['size'], Picture>>
}

/**
 * Stores a work with its files, which wait to be fetched. Of a work that is kept already, files that are no longer
 * wanted go, and the others stay; those in another quality until they are replaced.
 */
export async function writeWork(db: KeptDatabase, draft: Draft, nowMs: number): Promise<void> {
  const { owner, work, quality, isOfList = false, isUpdate = false, files, answers, covers } = draft
  const workId = work.id
  const transaction = db.transaction(['works', 'files', 'pieces', 'bytes', 'sums', 'answers', 'covers'], 'readwrite')
  const works = transaction.objectStore('works')
  const before = await works.get(workKey({ owner, workId }))
  // Removed, or chosen in another quality, while it was read.
  if (isUpdate && before?.quality !== quality) return
  const place = before?.place ?? (await lastPlace(works, owner)) + 1
  const keptAtMs = before?.keptAtMs ?? nowMs
  const isOnlyOfList = isUpdate ? before?.isOfList === true : isOfList && (!before || before.isOfList === true)
  const isPaused = isUpdate && before?.isPaused === true
  const kept = { owner, workId, work, quality, place, isPaused, keptAtMs }
  await works.put(isOnlyOfList ? { ...kept, isOfList: true } : kept)
  await Promise.all([
    ...Object.entries(answers).map(([name, json]) =>
      transaction.objectStore('answers').put({ owner, workId, name: name as AnswerName, json, atMs: nowMs }),
    ),
    ...Object.entries(covers).map(([size, picture]) =>
      transaction.objectStore('covers').put({ owner, workId, size: size as KeptCover['size'], ...picture }),
    ),
  ])

  const known = new Map(
    (await transaction.objectStore('files').getAll(keysBelow(owner, workId))).map((file) => [
      fileKey(file).join(),
      file,
    ]),
  )
  const wantedIds = new Set(files.map(({ fileId }) => fileId))
  // One after the other: each changes the work's sum.
  for (const file of known.values()) {
    if (wantedIds.has(file.fileId)) continue
    await deleteFile(transaction, file)
    await deletePieces(transaction, keysBelow(...fileKey(file)))
  }
  for (const planned of files) {
    const file = newFile(owner, workId, planned)
    const here = [...known.values()].filter(
      (each) => each.fileId === file.fileId && qualityIn(each.quality) === qualityIn(file.quality),
    )
    if (here.length === 0) await putFile(transaction, file)
    for (const old of here) {
      if (isUpdate ? old.state === 'waiting' : old.state !== 'whole')
        await putFile(transaction, { ...old, ...versionOf(file), state: 'waiting', place: file.place }, old)
    }
  }
  await transaction.done
}

/** What is still to be fetched will be of this version: the server's ETag says if what has arrived is of another. */
const versionOf = ({ version }: PlannedFile) => (version === undefined ? {} : { version })

export function newFile(owner: number, workId: number, planned: PlannedFile): KeptFile {
  return {
    ...planned,
    owner,
    workId,
    sizeBytes: null,
    etag: null,
    contentType: '',
    receivedBytes: 0,
    state: 'waiting',
  }
}

async function lastPlace(
  works: { getAll: (range: IDBKeyRange) => Promise<KeptWork[]> },
  owner: number,
): Promise<number> {
  return Math.max(0, ...(await works.getAll(keysBelow(owner))).map(({ place }) => place))
}

/** Pauses or resumes works. */
export async function pauseWorks(
  db: KeptDatabase,
  works: readonly Pick<KeptWork, 'owner' | 'workId'>[],
  isPaused: boolean,
): Promise<void> {
  const transaction = db.transaction('works', 'readwrite')
  for (const work of works) {
    const stored = await transaction.store.get(workKey(work))
    if (stored) await transaction.store.put({ ...stored, isPaused })
  }
  await transaction.done
}

/** Stores a new order of the queue. */
export async function orderWorks(
  db: KeptDatabase,
  works: readonly Pick<KeptWork, 'owner' | 'workId'>[],
): Promise<void> {
  const transaction = db.transaction('works', 'readwrite')
  for (const [place, work] of works.entries()) {
    const stored = await transaction.store.get(workKey(work))
    if (stored) await transaction.store.put({ ...stored, place: place + 1 })
  }
  await transaction.done
}
