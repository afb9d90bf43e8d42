import { canonicalCode } from '@otodana/work-code'

import { inPages } from '#db/in-pages.ts'
import type { Db } from '#db/open.ts'

export async function* exportFiles(db: Db) {
  const all = db
    .selectFrom('file')
    .innerJoin('work', 'work.id', 'file.work_id')
    .select(['file.id', 'work.source_id as code', 'file.path', 'file.kind', 'file.size_bytes', 'file.mtime_ms'])
    .select(['file.duration_seconds', 'file.tags', 'file.state', 'file.problem'])
    .orderBy('file.id')
  const pages = inPages<Awaited<ReturnType<typeof all.executeTakeFirstOrThrow>>>((last, limit) =>
    all
      .where('file.id', '>', last?.id ?? -1)
      .limit(limit)
      .execute(),
  )
  for await (const rows of pages) {
    yield rows.map((row) => ({
      code: row.code,
      path: row.path,
      kind: row.kind,
      sizeBytes: row.size_bytes,
      modifiedAt: toIso(row.mtime_ms),
      durationSeconds: row.duration_seconds,
      tags: row.tags === null ? null : (JSON.parse(row.tags) as Record<string, unknown>),
      isMissing: row.state === 'missing',
      problem: row.problem,
    }))
  }
}

export async function* exportLibraryFolders(db: Db) {
  const rows = await db.selectFrom('library_folder').selectAll().orderBy('id').execute()
  yield rows.map(({ path, added_by: addedBy, added_at_ms, removed_at_ms }) => ({
    path,
    addedBy,
    addedAt: toIso(added_at_ms),
    removedAt: removed_at_ms === null ? null : toIso(removed_at_ms),
  }))
}

export async function* exportFolderIdentities(db: Db) {
  const all = db
    .selectFrom('folder_identity')
    .select(['root', 'path', 'work_id', 'given_by', 'previous_id'])
    .orderBy('root')
    .orderBy('path')
  const pages = inPages<Awaited<ReturnType<typeof all.executeTakeFirstOrThrow>>>((last, limit) =>
    all
      .$if(last !== null, (query) =>
        query.where(({ eb, or, and }) =>
          or([
            eb('root', '>', last?.root ?? ''),
            and([eb('root', '=', last?.root ?? ''), eb('path', '>', last?.path ?? '')]),
          ]),
        ),
      )
      .limit(limit)
      .execute(),
  )
  for await (const rows of pages) {
    yield rows.map(({ root, path, work_id, given_by: givenBy, previous_id }) => ({
      root,
      path,
      code: canonicalCode(work_id),
      givenBy,
      previousCode: previous_id === null ? null : canonicalCode(previous_id),
    }))
  }
}

export async function* exportMovedWorks(db: Db) {
  const pages = inPages<{ id: number; to_id: number }>((last, limit) =>
    db
      .selectFrom('moved_work')
      .selectAll()
      .where('id', '>', last?.id ?? -1)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const rows of pages) {
    yield rows.map(({ id, to_id }) => ({ code: canonicalCode(id), now: canonicalCode(to_id) }))
  }
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}
