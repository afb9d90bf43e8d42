import { subtitleFormats } from '@otodana/subtitles'

import type { Db } from '#db/open.ts'

/** A subtitle file that is not indexed in its present state, or whose work has changed since. */
export type PendingFile = {
  id: number
  workId: number
  /** Below the work's folder, `/` between names. */
  path: string
  fingerprint: string
  mtimeMs: number
  root: string
  workPath: string
  workSignature: string | null
  /** When the last line ends, if the file itself is as it was; null: it has to be read. */
  knownSeconds: number | null
}

export type AudioFile = { id: number; path: string; durationSeconds: number | null }

export async function lastFileId(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('file')
    .select((select) => select.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** @param after  their ids lie behind this one, and up to `upTo` */
export async function listPending(db: Db, after: number, upTo: number): Promise<PendingFile[]> {
  const rows = await db
    .selectFrom('file')
    .innerJoin('work', 'work.id', 'file.work_id')
    .leftJoin('subtitle_text as known', (join) =>
      join
        .onRef('known.file_id', '=', 'file.id')
        .onRef('known.fingerprint', '=', 'file.fingerprint')
        .onRef('known.mtime_ms', '=', 'file.mtime_ms'),
    )
    .select([
      'file.id',
      'file.work_id',
      'file.path',
      'file.fingerprint',
      'file.mtime_ms',
      'work.root',
      'work.path as workPath',
      'work.signature',
      'known.duration_seconds as knownSeconds',
    ])
    .where('file.id', '>', after)
    .where('file.id', '<=', upTo)
    .where('file.kind', '=', 'text')
    .where('file.state', '=', 'present')
    .where('work.state', '=', 'present')
    .where((where) =>
      where.or(subtitleFormats.map((format) => where(where.fn('lower', ['file.path']), 'like', `%.${format}`))),
    )
    .where((where) =>
      where.or([
        where('known.file_id', 'is', null),
        where('known.work_signature', 'is distinct from', where.ref('work.signature')),
      ]),
    )
    .orderBy('file.id')
    .execute()
  return rows.map(({ work_id, mtime_ms, signature, ...row }) => ({
    ...row,
    workId: work_id,
    mtimeMs: mtime_ms,
    workSignature: signature,
  }))
}

/** The audio of works, by the work's id. */
export async function audioOfWorks(db: Db, workIds: readonly number[]): Promise<Map<number, AudioFile[]>> {
  const rows = await db
    .selectFrom('file')
    .select(['id', 'work_id', 'path', 'duration_seconds as durationSeconds'])
    .where('work_id', 'in', [...workIds])
    .where('kind', '=', 'audio')
    .where('state', '=', 'present')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ work_id }) => work_id)
}
