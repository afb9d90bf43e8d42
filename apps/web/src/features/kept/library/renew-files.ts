import { deleteFile, putFile } from '#lib/kept/change-file.ts'
import { deletePieces } from '#lib/kept/delete-pieces.ts'
import {
  fileKey,
  type KeptDatabase,
  type KeptFile,
  keysBelow,
  type KeptWork,
  qualityIn,
  slotsOf,
} from '#lib/kept/schema.ts'

import type { PlannedFile } from './plan-files.ts'
import { newFile } from './write-works.ts'

/**
 * Fetches whole files of a work again that the server has in another version, each beside what is here of it: that plays without
 * the server until then. If it has the former version again, what was begun goes.
 */
export async function renewFiles(
  db: KeptDatabase,
  { owner, workId }: Pick<KeptWork, 'owner' | 'workId'>,
  planned: readonly PlannedFile[],
): Promise<void> {
  const transaction = db.transaction(['files', 'pieces', 'bytes', 'sums'], 'readwrite')
  const stored = await transaction.objectStore('files').getAll(keysBelow(owner, workId))
  const byKey = new Map(stored.map((file) => [fileKey(file).join(), file]))

  async function remove(file: KeptFile): Promise<void> {
    await deleteFile(transaction, file)
    await deletePieces(transaction, keysBelow(...fileKey(file)))
  }

  // One after the other: each changes the work's sum.
  for (const plan of planned) {
    const [first, second] = slotsOf(qualityIn(plan.quality))
    const here = [first, second].map((quality) => byKey.get(fileKey({ ...plan, owner, workId, quality }).join()))
    const whole = here.find((file) => file?.state === 'whole')
    const begun = here.find((file) => file !== whole)
    if (!whole) continue
    const isChanged = hasChanged(whole, plan)
    if (isChanged && begun?.state !== 'waiting') {
      if (begun) await remove(begun)
      const quality = whole.quality === first ? second : first
      await putFile(transaction, { ...newFile(owner, workId, plan), quality })
    }
    if (isChanged === false) {
      if (begun) await remove(begun)
      if (plan.version !== undefined && plan.version !== whole.version)
        await putFile(transaction, { ...whole, version: plan.version }, whole)
    }
  }
  await transaction.done
}

/** Of a file that was kept without a version only the original's size says something. Null: not known. */
function hasChanged(whole: KeptFile, plan: PlannedFile): boolean | null {
  if (whole.version === undefined) return plan.quality === 'original' && whole.sizeBytes !== plan.expectedBytes
  return plan.version === undefined ? null : whole.version !== plan.version
}
