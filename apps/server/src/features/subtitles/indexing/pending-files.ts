import { createMatcher, type Matcher } from '@otodana/subtitles'
import { sql } from 'kysely'

import type { Db } from '#db/open.ts'

import { isSubtitle, presentSubtitles } from '../subtitle-files.ts'

/** A subtitle file that is not indexed in its current state, or whose work has changed since. */
export type PendingFile = {
  id: number
  workId: number
  /** Relative to the work's folder, separated by `/`. */
  path: string
  fingerprint: string
  mtimeMs: number
  root: string
  workPath: string
  workSignature: string | null
  /** End of the last line, if the file itself is unchanged; null: it must be read. */
  knownSeconds: number | null
}

/** Change it when matching changes: all subtitles are then matched again, without being read. */
const MATCHING = 'by number'

type AudioFile = { id: number; path: string; durationSeconds: number | null }

export async function lastFileId(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('file')
    .select((select) => select.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** @param after  only ids above this one, and up to `upTo` */
export async function listPending(db: Db, after: number, upTo: number): Promise<PendingFile[]> {
  const rows = await presentSubtitles(db)
    .innerJoin('work', 'work.id', 'file.work_id')
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
    .where('work.state', '=', 'present')
    .where((where) =>
      where.or([
        where('known.file_id', 'is', null),
        where('known.work_signature', 'is distinct from', sql<string>`${`${MATCHING} `} || work.signature`),
      ]),
    )
    .orderBy('file.id')
    .execute()
  return rows.map(({ work_id, mtime_ms, signature, ...row }) => ({
    ...row,
    workId: work_id,
    mtimeMs: mtime_ms,
    workSignature: signature === null ? null : `${MATCHING} ${signature}`,
  }))
}

/** Returns matchers by work id. */
export async function matchersOfWorks(db: Db, workIds: readonly number[]): Promise<Map<number, Matcher<AudioFile>>> {
  if (workIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('file')
    .select(['id', 'work_id', 'path', 'kind', 'duration_seconds as durationSeconds'])
    .where('work_id', 'in', [...workIds])
    .where((where) =>
      where.or([where('kind', '=', 'audio'), where.and([where('kind', '=', 'text'), isSubtitle(where)])]),
    )
    .where('state', '=', 'present')
    .execute()
  const files = Map.groupBy(rows, ({ work_id }) => work_id)
  return new Map(
    workIds.map((id) => {
      const ofWork = files.get(id) ?? []
      const audio = ofWork.filter(({ kind }) => kind === 'audio')
      const texts = ofWork.flatMap(({ kind, path }) => (kind === 'text' ? [path] : []))
      return [id, createMatcher<AudioFile>(audio, texts)]
    }),
  )
}
