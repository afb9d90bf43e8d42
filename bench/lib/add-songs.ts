import { sql } from 'kysely'

import { openDatabase } from '#server/db/open.ts'

/** Copies the one recording of every work of an SQLite database, so that each has `count`. */
export async function addSongs(path: string, count: number): Promise<void> {
  const database = await openDatabase({ kind: 'sqlite', path })
  try {
    await sql`
      insert into file (work_id, path, kind, size_bytes, mtime_ms, fingerprint, duration_seconds, has_picture, state)
      with recursive number (n) as (select 2 union all select n + 1 from number where n < ${count})
      select work_id, n || ' ' || path, kind, size_bytes, mtime_ms, fingerprint || n, duration_seconds, has_picture, state
      from file join number where kind = 'audio'`.execute(database.write)
  } finally {
    await database.close()
  }
}
