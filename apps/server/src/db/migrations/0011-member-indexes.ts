import type { Kysely } from 'kysely'

/** The ways in which what is members' own is looked through. */
export async function memberIndexes(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  // Where an account has been logged in to.
  await schema
    .createIndex('security_event_by_account')
    .on('security_event')
    .columns(['account_id', 'address'])
    .execute()
  // A playlist in its order: its last work, and a page of it.
  await schema.createIndex('playlist_work_in_order').on('playlist_work').columns(['playlist_id', 'id']).execute()
  // What a member reviewed last.
  await schema.createIndex('review_by_time').on('review').columns(['account_id', 'updated_at_ms', 'work_id']).execute()
}
