import { type Kysely, sql } from 'kysely'

/** Restored works return to their former position, and lists are counted without reading each work. */
export async function playlistPlaces(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  // Null if the row's id is its place: the work was never restored.
  await schema.alterTable('playlist_work').addColumn('place', 'integer').execute()
  await schema.dropIndex('playlist_work_in_order').execute()
  await sql`create index playlist_work_in_place on playlist_work (playlist_id, coalesce(place, id), id)`.execute(db)
  // Usually few, so playlists are counted in their own index minus these.
  await sql`create index work_absent on work (id) where state <> 'present'`.execute(db)
}
