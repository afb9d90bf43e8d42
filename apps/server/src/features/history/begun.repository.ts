import type { BegunWork } from '@otodana/contract'
import { sql } from 'kysely'

import type { Database } from '#db/open.ts'

import { begunTrack } from './begun-track.ts'
import { nameOf, shownColumns, toShownWork } from './shown-work.ts'

/** Above this, the works put aside first come back. */
export const MAX_PUT_ASIDE = 1_000
/** Finished works are skipped, so more are read than listed. */
const READ_PER_LISTED = 3
/** A member's 50 devices have up to 250,000; works played before these are not listed. */
export const MAX_POSITIONS_READ = 2_000

export type BegunRepository = {
  /** The works that a member has begun on any device, latest first. */
  list(accountId: number, limit: number): Promise<BegunWork[]>
  /** @returns false if there is no such work */
  putAside(accountId: number, workId: number, isAside: boolean): Promise<boolean>
  /** Works put aside, latest first. */
  exported(accountId: number): Promise<{ code: string; at: string }[]>
}

/** @param clock  milliseconds since 1970 */
export function createBegunRepository({ read, write }: Database, clock: () => number = Date.now): BegunRepository {
  /** The last position in each work, latest first. */
  function lastPositions(accountId: number, limit: number) {
    return read
      .with('latest', (db) =>
        db
          .selectFrom('place')
          .select(['file_id', 'seconds', 'at_ms'])
          .where('account_id', '=', accountId)
          .orderBy('at_ms', 'desc')
          .limit(MAX_POSITIONS_READ),
      )
      .with('last', (db) =>
        db
          .selectFrom('latest')
          .innerJoin('file', 'file.id', 'latest.file_id')
          .select(['file.work_id', 'latest.file_id', 'latest.seconds', 'latest.at_ms'])
          .select(
            sql<number>`row_number() over (partition by file.work_id order by latest.at_ms desc, latest.file_id)`.as(
              'nth',
            ),
          ),
      )
      .selectFrom('last')
      .innerJoin('work', 'work.id', 'last.work_id')
      .innerJoin('circle', 'circle.id', 'work.circle_id')
      .leftJoin('put_aside', (join) =>
        join.onRef('put_aside.work_id', '=', 'work.id').on('put_aside.account_id', '=', accountId),
      )
      .select(['last.file_id as fileId', 'last.seconds', 'last.at_ms as atMs', ...shownColumns])
      .where('last.nth', '=', 1)
      .where('work.state', '=', 'present')
      .where((eb) => eb.or([eb('put_aside.at_ms', 'is', null), eb('put_aside.at_ms', '<', eb.ref('last.at_ms'))]))
      .orderBy('last.at_ms', 'desc')
      .orderBy('work.id')
      .limit(limit)
      .execute()
  }

  /** The last positions in the works' files. */
  async function positionsIn(accountId: number, workIds: readonly number[]): Promise<Map<number, number>> {
    const rows = await read
      .selectFrom('place')
      .innerJoin('file', 'file.id', 'place.file_id')
      .select(['place.file_id', 'place.seconds'])
      .where('place.account_id', '=', accountId)
      .where('file.work_id', 'in', [-1, ...workIds])
      .orderBy('place.at_ms')
      .orderBy('place.file_id', 'desc')
      .execute()
    return new Map(rows.map(({ file_id, seconds }) => [file_id, seconds]))
  }

  return {
    async list(accountId, limit) {
      const found = await lastPositions(accountId, limit * READ_PER_LISTED)
      const files = await read
        .selectFrom('file')
        .select(['id', 'work_id', 'path', 'duration_seconds as durationSeconds'])
        .where('work_id', 'in', [-1, ...found.map(({ workId }) => workId)])
        .where('kind', '=', 'audio')
        .where('state', '=', 'present')
        .execute()
      const positions = await positionsIn(
        accountId,
        found.map(({ workId }) => workId),
      )
      const filesOf = Map.groupBy(files, ({ work_id }) => work_id)
      const begun = found.flatMap((row): BegunWork[] => {
        const next = begunTrack(filesOf.get(row.workId) ?? [], row.fileId, positions)
        if (!next) return []
        const { id, path, durationSeconds } = next.track
        return [
          {
            work: toShownWork(row),
            track: { hash: `${row.workId}/${id}`, title: nameOf(path), seconds: next.seconds, durationSeconds },
            at: new Date(Math.min(row.atMs, clock())).toISOString(),
            share: next.share,
          },
        ]
      })
      return begun.slice(0, limit)
    },

    async putAside(accountId, workId, isAside) {
      const work = await read.selectFrom('work').select('id').where('id', '=', workId).executeTakeFirst()
      if (!work) return false
      if (!isAside) {
        await write.deleteFrom('put_aside').where('account_id', '=', accountId).where('work_id', '=', workId).execute()
        return true
      }
      const now = { at_ms: clock() }
      await write
        .insertInto('put_aside')
        .values({ account_id: accountId, work_id: workId, ...now })
        .onConflict((conflict) => conflict.columns(['account_id', 'work_id']).doUpdateSet(now))
        .execute()
      const oldestKept = write
        .selectFrom('put_aside')
        .select('at_ms')
        .where('account_id', '=', accountId)
        .orderBy('at_ms', 'desc')
        .limit(1)
        .offset(MAX_PUT_ASIDE - 1)
      await write.deleteFrom('put_aside').where('account_id', '=', accountId).where('at_ms', '<', oldestKept).execute()
      return true
    },

    async exported(accountId) {
      const rows = await read
        .selectFrom('put_aside')
        .innerJoin('work', 'work.id', 'put_aside.work_id')
        .select(['work.source_id as code', 'put_aside.at_ms'])
        .where('account_id', '=', accountId)
        .orderBy('put_aside.at_ms', 'desc')
        .execute()
      return rows.map(({ code, at_ms }) => ({ code, at: new Date(at_ms).toISOString() }))
    },
  }
}
