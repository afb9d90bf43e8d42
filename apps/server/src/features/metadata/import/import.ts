import type { FileHandle } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { Database, Db } from '#db/open.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'

import { readKnown } from '../export/export.ts'
import type { WorkMetadata } from '../fields/work-metadata.ts'
import { refreshWorks } from '../refresh-works.ts'
import { type ImportedLine, type LineProblem, openImportFile, parseImportLines } from './import-lines.ts'
import { lockImports, readAllImported } from './imported.ts'

const WORKS_AT_ONCE = 200
const WORKS_MERGED_AT_ONCE = 20
const MAX_PROBLEMS = 200
const SLICE_MS = 8

export type ImportReport = {
  /** Number of lines that contain a work. */
  works: number
  /** Of those, the ones that no earlier import has named, those that it has, and those whose line says nothing new. */
  added: number
  changed: number
  unchanged: number
  /** Of those, the ones displayed from now on, and the ones waiting for a folder with their code. */
  applied: number
  waiting: number
  /** At most the first 200, in order of lines. If there is one, nothing was written. */
  problems: LineProblem[]
  problemCount: number
}

type ImportProgress = { phase: 'checking' | 'writing'; bytesRead: number; totalBytes: number; works: number }

export type ImportOptions = {
  onProgress?: (progress: ImportProgress) => void
  /** Checks the file without writing: `applied` and `waiting` are what an import would give. */
  dryRun?: boolean
  /** By default there is no limit. */
  maxWorks?: number
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
    return await importMetadataFrom(database, handle, options)
  } finally {
    await handle.close()
  }
}

/** The same for an open file. */
export async function importMetadataFrom(
  database: Database,
  handle: FileHandle,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { checked, workIds } = await checkFile(handle, options)
  if (checked.problemCount > 0) return checked
  if (options.dryRun) {
    const applied = await countPresent(database.read, workIds)
    return { ...checked, applied, waiting: checked.works - applied }
  }
  const shown = await readShown(database.read, handle)
  const { report, changed } = await retryingConflicts(() =>
    database.write.transaction().execute(async (tx) => {
      await lockImports(tx, database.dialect)
      return storeFile(tx, handle, { checked, shown }, options)
    }),
  )
  const applied = await refreshWorks(database, changed, options.now ?? Date.now, retryingConflicts)
  return { ...report, applied: report.applied + applied, waiting: report.works - report.applied - applied }
}

async function countPresent(db: Db, workIds: readonly number[]): Promise<number> {
  let present = 0
  for (let from = 0; from < workIds.length; from += WORKS_AT_ONCE) {
    const { count } = await db
      .selectFrom('work')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('id', 'in', workIds.slice(from, from + WORKS_AT_ONCE))
      .where('state', '=', 'present')
      .executeTakeFirstOrThrow()
    present += Number(count)
  }
  return present
}

const noReport = {
  works: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  applied: 0,
  waiting: 0,
  problems: [],
  problemCount: 0,
} satisfies ImportReport

async function checkFile(handle: FileHandle, { onProgress, maxWorks = Infinity }: ImportOptions) {
  const report: ImportReport = { ...noReport }
  const slices = createTimeSlices(SLICE_MS)
  const problems: LineProblem[] = []
  const lineOfWork = new Map<number, number>()
  const { size: totalBytes } = await handle.stat()
  const add = (problem: LineProblem) => {
    report.problemCount++
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  }
  for await (const parsed of parseImportLines(handle)) {
    report.works++
    if (slices.isOver()) await slices.next()
    if (report.works > maxWorks) {
      const message = `exceeds the limit of works in a file: ${maxWorks.toLocaleString('en')}`
      add({ line: parsed.line, field: '', message })
      break
    }
    if (report.works % 1_000 === 0) {
      onProgress?.({ phase: 'checking', bytesRead: parsed.bytesRead, totalBytes, works: report.works })
    }
    if (parsed.problems) {
      parsed.problems.forEach(add)
      continue
    }
    const earlier = lineOfWork.get(parsed.workId)
    if (earlier === undefined) lineOfWork.set(parsed.workId, parsed.line)
    else add({ line: parsed.line, field: 'code', message: `${parsed.code} is in line ${earlier} already` })
  }
  return { checked: { ...report, problems }, workIds: [...lineOfWork.keys()] }
}

/** For each work of the library, the fields of its line that it shows already, and what was imported of it then. */
type Shown = ReadonlyMap<number, ShownWork>
type ShownWork = { fields: ReadonlySet<string>; imported: WorkMetadata | undefined }

/** Reads it before the import's transaction: merging takes long, and on SQLite others could not write meanwhile. */
async function readShown(db: Db, handle: FileHandle): Promise<Shown> {
  const shown = new Map<number, ShownWork>()
  let batch: ImportedLine[] = []
  const flush = async () => {
    for (const [workId, work] of await readShownFields(db, batch)) shown.set(workId, work)
    batch = []
    await setImmediate()
  }
  for await (const parsed of parseImportLines(handle)) {
    if (!parsed.problems) batch.push(parsed)
    if (batch.length === WORKS_MERGED_AT_ONCE) await flush()
  }
  await flush()
  return shown
}

export async function readShownFields(db: Db, works: readonly WorkToImport[]): Promise<Shown> {
  const shown = new Map<number, ShownWork>()
  const imported = await readAllImported(db, idsOf(works))
  const known = await readKnown(db, idsOf(works))
  for (const { workId, metadata } of works) {
    const values = known.get(workId)
    if (!values) continue
    const fields = Object.entries(metadata).filter(([field, value]) =>
      isDeepStrictEqual(values[field as keyof typeof metadata], value),
    )
    shown.set(workId, { fields: new Set(fields.map(([field]) => field)), imported: imported.get(workId) })
  }
  return shown
}

/** Stores every line, and makes the next scan read the works again, in case applying them is interrupted. */
async function storeFile(
  tx: Db,
  handle: FileHandle,
  { checked, shown }: { checked: ImportReport; shown: Shown },
  { onProgress, now = Date.now }: ImportOptions,
): Promise<{ report: ImportReport; changed: number[] }> {
  const report: ImportReport = { ...checked, works: 0 }
  const changed: number[] = []
  const slices = createTimeSlices(SLICE_MS)
  const { size: totalBytes } = await handle.stat()
  let batch: ImportedLine[] = []
  const flush = async () => {
    const stored = await storeImported(tx, batch, shown, now())
    report.added += stored.added.length
    report.changed += stored.changed.length
    report.unchanged += batch.length - stored.added.length - stored.changed.length
    // Works of the library whose lines say nothing new show them already.
    report.applied += stored.known.length
    changed.push(...(await markForScan(tx, [...stored.added, ...stored.changed])))
    batch = []
  }
  for await (const parsed of parseImportLines(handle)) {
    if (parsed.problems) throw new Error('The file was changed while it was being imported; nothing was written')
    report.works++
    batch.push(parsed)
    if (slices.isOver()) await slices.next()
    if (batch.length < WORKS_AT_ONCE) continue
    await flush()
    onProgress?.({ phase: 'writing', bytesRead: parsed.bytesRead, totalBytes, works: report.works })
  }
  if (batch.length > 0) await flush()
  return { report, changed }
}

export async function markForScan(tx: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const works = await tx.updateTable('work').set({ signature: null }).where('id', 'in', ids).returning('id').execute()
  return works.map(({ id }) => id)
}

export type WorkToImport = Pick<ImportedLine, 'workId' | 'metadata' | 'cleared'>

export type Stored = {
  added: number[]
  changed: number[]
  /** Works of the library whose lines say nothing new. */
  known: number[]
}

/**
 * A line changes only the fields that it names. What a work of the library shows already is not stored, so that an export that
 * comes back pins nothing: neither sales nor what a better source will say.
 */
export async function storeImported(
  tx: Db,
  works: readonly WorkToImport[],
  shown: Shown,
  now: number,
): Promise<Stored> {
  const { stored, rows } = mergeImported(works, await readAllImported(tx, idsOf(works)), shown)
  if (rows.length === 0) return stored
  await tx
    .insertInto('imported_metadata')
    .values(rows.map((row) => ({ ...row, imported_at_ms: now })))
    .onConflict((conflict) =>
      conflict.column('work_id').doUpdateSet((row) => ({
        data: row.ref('excluded.data'),
        imported_at_ms: row.ref('excluded.imported_at_ms'),
      })),
    )
    .execute()
  return stored
}

export function mergeImported(works: readonly WorkToImport[], before: ReadonlyMap<number, WorkMetadata>, shown: Shown) {
  const stored: Stored = { added: [], changed: [], known: [] }
  const rows = works.flatMap(({ workId, metadata, cleared }) => {
    const imported = before.get(workId)
    const known = shown.get(workId)
    // Another import may have changed what the work shows since.
    const isShown = (field: string) => known?.fields.has(field) && isDeepStrictEqual(known.imported, imported)
    const fields = Object.entries(metadata).filter(
      ([field]) => (imported && Object.hasOwn(imported, field)) || !isShown(field),
    )
    const merged: WorkMetadata = { ...imported, ...Object.fromEntries(fields) }
    for (const field of cleared) delete merged[field]
    if (isDeepStrictEqual(merged, imported ?? (known ? {} : undefined))) {
      if (known) stored.known.push(workId)
      return []
    }
    stored[imported ? 'changed' : 'added'].push(workId)
    return [{ work_id: workId, data: JSON.stringify(merged) }]
  })
  return { stored, rows }
}

function idsOf(works: readonly WorkToImport[]): number[] {
  return works.map(({ workId }) => workId)
}
