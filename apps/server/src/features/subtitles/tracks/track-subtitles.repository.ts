import type { Db } from '#db/open.ts'

import { presentSubtitles } from '../subtitle-files.ts'

export type TrackRow = { id: number; path: string; durationSeconds: number | null }

export type SubtitleRow = {
  id: number
  /** Relative to the work's folder, separated by `/`. */
  path: string
  sizeBytes: number
  fingerprint: string
  mtimeMs: number
  /** The index's data of its current state; null: not read yet. */
  known: { seconds: number; problem: string | null } | null
}

export type SubtitledWork = {
  id: number
  root: string
  workPath: string
  /** Sorted by path, in code unit order. */
  tracks: TrackRow[]
  subtitles: SubtitleRow[]
}

/** Returns the tracks and subtitles of a present work; null if there is none. */
export async function findSubtitledWork(read: Db, workId: number): Promise<SubtitledWork | null> {
  const work = await read
    .selectFrom('work')
    .select(['id', 'root', 'path as workPath'])
    .where('id', '=', workId)
    .where('state', '=', 'present')
    .executeTakeFirst()
  if (!work) return null
  const [tracks, subtitles] = await Promise.all([tracksOf(read, workId), subtitlesOf(read, workId)])
  return { ...work, tracks, subtitles }
}

/** Returns the work of a present file; null if there is none. */
export async function findWorkOfFile(read: Db, fileId: number): Promise<number | null> {
  const row = await read.selectFrom('file').select('work_id').where('id', '=', fileId).executeTakeFirst()
  return row?.work_id ?? null
}

function tracksOf(read: Db, workId: number): Promise<TrackRow[]> {
  return read
    .selectFrom('file')
    .select(['id', 'path', 'duration_seconds as durationSeconds'])
    .where('work_id', '=', workId)
    .where('kind', '=', 'audio')
    .where('state', '=', 'present')
    .orderBy('id')
    .execute()
}

async function subtitlesOf(read: Db, workId: number): Promise<SubtitleRow[]> {
  const rows = await presentSubtitles(read)
    .select([
      'file.id',
      'file.path',
      'file.size_bytes as sizeBytes',
      'file.fingerprint',
      'file.mtime_ms as mtimeMs',
      'known.duration_seconds as seconds',
      'known.problem',
    ])
    .where('file.work_id', '=', workId)
    .orderBy('file.id')
    .execute()
  return rows.map(({ seconds, problem, ...file }) => ({
    ...file,
    known: seconds === null ? null : { seconds, problem },
  }))
}
