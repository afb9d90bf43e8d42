import type { TrackChapters, TrackFile, TrackNode } from '@otodana/contract'
import { sql } from 'kysely'

import { findWithMoved } from '#db/moved-works.ts'
import type { Database } from '#db/open.ts'

import { trackChapters } from './track-chapters.ts'
import { type ListedFile, trackTree } from './track-tree.ts'

/** What a tree depends on, besides its files. */
type Site = {
  url: string
  /** Names addresses of videos as well. */
  withVideo: boolean
  withVersions: boolean
}

/** Which files have smaller streams, and which have a picture. */
export type Streamable = Record<'hasLowQuality' | 'hasVideo', (file: ListedFile) => boolean>

export type TrackRepository = {
  /** Returns the files of a present work as a tree; null if there is no such work. */
  findTree(workId: number, site: Site): Promise<TrackNode[] | null>
  /**
   * Returns the audio of the folder that holds a file, in order, without reading the work's other folders; only subtitles beside
   * it count. Null if a present work has no such audio.
   */
  findFolderOf(workId: number, fileId: number, siteUrl: string): Promise<TrackFile[] | null>
  /** Returns the chapters of a present work's tracks; null if there is no such work. */
  findChapters(workId: number): Promise<TrackChapters[] | null>
}

/** @param streamable  asked for each tree: ffmpeg may be found later */
export function createTrackRepository({ read }: Database, streamable: () => Promise<Streamable>): TrackRepository {
  const findWork = (workId: number) =>
    read
      .selectFrom('work')
      .select(['id', 'source_id', 'source_type', 'title'])
      .where('id', '=', workId)
      .where('state', '=', 'present')
      .executeTakeFirst()

  const filesOf = (workId: number) =>
    read
      .selectFrom('file')
      .select(['id', 'path', 'kind', 'size_bytes', 'duration_seconds', 'fingerprint', 'problem'])
      .where('work_id', '=', workId)
      .where('state', '=', 'present')

  async function findFolderOf(workId: number, fileId: number, siteUrl: string): Promise<TrackFile[] | null> {
    const [work, file] = await Promise.all([
      findWork(workId),
      read.selectFrom('file').select('path').where('id', '=', fileId).executeTakeFirst(),
    ])
    if (!work || !file) return null
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1)
    // Databases count characters, not UTF-16 code units.
    const below = await filesOf(workId)
      .where('kind', 'in', ['audio', 'text'])
      .where(sql<boolean>`substr(path, 1, ${Array.from(folder).length}) = ${folder}`)
      .execute()
    const inFolder = below.flatMap((one) => {
      const path = one.path.slice(folder.length)
      return path.includes('/') ? [] : { ...one, path }
    })
    const { hasLowQuality } = await streamable()
    const audio = trackTree(work, inFolder, siteUrl, hasLowQuality).filter(
      (node): node is TrackFile => node.type === 'audio',
    )
    return audio.some(({ hash }) => hash === `${workId}/${fileId}`) ? audio : null
  }

  async function findTree(workId: number, { url, withVideo, withVersions }: Site): Promise<TrackNode[] | null> {
    const work = await findWork(workId)
    if (!work) return null
    const files = await filesOf(workId).execute()
    const { hasLowQuality, hasVideo } = await streamable()
    return trackTree(work, files, url, hasLowQuality, { ...(withVideo && { hasVideo }), withVersions })
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
    findFolderOf,
    findTree: (workId, site) => findWithMoved(read, workId, (id) => findTree(id, site)),
    findChapters: (workId) => findWithMoved(read, workId, findChapters),
  }
}
