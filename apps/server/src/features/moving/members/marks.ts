import type { Progress } from '@otodana/contract'
import { type Selectable, sql } from 'kysely'

import { lockRows } from '#db/dialect.ts'
import type { Database, Db } from '#db/open.ts'
import { recountRatings } from '#db/recount-ratings.ts'
import type { ReviewTable } from '#db/tables.ts'

import { mergeItems, type MergeOptions, type Result } from './moved-in.ts'

/** A member's rating, review and progress of a work. */
export type Mark = {
  workId: number
  rating: number | null
  reviewText: string | null
  progress: Progress | null
  createdAtMs: number
  atMs: number
}

/**
 * Merges marks of different works. The newer one wins; where it lacks a rating, text or progress, the older one's stays. Only what was
 * taken over before fills nothing, because the member may have removed it here since.
 */
export function mergeMarks(
  database: Database,
  accountId: number | null,
  marks: readonly Mark[],
  options: MergeOptions,
): Promise<Result[]> {
  const merge = async (db: Db, items: readonly Mark[], wasTaken: (item: Mark) => boolean) => {
    const { results, rows } = compare(items, await reviewsOf(db, accountId ?? -1, items), accountId ?? -1, wasTaken)
    if (!options.dryRun && rows.length > 0) await store(db, database, rows)
    return results
  }
  return mergeItems(database, { accountId, kind: 'mark', items: marks, keyOf: () => '', merge }, options)
}

function compare(
  marks: readonly Mark[],
  here: Map<number, Selectable<ReviewTable>>,
  accountId: number,
  wasTaken: (item: Mark) => boolean,
) {
  const rows: Selectable<ReviewTable>[] = []
  const results = marks.map((mark): Result => {
    const before = here.get(mark.workId)
    if (before && before.updated_at_ms >= mark.atMs) {
      const filled = wasTaken(mark) ? null : fill(before, mark)
      if (!filled) return { outcome: before.updated_at_ms === mark.atMs ? 'same' : 'kept' }
      rows.push(filled)
      return { outcome: 'changed' }
    }
    rows.push({
      account_id: accountId,
      work_id: mark.workId,
      rating: mark.rating ?? before?.rating ?? null,
      review_text: mark.reviewText ?? before?.review_text ?? null,
      progress: mark.progress ?? before?.progress ?? null,
      is_progress_automatic: mark.progress === null ? (before?.is_progress_automatic ?? 0) : 0,
      created_at_ms: mark.createdAtMs,
      updated_at_ms: mark.atMs,
    })
    return { outcome: before ? 'changed' : 'new' }
  })
  return { results, rows }
}

/** @returns null if the older mark has nothing that is lacking here */
function fill(here: Selectable<ReviewTable>, { rating, reviewText, progress }: Mark): Selectable<ReviewTable> | null {
  const lacksNothing =
    (here.rating !== null || rating === null) &&
    (here.review_text !== null || reviewText === null) &&
    (here.progress !== null || progress === null)
  if (lacksNothing) return null
  return {
    ...here,
    rating: here.rating ?? rating,
    review_text: here.review_text ?? reviewText,
    progress: here.progress ?? progress,
    is_progress_automatic: here.progress === null ? 0 : here.is_progress_automatic,
  }
}

async function reviewsOf(db: Db, accountId: number, marks: readonly Mark[]) {
  const rows = await db
    .selectFrom('review')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('work_id', 'in', [-1, ...marks.map(({ workId }) => workId)])
    .execute()
  return new Map(rows.map((row) => [row.work_id, row]))
}

async function store(tx: Db, { dialect }: Database, rows: Selectable<ReviewTable>[]): Promise<void> {
  await tx
    .insertInto('review')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'work_id']).doUpdateSet((row) => ({
        rating: row.ref('excluded.rating'),
        review_text: row.ref('excluded.review_text'),
        progress: row.ref('excluded.progress'),
        is_progress_automatic: row.ref('excluded.is_progress_automatic'),
        updated_at_ms: row.ref('excluded.updated_at_ms'),
      })),
    )
    .execute()
  const workIds = sql.join(rows.map((row) => row.work_id))
  await lockRows(tx, dialect, 'work', workIds)
  await recountRatings(tx, workIds)
}
