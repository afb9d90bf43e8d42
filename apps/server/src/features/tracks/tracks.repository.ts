import type { TrackChapters, TrackNode } from '@otodana/contract'

import { findWithMoved } from '#db/moved-works.ts'
import type { Database } from '#db/open.ts'

import { trackChapters } from './track-chapters.ts'
import { type ListedFile, trackTree } from './track-tree.ts'

/** What a tree's addresses depend on, besides its files. */
type Site = { url: string; /** Names addresses of videos as well. */ withVideo: boolean }

/** Which files have smaller streams, and which have a picture. */
export type Streamable = Record<'hasLowQuality' | 'hasVideo', (file: ListedFile) => boolean>

export type TrackRepository = {
  /** Returns the files of a present work as a tree; null if there is no such work. */
  findTree(workId: number, site: Site): Promise<TrackNode[] | null>
  /** Returns the chapters of a present work's tracks; null if there is no such work. */
  findChapters(workId: number): Promise<TrackChapters[] | null>
}

/** @param streamable  asked for each tree: ffmpeg may be found later */
export function createTrackRepository({ read }: Database, streamable: () => Streamable): TrackRepository {
  async function findTree(workId: number, { url, withVideo }: Site): Promise<TrackNode[] | null> {
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
    const { hasLowQuality, hasVideo } = streamable()
    return trackTree(work, files, url, hasLowQuality, withVideo ? hasVideo : undefined)
  }

  async function findChapters(workId: number): Promise<TrackChapters[] | null> {
    const work = await read
      .selectFrom('work')
      .select('id')
      .where('id', '=', workId)
      .where('state', '=', 'present')
      .executeTakeFirst()
    if (!work) return null
    const files = await read
      .selectFrom('file')
      .select(['id', 'path', 'kind', 'duration_seconds', 'chapters'])
      .where('work_id', '=', workId)
      .where('state', '=', 'present')
      .where((where) => where.or([where('kind', '=', 'audio'), where('chapters', 'is not', null)]))
      .execute()
    return trackChapters(workId, files)
  }

  return {
    findTree: (workId, site) => findWithMoved(read, workId, (id) => findTree(id, site)),
    findChapters: (workId) => findWithMoved(read, workId, findChapters),
  }
}
