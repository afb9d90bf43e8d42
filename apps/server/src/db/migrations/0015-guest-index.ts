import { type Kysely, sql } from 'kysely'

/** Every rating looks up the guest, whose ratings do not count. */
export async function guestIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create index account_guest on account (id) where account_group = 'guest'`.execute(db)
}
