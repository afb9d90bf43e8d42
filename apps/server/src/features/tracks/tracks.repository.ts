import type { TrackNode } from '@otodana/contract'

import { findWithMoved } from '#db/moved-works.ts'
import type { Database } from '#db/open.ts'

import { type ListedFile, trackTree } from './track-tree.ts'

export type TrackRepository = {
  /** Returns the files of a present work as a tree; null if there is no such work. */
  findTree(workId: number, siteUrl: string): Promise<TrackNode[] | null>
}

/** @param lowQuality  which files have smaller streams */
export function createTrackRepository(
  { read }: Database,
  lowQuality: () => (file: ListedFile) => boolean,
): TrackRepository {
  async function findTree(workId: number, siteUrl: string): Promise<TrackNode[] | null> {
    const work = await read
      .selectFrom('work')
      .select(['id', 'source_id', 'source_type', 'title'])
      .where('id', '=', workId)
      .where('state', '=', 'present')
      .executeTakeFirst()
    if (!work) return null
    const files = await read
      .selectFrom('file')
      .select(['id', 'path', 'kind', 'size_bytes', 'duration_seconds', 'fingerprint', 'problem'])
      .where('work_id', '=', workId)
      .where('state', '=', 'present')
      .execute()
    return trackTree(work, files, siteUrl, lowQuality())
  }

  return { findTree: (workId, siteUrl) => findWithMoved(read, workId, (id) => findTree(id, siteUrl)) }
}
