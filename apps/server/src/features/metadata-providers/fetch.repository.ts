import { deflateRawSync } from 'node:zlib'

import type { Selectable } from 'kysely'

import type { Database, Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'
import { enqueue } from '#jobs/queue.ts'
import type { ProviderName } from '#settings/metadata-settings.ts'

import type { Facts } from './provider.ts'

export const KIND = 'metadata'

const WORKS_AT_ONCE = 500
const DAY_MS = 86_400_000
/** A work that a provider does not have is asked for again after a week, then every month. */
const AGAIN_AFTER_MS = [7 * DAY_MS, 30 * DAY_MS]
const RATE_WINDOW_MS = 120_000

export type ProvidedRow = Selectable<Tables['provided_metadata']>
type Key = { workId: number; provider: ProviderName }

export type FailedFetch = { workId: number; code: string; title: string; reason: string }

export function createFetchRepository({ read, write }: Database) {
  const jobs = () =>
    read
      .selectFrom('job')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('kind', '=', KIND)
  const answers = () => read.selectFrom('provided_metadata').select((eb) => eb.fn.countAll<number>().as('count'))

  return {
    async counts() {
      const [unfilled, waiting, failed, found, notFound] = await Promise.all(
        [
          unfilledWorks(read).select((eb) => eb.fn.countAll<number>().as('count')),
          jobs().where('state', '<>', 'failed'),
          jobs().where('state', '=', 'failed'),
          answers().where('data', 'is not', null),
          answers().where('data', 'is', null),
        ].map(async (query) => Number((await query.executeTakeFirstOrThrow()).count)),
      )
      return { unfilled, waiting, failed, found, notFound } as Record<
        'unfilled' | 'waiting' | 'failed' | 'found' | 'notFound',
        number
      >
    },

    /** Works asked about in the last minutes, per minute; 0 if there were none. */
    async worksPerMinute(now: number): Promise<number> {
      const { count, first } = await read
        .selectFrom('provided_metadata')
        .select((eb) => [eb.fn.count<number>('work_id').distinct().as('count'), eb.fn.min('asked_at_ms').as('first')])
        .where('asked_at_ms', '>', now - RATE_WINDOW_MS)
        .executeTakeFirstOrThrow()
      const minutes = Math.max(now - Number(first ?? now), 5_000) / 60_000
      return Number(count) / minutes
    },

    /** The first hundred, by work. */
    async listFailed(): Promise<FailedFetch[]> {
      const rows = await read
        .selectFrom('job')
        .innerJoin('work', (join) => join.on((eb) => eb('job.key', '=', eb.cast<string>('work.id', 'text'))))
        .select(['work.id as workId', 'work.source_id as code', 'work.title', 'job.error'])
        .where('job.kind', '=', KIND)
        .where('job.state', '=', 'failed')
        .orderBy('work.id')
        .limit(100)
        .execute()
      return rows.map(({ error, ...row }) => ({ ...row, reason: error ?? '' }))
    },

    /**
     * Adds jobs for works.
     *
     * @param wanted  `missing`: works that a provider was not asked about, or did not have and is due; a list: these ids
     * @returns how many works will be asked about
     */
    async enqueueWorks(wanted: 'missing' | 'all' | readonly number[], providers: readonly ProviderName[], now: number) {
      const force = wanted !== 'missing'
      let added = 0
      for (let after = -1; ;) {
        let query = read
          .selectFrom('work')
          .select('id')
          .where('state', '=', 'present')
          .where('id', '>', after)
          .orderBy('id')
          .limit(WORKS_AT_ONCE)
        if (typeof wanted !== 'string') query = query.where('id', 'in', [...wanted])
        const ids = (await query.execute()).map(({ id }) => id)
        after = ids.at(-1) ?? after
        const due = force ? ids : await withoutAnswer(read, ids, providers, now)
        if (due.length > 0) {
          added += await write.transaction().execute(async (tx) => {
            let count = 0
            for (const id of due)
              if (await enqueue(tx, { kind: KIND, key: String(id), data: { workId: id, force }, maxAttempts: 1 }))
                count++
            return count
          })
        }
        if (ids.length < WORKS_AT_ONCE) return added
      }
    },

    /** Removes the jobs that have not failed. */
    async cancelWaiting(): Promise<number> {
      const { numDeletedRows } = await write
        .deleteFrom('job')
        .where('kind', '=', KIND)
        .where('state', '<>', 'failed')
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    async retryFailed(): Promise<number> {
      const { numUpdatedRows } = await write
        .updateTable('job')
        .set({ state: 'ready', attempts: 0, run_at_ms: Date.now(), error: null })
        .where('kind', '=', KIND)
        .where('state', '=', 'failed')
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    async findWork(id: number): Promise<{ code: string } | undefined> {
      return read
        .selectFrom('work')
        .select('source_id as code')
        .where('id', '=', id)
        .where('state', '=', 'present')
        .executeTakeFirst()
    },

    async findProvided({ workId, provider }: Key): Promise<ProvidedRow | undefined> {
      return read
        .selectFrom('provided_metadata')
        .selectAll()
        .where('work_id', '=', workId)
        .where('provider', '=', provider)
        .executeTakeFirst()
    },

    /** Stores an answer, and makes the next scan read the work again, in case this process stops before it has merged it. */
    async storeFacts({ workId, provider }: Key, position: number, { metadata, coverUrl, raw }: Facts, now: number) {
      const row = {
        position,
        data: JSON.stringify(metadata),
        raw: deflateRawSync(raw),
        cover_url: coverUrl,
        asked_at_ms: now,
        misses: 0,
      }
      await write.transaction().execute(async (tx) => {
        await tx
          .insertInto('provided_metadata')
          .values({ work_id: workId, provider, cover_name: null, ...row })
          .onConflict((conflict) => conflict.columns(['work_id', 'provider']).doUpdateSet(row))
          .execute()
        await markForScan(tx, workId)
      })
    },

    /** What is known of the work stays. */
    async storeMiss({ workId, provider }: Key, position: number, now: number): Promise<void> {
      const fresh = { data: null, raw: null, cover_url: null, cover_name: null, misses: 1 }
      await write
        .insertInto('provided_metadata')
        .values({ work_id: workId, provider, position, asked_at_ms: now, ...fresh })
        .onConflict((conflict) =>
          conflict
            .columns(['work_id', 'provider'])
            .doUpdateSet((set) => ({ asked_at_ms: now, misses: set('provided_metadata.misses', '+', 1) })),
        )
        .execute()
    },

    async storeCover({ workId, provider }: Key, coverName: string): Promise<void> {
      await write.transaction().execute(async (tx) => {
        await tx
          .updateTable('provided_metadata')
          .set({ cover_name: coverName })
          .where('work_id', '=', workId)
          .where('provider', '=', provider)
          .execute()
        await markForScan(tx, workId)
      })
    },
  }
}

async function markForScan(tx: Db, workId: number): Promise<void> {
  await tx.updateTable('work').set({ signature: null }).where('id', '=', workId).execute()
}

async function withoutAnswer(db: Db, ids: readonly number[], providers: readonly ProviderName[], now: number) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('provided_metadata')
    .select(['work_id', 'provider', 'misses', 'asked_at_ms'])
    .select((eb) => eb('data', 'is not', null).as('isFound'))
    .where('work_id', 'in', [...ids])
    .execute()
  const settled = new Set(
    rows
      .filter(({ isFound, misses, asked_at_ms: askedAt }) => isFound || now < askedAt + againAfterMs(misses))
      .map((row) => `${row.work_id} ${row.provider}`),
  )
  return ids.filter((id) => providers.some((provider) => !settled.has(`${id} ${provider}`)))
}

function againAfterMs(misses: number): number {
  return AGAIN_AFTER_MS[Math.min(misses, AGAIN_AFTER_MS.length) - 1] ?? 0
}

/** Works that are present, have only their folder's title, and were not asked about. */
function unfilledWorks(db: Db) {
  return db
    .selectFrom('work')
    .where('state', '=', 'present')
    .where('metadata_source', '=', 'folder')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('provided_metadata').select('work_id').whereRef('work_id', '=', 'work.id'))),
    )
}
