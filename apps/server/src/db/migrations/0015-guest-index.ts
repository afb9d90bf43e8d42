import { type Kysely, sql } from 'kysely'

/** Every rating asks who the guest is, whose ratings count for nothing. */
export async function guestIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create index account_guest on account (id) where account_group = 'guest'`.execute(db)
}
