import { type Kysely, sql } from 'kysely'

/**
 * Works that nothing told the age of were stored as `general`. An import's word is in the database and stays; what
 * sidecars and names say the next scan reads, and until then such works are unrated.
 */
export async function unrated(db: Kysely<unknown>): Promise<void> {
  await sql`
    update work set age_category = 'unrated', signature = null
    where age_category = 'general' and not exists (
      select 1 from imported_metadata
      where imported_metadata.work_id = work.id and imported_metadata.data like '%"age":"general"%'
    )`.execute(db)
}
