import { canonicalCode } from '@otodana/work-code'

import { inPages } from '#db/in-pages.ts'
import type { Db } from '#db/open.ts'

import { parseEdited } from '../fields/edited.ts'
import { WorkMetadata } from '../fields/work-metadata.ts'

/** Yields what each source says of each work, in the library or not. */
export async function* exportSources(db: Db) {
  const edits = inPages<{ work_id: number; data: string }>((last, limit) =>
    db
      .selectFrom('work_edit')
      .select(['work_id', 'data'])
      .where('work_id', '>', last?.work_id ?? -1)
      .orderBy('work_id')
      .limit(limit)
      .execute(),
  )
  for await (const rows of edits) {
    yield rows.map(({ work_id, data }) => ({
      code: canonicalCode(work_id),
      source: 'edit' as const,
      fields: parseEdited(data),
    }))
  }

  const folders = inPages<{ work_id: number; sidecar: string | null; left_files: string | null }>((last, limit) =>
    db
      .selectFrom('folder_metadata')
      .select(['work_id', 'sidecar', 'left_files'])
      .where('work_id', '>', last?.work_id ?? -1)
      .orderBy('work_id')
      .limit(limit)
      .execute(),
  )
  for await (const rows of folders) {
    yield rows.flatMap(({ work_id, sidecar, left_files: left }) => {
      const code = canonicalCode(work_id)
      return [
        ...(sidecar === null ? [] : [{ code, source: 'sidecar' as const, fields: parse(sidecar) }]),
        ...(left === null ? [] : [{ code, source: 'otherFiles' as const, fields: parse(left) }]),
      ]
    })
  }

  const imports = inPages<{ work_id: number; data: string; imported_at_ms: number }>((last, limit) =>
    db
      .selectFrom('imported_metadata')
      .selectAll()
      .where('work_id', '>', last?.work_id ?? -1)
      .orderBy('work_id')
      .limit(limit)
      .execute(),
  )
  for await (const rows of imports) {
    yield rows.map(({ work_id, data, imported_at_ms: at }) => ({
      code: canonicalCode(work_id),
      source: 'import' as const,
      at: new Date(at).toISOString(),
      fields: parse(data),
    }))
  }

  const answers = inPages<{ work_id: number; provider: string; data: string | null; asked_at_ms: number }>(
    (last, limit) =>
      db
        .selectFrom('provided_metadata')
        .select(['work_id', 'provider', 'data', 'asked_at_ms'])
        .where((where) =>
          where.or([
            where('work_id', '>', last?.work_id ?? -1),
            where.and([where('work_id', '=', last?.work_id ?? -1), where('provider', '>', last?.provider ?? '')]),
          ]),
        )
        .orderBy('work_id')
        .orderBy('provider')
        .limit(limit)
        .execute(),
  )
  for await (const rows of answers) {
    yield rows.flatMap(({ work_id, provider, data, asked_at_ms: at }) =>
      data === null
        ? []
        : [
            {
              code: canonicalCode(work_id),
              source: 'provider' as const,
              provider,
              at: new Date(at).toISOString(),
              fields: parse(data),
            },
          ],
    )
  }
}

/** @throws {Error} the row was not written by this program */
function parse(json: string): WorkMetadata {
  return WorkMetadata.parse(JSON.parse(json))
}
