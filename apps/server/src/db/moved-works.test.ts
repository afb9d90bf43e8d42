import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { dialects, openOldDatabase } from '../../test/databases.ts'

describe.each(dialects)('a database of before, on %s', (dialect) => {
  test('EDT-71 META-70 changes are of accounts from now on, names of deleted ones are gone, and corrected codes lead on', async () => {
    const database = await openOldDatabase(dialect, '0027-folder-identities', async (old) => {
      await sql`insert into account (id, name, name_key, password_hash, account_group, recommender_uuid, created_at_ms)
        values (7, 'editor', 'editor', '', 'editor', '', 0)`.execute(old)
      for (const name of ['editor', 'gone', 'admin-token']) {
        const id = name === 'editor' ? 7 : null
        await sql`insert into name_change (kind, action, data, actor_name, made_at_ms)
          values ('tag', 'merge', '{}', ${name}, 0)`.execute(old)
        await sql`insert into selection_edit (state, total, done, changed, failed, account_id, actor_name, made_at_ms, work_ids)
          values ('done', 0, 0, 0, 0, ${sql.lit(id)}, ${name}, 0, '[]')`.execute(old)
      }
      await sql`insert into folder_identity (root, path, work_id, given_by, previous_id)
        values ('/library', 'a', 2, 'owner', 1), ('/library', 'b', 3, 'owner', null)`.execute(old)
    })
    try {
      for (const table of ['name_change', 'selection_edit'] as const) {
        const query = database.read.selectFrom(table).select(['account_id', 'other_editor']).orderBy('id')
        expect(await query.execute()).toEqual([
          { account_id: 7, other_editor: null },
          { account_id: null, other_editor: null },
          { account_id: null, other_editor: 'admin-token' },
        ])
      }
      expect(await database.read.selectFrom('moved_work').selectAll().execute()).toEqual([{ id: 1, to_id: 2 }])
    } finally {
      await database.remove()
    }
  })
})
