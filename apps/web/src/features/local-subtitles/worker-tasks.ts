import { openDatabase } from './database/database.ts'
import { announceChange } from './database/package-changes.ts'
import { endedOrphans, removeOrphan } from './database/orphans.ts'
import { importZip } from './import/import-package.ts'
import type { ImportedPackage, ImportProgress } from './types.ts'
import type { Block, Unpacked } from './import/zip/unpack.ts'

/** Tasks of the worker. */
export type Task =
  | { kind: 'import'; file: File }
  | { kind: 'delete'; packageId: number }
  | { kind: 'sweep'; now: number }

type Deps = {
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
  unpack: (block: Block) => Promise<Unpacked[]>
  lanes: number
}

/** @returns the imported package */
export async function runTask(task: Task, deps: Deps): Promise<ImportedPackage | null> {
  const db = await openDatabase()
  if (task.kind === 'import') {
    const imported = await importZip(task.file, { ...deps, db })
    announceChange()
    return imported
  }
  if (task.kind === 'delete') {
    // From here on its records are orphans, which are cleared now or later.
    await db.delete('subtitle_package', task.packageId)
    announceChange()
    await removeOrphan(db, task.packageId)
    announceChange()
    return null
  }
  for (const id of await endedOrphans(db, task.now)) await removeOrphan(db, id)
  return null
}
