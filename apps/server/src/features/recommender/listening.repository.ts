import type { ListenMilestone } from '@otodana/contract'
import { type RawBuilder, sql } from 'kysely'

import { databaseNowMs } from '#db/dialect.ts'
import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'

import type { Listener } from './listeners.ts'
import { milestonesIn, type Opinion } from './milestones.ts'

/** Per listener; above this, the tenth heard longest ago is deleted. */
const MAX_WORKS_PER_LISTENER = 5_000

export type HeardWork = { workId: number; milestones: number; opinion: Opinion; lastAtMs: number }

export type ListeningEvent = { milestone: number } | { opinion: 1 | -1 } | { takesBack: 1 | -1 }

type ExportedListening = {
  code: string
  milestones: ListenMilestone[]
  opinion: 'like' | 'dislike' | null
  firstAt: string
  lastAt: string
}

export type ListeningRepository = {
  /** Stores milestones; repeated ones have no effect. The work must exist. */
  tell(listener: Listener, workId: number, event: ListeningEvent): Promise<void>
  /** Latest first. */
  history(listener: string): Promise<HeardWork[]>
  /** For the export of the listener's data. */
  export(listener: string): Promise<ExportedListening[]>
  removeAll(listener: string, transaction: Db): Promise<void>
}

/** @param maxWorks  `MAX_WORKS_PER_LISTENER`, except in tests */
export function createListeningRepository(
  { dialect, read, write }: Database,
  maxWorks = MAX_WORKS_PER_LISTENER,
): ListeningRepository {
  const now = databaseNowMs(dialect)

  async function tell({ id, network }: Listener, workId: number, event: ListeningEvent): Promise<void> {
    if ('takesBack' in event) {
      await write
        .updateTable('listening')
        .set({ opinion: 0, network, last_at_ms: now })
        .where('listener', '=', id)
        .where('work_id', '=', workId)
        .where('opinion', '=', event.takesBack)
        .execute()
      return
    }
    const { milestone = 0, opinion = 0 } = { milestone: undefined, opinion: undefined, ...event }
    const row = await write
      .insertInto('listening')
      .values({
        listener: id,
        work_id: workId,
        milestones: milestone,
        opinion,
        network,
        first_at_ms: now,
        last_at_ms: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['listener', 'work_id'])
          .doUpdateSet((eb) => ({
            milestones: sql<number>`listening.milestones | excluded.milestones`,
            ...(opinion === 0 ? {} : { opinion }),
            network: eb.ref('excluded.network'),
            last_at_ms: eb.ref('excluded.last_at_ms'),
          }))
          .where(
            opinion === 0
              ? sql<boolean>`(listening.milestones | excluded.milestones) <> listening.milestones`
              : sql<boolean>`listening.opinion <> excluded.opinion`,
          ),
      )
      .returning(['first_at_ms', 'last_at_ms'])
      .executeTakeFirst()
    const isNew = row !== undefined && row.first_at_ms === row.last_at_ms
    if (isNew) await makeRoom(id)
  }

  async function makeRoom(listener: string): Promise<void> {
    const { count } = await write
      .selectFrom('listening')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('listener', '=', listener)
      .executeTakeFirstOrThrow()
    if (count <= maxWorks) return
    const oldest = sql<number>`
      select work_id from listening where listener = ${listener}
      order by last_at_ms, work_id limit ${count - Math.floor(maxWorks * 0.9)}`
    await retryingConflicts(() =>
      write.transaction().execute(async (tx) => {
        await sql`delete from listening where listener = ${listener} and work_id in (${oldest})`.execute(tx)
        await noteRemoval(tx, [listener], now)
      }),
    )
  }

  return {
    tell: (listener, workId, event) => retryingConflicts(() => tell(listener, workId, event)),

    async history(listener) {
      const rows = await read
        .selectFrom('listening')
        .select(['work_id as workId', 'milestones', 'opinion', 'last_at_ms as lastAtMs'])
        .where('listener', '=', listener)
        .orderBy('last_at_ms', 'desc')
        .orderBy('work_id')
        .execute()
      return rows
    },

    async export(listener) {
      const rows = await read
        .selectFrom('listening')
        .innerJoin('work', 'work.id', 'listening.work_id')
        .select(['work.source_id as code', 'milestones', 'opinion', 'first_at_ms', 'last_at_ms'])
        .where('listener', '=', listener)
        .orderBy('work_id')
        .execute()
      return rows.map(({ code, milestones, opinion, first_at_ms, last_at_ms }) => ({
        code,
        milestones: milestonesIn(milestones),
        opinion: opinion === 0 ? null : opinion === 1 ? 'like' : 'dislike',
        firstAt: new Date(first_at_ms).toISOString(),
        lastAt: new Date(last_at_ms).toISOString(),
      }))
    },

    async removeAll(listener, transaction) {
      await transaction.deleteFrom('listening').where('listener', '=', listener).execute()
      await noteRemoval(transaction, [listener], now)
    },
  }
}

/** Logs that these listeners must be read again. Called last, shortly before the commit. */
export async function noteRemoval(tx: Db, listeners: readonly string[], now: RawBuilder<number>): Promise<void> {
  if (listeners.length === 0) return
  await tx
    .insertInto('listening_removed')
    .values(listeners.map((listener) => ({ listener, at_ms: now })))
    .onConflict((conflict) => conflict.column('listener').doUpdateSet((eb) => ({ at_ms: eb.ref('excluded.at_ms') })))
    .execute()
}
