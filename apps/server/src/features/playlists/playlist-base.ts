import { sql } from 'kysely'

import type { Db } from '#db/open.ts'
import { ChangedSinceError } from '#db/write-once.ts'

import type { PlaylistDetails } from './playlist-details.ts'

/** What a member saw of a playlist. */
export type PlaylistBase = { [Name in 'name' | 'description' | 'privacy']?: PlaylistDetails[Name] | undefined }

/**
 * Locks a playlist, and compares it with what the member saw.
 *
 * @throws {ChangedSinceError} a field of `details` has neither what the member saw nor its new value
 */
export async function refuseChangedSince(
  tx: Db,
  id: string,
  details: Partial<PlaylistDetails>,
  base: PlaylistBase,
): Promise<void> {
  const stored = await tx
    .updateTable('playlist')
    .set({ updated_at_ms: sql`updated_at_ms` })
    .where('id', '=', id)
    .returning(['name', 'description', 'privacy'])
    .executeTakeFirst()
  if (!stored) return
  const isOther = (name: keyof PlaylistBase) =>
    ![undefined, stored[name]].includes(details[name]) && ![undefined, stored[name]].includes(base[name])
  if (isOther('name') || isOther('description') || isOther('privacy')) throw new ChangedSinceError(stored)
}
