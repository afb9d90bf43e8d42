import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'

import type { WorkMetadata } from '../fields/work-metadata.ts'
import { refreshWorks } from '../refresh-works.ts'
import { TAKEN_OVER } from '../store/provided.ts'
import { markForScan, mergeImported, readShownFields, storeImported } from './import.ts'
import { lockImports, readAllImported } from './imported.ts'

/** A work as another program knows it. */
export type MovedWork = {
  workId: number
  /** What describes it, stored as an import. */
  described: WorkMetadata
  /** Numbers that a store had given, stored as an answer that comes after those of all providers. */
  numbers: WorkMetadata
  /** The name of its cover in the folder of providers' covers. */
  coverName: string | null
}

/** Behind all providers; their order is stored when the server starts. */
const LAST = 1_000

/**
 * Imports works of another program, a few hundred at once. Fields that an earlier import has set stay.
 *
 * @returns the works of which something was stored, or in a dry run would be
 */
export async function importWorks(
  database: Database,
  works: readonly MovedWork[],
  { dryRun, now }: { dryRun: boolean; now: () => number },
): Promise<{ added: Set<number>; changed: Set<number> }> {
  if (works.length === 0) return { added: new Set(), changed: new Set() }
  const all = works.map(({ workId, described }) => ({ workId, metadata: described, cleared: [] }))
  const shown = await readShownFields(database.read, all)

  async function store(db: Db) {
    const ids = works.map(({ workId }) => workId)
    const [before, answers] = [await readAllImported(db, ids), await readAnswers(db, ids)]
    const fresh = all.map((work) => ({ ...work, metadata: withoutFields(work.metadata, before.get(work.workId)) }))
    const imported = dryRun ? mergeImported(fresh, before, shown).stored : await storeImported(db, fresh, shown, now())
    const changedAnswers = works.flatMap((work) => changedAnswer(work, answers.get(work.workId)) ?? [])
    if (!dryRun && changedAnswers.length > 0) await storeAnswers(db, changedAnswers, now())
    const isNew = (id: number) => !before.has(id) && !answers.has(id)
    const stored = new Set([...imported.added, ...imported.changed, ...changedAnswers.map(({ workId }) => workId)])
    return {
      added: new Set([...stored].filter(isNew)),
      changed: new Set([...stored].filter((id) => !isNew(id))),
    }
  }

  if (dryRun) return store(database.read)
  const { stored, ids } = await retryingConflicts(() =>
    database.write.transaction().execute(async (tx) => {
      await lockImports(tx, database.dialect)
      const result = await store(tx)
      return { stored: result, ids: await markForScan(tx, [...result.added, ...result.changed]) }
    }),
  )
  await refreshWorks(database, ids, now, retryingConflicts)
  return stored
}

type Answer = { workId: number; data: string; coverName: string | null }

async function readAnswers(db: Db, workIds: readonly number[]): Promise<Map<number, Answer>> {
  const rows = await db
    .selectFrom('provided_metadata')
    .select(['work_id as workId', 'data', 'cover_name as coverName'])
    .where('provider', '=', TAKEN_OVER)
    .where('work_id', 'in', workIds)
    .execute()
  return new Map(rows.map((row) => [row.workId, { ...row, data: row.data ?? '{}' }]))
}

/** A cover that was stored before stays. */
function changedAnswer({ workId, numbers, coverName: cover }: MovedWork, before: Answer | undefined): Answer | null {
  const answer = { workId, data: JSON.stringify(numbers), coverName: before?.coverName ?? cover }
  const isEmpty = answer.data === '{}' && answer.coverName === null
  const isSame = before ? before.data === answer.data && before.coverName === answer.coverName : isEmpty
  return isSame ? null : answer
}

async function storeAnswers(tx: Db, answers: readonly Answer[], now: number): Promise<void> {
  const rows = answers.map(({ workId, data, coverName }) => ({
    work_id: workId,
    provider: TAKEN_OVER,
    position: LAST,
    data,
    raw: null,
    cover_url: null,
    cover_name: coverName,
    asked_at_ms: now,
    misses: 0,
  }))
  await tx
    .insertInto('provided_metadata')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['work_id', 'provider'])
        .doUpdateSet((row) => ({ data: row.ref('excluded.data'), cover_name: row.ref('excluded.cover_name') })),
    )
    .execute()
}

function withoutFields(metadata: WorkMetadata, set: WorkMetadata | undefined): WorkMetadata {
  return Object.fromEntries(Object.entries(metadata).filter(([field]) => !set || !Object.hasOwn(set, field)))
}
