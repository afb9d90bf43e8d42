import type { Db } from '#db/open.ts'
import { type NameKind, nameKinds } from '#features/metadata/index.ts'

import { localNames, rowsInPages } from './name-rows.ts'

/** Yields all circles, tags, voice actors, series and staff, with what they were merged into. */
export async function* exportNames(db: Db) {
  for (const kind of Object.keys(nameKinds) as NameKind[]) {
    for await (const rows of rowsInPages(db, kind)) {
      yield rows.map((row) => ({
        kind,
        id: row.id,
        name: row.name,
        code: row.code === undefined || row.code === '' ? null : row.code,
        circle: row.circle_id ?? null,
        localNames: localNames(row),
        mergedInto: row.mergedInto,
      }))
    }
  }
}
