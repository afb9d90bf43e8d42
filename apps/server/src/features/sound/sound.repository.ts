import type { FileSound } from '@otodana/contract'

import type { Database, Db } from '#db/open.ts'
import { placeBelow } from '#storage/storage.ts'

import type { Measured } from './measure-sound.ts'

export type UnmeasuredFile = { id: number; fingerprint: string }

export type ListedFile = UnmeasuredFile & { workId: number }

export type FileToMeasure = {
  id: number
  workId: number
  fingerprint: string
  durationSeconds: number
  root: string
  /** Relative to the root, separated by `/`. */
  path: string
}

const STORE_ROOT = 's3://%'

export function createSoundRepository({ read }: Database) {
  return {
    /** Returns the measurements of a work's files in their current state; null: no such work. */
    async findSounds(workId: number): Promise<FileSound[] | null> {
      const work = await read
        .selectFrom('work')
        .select('id')
        .where('id', '=', workId)
        .where('state', '=', 'present')
        .executeTakeFirst()
      if (!work) return null
      const rows = await read
        .selectFrom('file')
        .innerJoin('sound', 'sound.file_id', 'file.id')
        .select(['file.id', 'sound.waveform', 'sound.loudness', 'sound.true_peak'])
        .where('file.work_id', '=', workId)
        .where('file.state', '=', 'present')
        .whereRef('sound.fingerprint', '=', 'file.fingerprint')
        .where('sound.waveform', 'is not', null)
        .orderBy('file.id')
        .execute()
      return rows.map((row) => ({
        hash: `${workId}/${row.id}`,
        waveform: row.waveform ?? '',
        loudness: row.loudness,
        truePeak: row.true_peak,
      }))
    },

    async lastFileId(): Promise<number> {
      const { last } = await read
        .selectFrom('file')
        .select((select) => select.fn.max('id').as('last'))
        .executeTakeFirstOrThrow()
      return last ?? 0
    },

    /**
     * Lists files that have not been measured in their current state and have no job.
     *
     * @param after      only ids above this one, and up to `upTo`
     * @param awayRoots  unavailable library folders, whose files are excluded
     */
    async listUnmeasured(
      after: number,
      upTo: number,
      { includesStores, awayRoots }: { includesStores: boolean; awayRoots: readonly string[] },
    ): Promise<ListedFile[]> {
      let query = read
        .selectFrom('file')
        .innerJoin('work', 'work.id', 'file.work_id')
        .leftJoin('sound', 'sound.file_id', 'file.id')
        .select(['file.id', 'file.fingerprint', 'file.work_id as workId'])
        .where('file.id', '>', after)
        .where('file.id', '<=', upTo)
        .where('file.kind', '=', 'audio')
        .where('file.state', '=', 'present')
        .where('file.duration_seconds', '>', 0)
        .where('work.state', '=', 'present')
        .where((where) =>
          where.or([
            where('sound.file_id', 'is', null),
            where('sound.fingerprint', '<>', where.ref('file.fingerprint')),
          ]),
        )
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('job')
                .select('job.id')
                .where('job.kind', '=', 'sound')
                .where('job.key', '=', where.cast<string>('file.id', 'text')),
            ),
          ),
        )
      if (!includesStores) query = query.where('work.root', 'not like', STORE_ROOT)
      if (awayRoots.length > 0) query = query.where('work.root', 'not in', awayRoots)
      return query.orderBy('file.id').execute()
    },

    /** Deletes jobs not started yet, of a library folder's files or of one work's. */
    async dropJobs(tx: Db, of: { root: string } | { workId: number }): Promise<void> {
      await tx
        .deleteFrom('job')
        .where('kind', '=', 'sound')
        .where('state', '=', 'ready')
        .where('key', 'in', (select) =>
          select
            .selectFrom('file')
            .innerJoin('work', 'work.id', 'file.work_id')
            .select((file) => file.cast<string>('file.id', 'text').as('key'))
            .where((file) => ('root' in of ? file('work.root', '=', of.root) : file('work.id', '=', of.workId))),
        )
        .execute()
    },

    async findFile(id: number): Promise<FileToMeasure | null> {
      const row = await read
        .selectFrom('file')
        .innerJoin('work', 'work.id', 'file.work_id')
        .select(['file.work_id as workId', 'file.path', 'file.fingerprint', 'file.duration_seconds'])
        .select(['work.root', 'work.path as workPath'])
        .where('file.id', '=', id)
        .where('file.state', '=', 'present')
        .where('work.state', '=', 'present')
        .executeTakeFirst()
      if (!row?.duration_seconds) return null
      const place = placeBelow({ root: row.root, path: row.workPath }, row.path)
      const { workId, fingerprint } = row
      return { id, workId, fingerprint, durationSeconds: row.duration_seconds, ...place }
    },

    /** @param found  the measurements, or why the file cannot be measured in its current state */
    async store(tx: Db, { id, fingerprint }: UnmeasuredFile, found: Measured | { problem: string }): Promise<void> {
      const columns =
        'problem' in found
          ? { fingerprint, waveform: null, loudness: null, true_peak: null, problem: found.problem }
          : {
              fingerprint,
              waveform: found.waveform,
              loudness: found.loudness,
              true_peak: found.truePeak,
              problem: null,
            }
      await tx
        .insertInto('sound')
        .values({ file_id: id, ...columns })
        .onConflict((conflict) => conflict.column('file_id').doUpdateSet(columns))
        .execute()
    },
  }
}
