import type { Selectable } from 'kysely'

import { inPages } from '#db/in-pages.ts'
import type { Db } from '#db/open.ts'
import type { AccountTable } from '#db/tables.ts'

const exported = ['name', 'account_group', 'email', 'recommender_uuid', 'created_at_ms'] as const

/** What an export says of an account itself. */
export function exportedAccount(row: Pick<Selectable<AccountTable>, (typeof exported)[number]>) {
  const { name, account_group: group, email, recommender_uuid: recommenderUuid } = row
  return { name, group, email, recommenderUuid, createdAt: new Date(row.created_at_ms).toISOString() }
}

/** Yields all accounts with their ids. Passwords and session versions are never read. */
export async function* exportAccounts(db: Db) {
  const all = db
    .selectFrom('account')
    .select(['id', ...exported, 'is_founder', 'is_disabled', 'last_login_at_ms', 'mark_playlist_id'])
    .orderBy('id')
  const pages = inPages<Awaited<ReturnType<typeof all.executeTakeFirstOrThrow>>>((last, limit) =>
    all
      .where('id', '>', last?.id ?? -1)
      .limit(limit)
      .execute(),
  )
  for await (const rows of pages) {
    yield rows.map((row) => ({
      id: row.id,
      account: {
        ...exportedAccount(row),
        isFounder: row.is_founder === 1,
        isDisabled: row.is_disabled === 1,
        lastLoginAt: row.last_login_at_ms === null ? null : new Date(row.last_login_at_ms).toISOString(),
        markPlaylist: row.mark_playlist_id,
      },
    }))
  }
}
