import { type Kysely, sql } from 'kysely'

/**
 * Works of unknown age were stored as `general`. Ages from imports are in the database and stay; the next scan reads
 * those in sidecars and names, and until then such works are unrated.
 */
export async function unrated(db: Kysely<unknown>): Promise<void> {
  await sql`
    update work set age_category = 'unrated', signature = null
    where age_category = 'general' and not exists (
      select 1 from imported_metadata
      where imported_metadata.work_id = work.id and imported_metadata.data like '%"age":"general"%'
    )`.execute(db)
}
