import { problemKinds, type ProblemKind, type ScanProblem } from '@otodana/contract'

import type { Db } from '#db/open.ts'

import { cleanText } from './files/file-system.ts'
import { limits } from './limits.ts'
import type { NewProblem } from './scan-types.ts'
import type { Scope } from './scan/scope.ts'

const ROWS_AT_ONCE = 500
const LISTED_AT_MOST = 5_000

// About folders and roots, not about one work's content: each scan determines them again.
const walkKinds: ProblemKind[] = ['duplicateCode', 'rootUnavailable', 'manyMissing']

/**
 * Replaces the problems of the previous walk; those about works' content stay.
 *
 * @param scope  of a partial scan, which leaves the others
 */
export async function replaceWalkProblems(tx: Db, problems: readonly NewProblem[], scope: Scope | null): Promise<void> {
  const before = await tx
    .selectFrom('scan_problem')
    .select(['id', 'root', 'path', 'kind'])
    .where((eb) => eb.or([eb('work_id', 'is', null), eb('kind', 'in', walkKinds)]))
    .execute()
  const replaced = before.filter(
    ({ root, path, kind }) =>
      !scope || scope.holds({ root, path }) || (kind === 'rootUnavailable' && scope.touches(root)),
  )
  for (let start = 0; start < replaced.length; start += ROWS_AT_ONCE) {
    const ids = replaced.slice(start, start + ROWS_AT_ONCE).map(({ id }) => id)
    await tx.deleteFrom('scan_problem').where('id', 'in', ids).execute()
  }
  await insertProblems(tx, problems)
}

/** Replaces a work's problems. */
export async function replaceWorkProblems(tx: Db, workId: number, problems: readonly NewProblem[]): Promise<void> {
  await tx.deleteFrom('scan_problem').where('work_id', '=', workId).where('kind', 'not in', walkKinds).execute()
  await insertProblems(tx, problems.slice(0, limits.problemsPerWork))
}

/** Adds why nothing was marked as missing; a library folder has one such reason. */
export async function replaceRefusals(tx: Db, refusals: readonly NewProblem[]): Promise<void> {
  for (const { kind, root } of refusals) {
    await tx.deleteFrom('scan_problem').where('kind', '=', kind).where('root', '=', root).execute()
  }
  await insertProblems(tx, refusals)
}

export async function insertProblems(tx: Db, problems: readonly NewProblem[]): Promise<void> {
  const now = Date.now()
  for (let start = 0; start < problems.length; start += ROWS_AT_ONCE) {
    const rows = problems.slice(start, start + ROWS_AT_ONCE).map(({ kind, root, path, workId, message }) => ({
      kind,
      root,
      path,
      work_id: workId,
      message: cleanText(message),
      detected_at_ms: now,
    }))
    await tx.insertInto('scan_problem').values(rows).execute()
  }
}

export async function countProblems(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('scan_problem')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists the problems of the last scans; the first few thousand. */
export async function listScanProblems(db: Db): Promise<ScanProblem[]> {
  const rows = await db
    .selectFrom('scan_problem')
    .selectAll()
    .where('kind', 'in', problemKinds)
    .orderBy('id')
    .limit(LISTED_AT_MOST)
    .execute()
  return rows.map((row) => ({
    kind: row.kind as ProblemKind,
    root: row.root,
    path: row.path,
    workId: row.work_id,
    message: row.message,
    detectedAt: new Date(row.detected_at_ms).toISOString(),
  }))
}
