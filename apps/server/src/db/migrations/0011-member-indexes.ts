import type { Kysely } from 'kysely'

/** Indexes for queries of members' data. */
export async function memberIndexes(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  // Networks an account was logged in from.
  await schema
    .createIndex('security_event_by_account')
    .on('security_event')
    .columns(['account_id', 'address'])
    .execute()
  // A playlist in order: its last work, or a page of it.
  await schema.createIndex('playlist_work_in_order').on('playlist_work').columns(['playlist_id', 'id']).execute()
  // A member's latest reviews.
  await schema.createIndex('review_by_time').on('review').columns(['account_id', 'updated_at_ms', 'work_id']).execute()
}
