import { subtitleFormats } from '@otodana/subtitles'
import type { ExpressionBuilder } from 'kysely'

import type { Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'

/** Present subtitle files as `file`, joined with the index's data of their current state as `known`. */
export function presentSubtitles(db: Db) {
  return db
    .selectFrom('file')
    .leftJoin('subtitle_text as known', (join) =>
      join
        .onRef('known.file_id', '=', 'file.id')
        .onRef('known.fingerprint', '=', 'file.fingerprint')
        .onRef('known.mtime_ms', '=', 'file.mtime_ms'),
    )
    .where('file.kind', '=', 'text')
    .where('file.state', '=', 'present')
    .where(isSubtitle)
}

/** Whether a file's name is that of a subtitle. */
export function isSubtitle(where: ExpressionBuilder<Tables, 'file'>) {
  return where.or(subtitleFormats.map((format) => where(where.fn('lower', ['file.path']), 'like', `%.${format}`)))
}
