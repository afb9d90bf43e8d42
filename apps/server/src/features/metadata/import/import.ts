import type { FileHandle } from 'node:fs/promises'

import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { Database, Db } from '#db/open.ts'

import { refreshWorks } from '../refresh-works.ts'
import { type ImportedLine, type LineProblem, openImportFile, parseImportLines } from './import-lines.ts'
import { readAllImported } from './imported.ts'
import { takeWriteLock } from '../store/write-lock.ts'

const WORKS_AT_ONCE = 200
const MAX_PROBLEMS = 200

export type ImportReport = {
  /** Number of lines that contain a work. */
  works: number
  /** Of those, the new ones, and the ones of earlier imports. */
  added: number
  changed: number
  /** Of those, the ones displayed from now on, and the ones waiting for a folder with their code. */
  applied: number
  waiting: number
  /** At most the first 200, in order. If there is one, nothing was written. */
  problems: LineProblem[]
  problemCount: number
}

type ImportProgress = { phase: 'checking' | 'writing'; bytesRead: number; totalBytes: number; works: number }

export type ImportOptions = {
  onProgress?: (progress: ImportProgress) => void
  /** Checks the file without writing. */
  dryRun?: boolean
  now?: () => number
}

/**
 * Imports a JSON Lines file of works' metadata: all of it or, if a line is invalid, nothing. Works in the library show
 * it at once, below the priority of their sidecars; others once their folder is found.
 *
 * @throws {ImportFileError} the file cannot be read
 * @throws {Error} the file changed meanwhile, or the database failed; nothing was written
 */
export async function importMetadata(
  database: Database,
  path: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const handle = await openImportFile(path)
  try {
    const checked = await checkFile(handle, options)
    if (checked.problemCount > 0 || options.dryRun) return checked
    const { report, inLibrary } = await retryingConflicts(() =>
      database.write.transaction().execute((tx) => storeFile(tx, handle, checked, options)),
    )
    const applied = await refreshWorks(database, inLibrary, options.now ?? Date.now, retryingConflicts)
    return { ...report, applied, waiting: report.works - applied }
  } finally {
    await handle.close()
  }
}

async function checkFile(handle: FileHandle, { onProgress }: ImportOptions): Promise<ImportReport> {
  const report = { works: 0, added: 0, changed: 0, applied: 0, waiting: 0, problems: [], problemCount: 0 }
  const problems: LineProblem[] = []
  const lineOfWork = new Map<number, number>()
  const { size: totalBytes } = await handle.stat()
  const add = (problem: LineProblem) => {
    report.problemCount++
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  }
  for await (const parsed of parseImportLines(handle)) {
    report.works++
    if (report.works % 1_000 === 0) {
      onProgress?.({ phase: 'checking', bytesRead: parsed.bytesRead, totalBytes, works: report.works })
    }
    if (parsed.problems) {
      parsed.problems.forEach(add)
      continue
    }
    const earlier = lineOfWork.get(parsed.workId)
    if (earlier === undefined) lineOfWork.set(parsed.workId, parsed.line)
    else add({ line: parsed.line, field: 'code', message: `${parsed.code} stands in line ${earlier} already` })
  }
  return { ...report, problems }
}

/** Stores every line, and makes the next scan read the works again, in case applying them is interrupted. */
async function storeFile(
  tx: Db,
  handle: FileHandle,
  checked: ImportReport,
  { onProgress, now = Date.now }: ImportOptions,
): Promise<{ report: ImportReport; inLibrary: number[] }> {
  await takeWriteLock(tx)
  const before = await countImported(tx)
  const inLibrary: number[] = []
  const { size: totalBytes } = await handle.stat()
  let works = 0
  let batch: ImportedLine[] = []
  const flush = async () => {
    await storeImported(tx, batch, now())
    inLibrary.push(...(await markForScan(tx, batch)))
    batch = []
  }
  for await (const parsed of parseImportLines(handle)) {
    if (parsed.problems) throw new Error('The file was changed while it was being imported; nothing was written')
    works++
    batch.push(parsed)
    if (batch.length < WORKS_AT_ONCE) continue
    await flush()
    onProgress?.({ phase: 'writing', bytesRead: parsed.bytesRead, totalBytes, works })
  }
  if (batch.length > 0) await flush()
  const added = (await countImported(tx)) - before
  return { report: { ...checked, works, added, changed: works - added }, inLibrary }
}

async function markForScan(tx: Db, imported: readonly ImportedLine[]): Promise<number[]> {
  const ids = imported.map(({ workId }) => workId)
  const works = await tx.updateTable('work').set({ signature: null }).where('id', 'in', ids).returning('id').execute()
  return works.map(({ id }) => id)
}

async function countImported(tx: Db): Promise<number> {
  const { count } = await tx
    .selectFrom('imported_metadata')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A line changes only the fields that it names. */
async function storeImported(tx: Db, works: readonly ImportedLine[], now: number): Promise<void> {
  const before = await readAllImported(
    tx,
    works.map(({ workId }) => workId),
  )
  const rows = works.map(({ workId, metadata, cleared }) => {
    const merged = { ...before.get(workId), ...metadata }
    for (const field of cleared) delete merged[field]
    return { work_id: workId, data: JSON.stringify(merged), imported_at_ms: now }
  })
  await tx
    .insertInto('imported_metadata')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('work_id').doUpdateSet((row) => ({
        data: row.ref('excluded.data'),
        imported_at_ms: row.ref('excluded.imported_at_ms'),
      })),
    )
    .execute()
}
