import { type Kysely, sql } from 'kysely'

/** Works that are put back into a playlist come back to their place, and lists are counted without looking at each work. */
export async function playlistPlaces(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  // Null where a row's id is its place: a work that was never put back.
  await schema.alterTable('playlist_work').addColumn('place', 'integer').execute()
  await schema.dropIndex('playlist_work_in_order').execute()
  await sql`create index playlist_work_in_place on playlist_work (playlist_id, coalesce(place, id), id)`.execute(db)
  // Few, mostly: what a playlist has beside them is counted in its own index.
  await sql`create index work_absent on work (id) where state <> 'present'`.execute(db)
}
