import { randomUUID } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'

import type { MetadataFailure, WorkLookup } from '@otodana/contract'
import { FIRST_CODELESS_ID } from '@otodana/work-code'
import { type Selectable, sql } from 'kysely'

import type { Database, Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'
import { TAKEN_OVER } from '#features/metadata/index.ts'
import { enqueue, type JobRequest } from '#jobs/queue.ts'
import type { ProviderName } from '#settings/metadata-settings.ts'

import type { Answer, Facts } from './provider.ts'

export const KIND = 'metadata'

const WORKS_AT_ONCE = 500
/** At most so many works are listed. */
const LISTED = 100
const DAY_MS = 86_400_000
/** A work that a provider does not have is asked for again after a week, then every month. */
const AGAIN_AFTER_MS = [7 * DAY_MS, 30 * DAY_MS]
const RATE_WINDOW_MS = 120_000
/** How many of the latest answers tell what a work usually takes. */
const PACE_ANSWERS = 100
const MIN_PACE_ANSWERS = 10

export type ProvidedRow = Selectable<Tables['provided_metadata']>
type Key = { workId: number; provider: ProviderName }

export type FailedFetch = { workId: number; code: string; title: string; reason: string; failures: MetadataFailure[] }
export type NotFoundWork = { workId: number; code: string; title: string; askedAt: string; againFrom: string }

export type LookupState = Pick<WorkLookup, 'state' | 'answeredAt' | 'reason' | 'failures'>

const jobStates = { ready: 'waiting', running: 'running', failed: 'failed' } as const

/** What a job asks for: a work's facts; its other titles and sample pictures; its sales, ratings and ranks. */
export type Part = 'facts' | 'extras' | 'sales'
/** A job's data. */
export type FetchData = { workId: number; part: Part; force: boolean }

/** What is needed most comes first. */
const priorities: Record<Part, number> = { facts: 0, extras: -1, sales: -2 }
/** A work that an administrator asks for on its page. */
const FIRST = 1

function jobFor(data: FetchData): JobRequest {
  const { workId, part } = data
  return { kind: KIND, key: keyOf(workId, part), priority: priorities[part], data }
}

/** The key of a job for facts is the work's id alone. */
function keyOf(workId: number, part: Part): string {
  return part === 'facts' ? String(workId) : `${workId} ${part}`
}

export function createFetchRepository({ read, write }: Database) {
  const anyJob = () =>
    read
      .selectFrom('job')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('kind', '=', KIND)
  const jobs = (part: Part) =>
    part === 'facts' ? anyJob().where('key', 'not like', '% %') : anyJob().where('key', 'like', `% ${part}`)
  const isPresent = async (workId: number) => {
    const work = read.selectFrom('work').select('id').where('id', '=', workId).where('state', '=', 'present')
    return (await work.executeTakeFirst()) !== undefined
  }
  /** Each work once, also where several providers were asked. */
  const answers = () => providerAnswers(read).select((eb) => eb.fn.count<number>('work_id').distinct().as('count'))

  return {
    async counts() {
      const count = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }) =>
        Number((await query.executeTakeFirstOrThrow()).count)
      const works = read
        .selectFrom('work')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('state', '=', 'present')
      const [present, unasked, unfilled, waiting, extras, refreshing, failed, found, notFound] = await Promise.all([
        count(works),
        count(unaskedWorks(read)),
        count(unaskedWorks(read).where('metadata_source', '=', 'folder')),
        count(jobs('facts').where('state', '<>', 'failed')),
        count(jobs('extras').where('state', '<>', 'failed')),
        count(jobs('sales').where('state', '<>', 'failed')),
        count(anyJob().where('state', '=', 'failed')),
        count(answers().where('data', 'is not', null)),
        count(answers().where('data', 'is', null)),
      ])
      return { works: present, unasked, unfilled, waiting, extras, refreshing, failed, found, notFound }
    },

    /** Works asked about in the last minutes, per minute; 0 if there were none. */
    async worksPerMinute(now: number): Promise<number> {
      const { count, first } = await providerAnswers(read)
        .select((eb) => [eb.fn.count<number>('work_id').distinct().as('count'), eb.fn.min('asked_at_ms').as('first')])
        .where('asked_at_ms', '>', now - RATE_WINDOW_MS)
        .executeTakeFirstOrThrow()
      const minutes = Math.max(now - Number(first ?? now), 5_000) / 60_000
      return Number(count) / minutes
    },

    /** What a work usually takes: the median of the times between the latest answers; null if there are few. */
    async secondsPerWork(): Promise<number | null> {
      const rows = await providerAnswers(read)
        .select((eb) => eb.fn.max('asked_at_ms').as('askedAtMs'))
        .groupBy('work_id')
        .orderBy('askedAtMs', 'desc')
        .limit(PACE_ANSWERS)
        .execute()
      if (rows.length < MIN_PACE_ANSWERS) return null
      const times = rows.map((row) => Number(row.askedAtMs))
      const gaps = times.slice(1).map((time, index) => times[index]! - time)
      return (gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0) / 1_000
    },

    /** The first hundred. */
    async listFailed(): Promise<FailedFetch[]> {
      const jobs = await read
        .selectFrom('job')
        .select(['data', 'error', 'failures'])
        .where('kind', '=', KIND)
        .where('state', '=', 'failed')
        .orderBy('id')
        .limit(LISTED)
        .execute()
      const failed = jobs.map(({ data, error, failures }) => ({
        workId: (JSON.parse(data) as FetchData).workId,
        reason: error ?? '',
        failures: JSON.parse(failures ?? '[]') as MetadataFailure[],
      }))
      if (failed.length === 0) return []
      const works = await read
        .selectFrom('work')
        .select(['id', 'source_id as code', 'title'])
        .where(
          'id',
          'in',
          failed.map(({ workId }) => workId),
        )
        .execute()
      const workOf = new Map(works.map(({ id, ...work }) => [id, work]))
      return failed.flatMap(({ workId, ...failure }) => {
        const work = workOf.get(workId)
        return work ? [{ workId, ...work, ...failure }] : []
      })
    },

    /** The first hundred works that no provider has, those that were asked about last first. */
    async listNotFound(): Promise<NotFoundWork[]> {
      const rows = await providerAnswers(read)
        .innerJoin('work', 'work.id', 'provided_metadata.work_id')
        .select(['work.id as workId', 'work.source_id as code', 'work.title'])
        .select((eb) => [eb.fn.max('asked_at_ms').as('askedAtMs'), eb.fn.max('misses').as('misses')])
        .where('work.state', '=', 'present')
        .groupBy(['work.id', 'work.source_id', 'work.title'])
        .having((eb) => eb(eb.fn.count('provided_metadata.data'), '=', 0))
        .orderBy('askedAtMs', 'desc')
        .orderBy('work.id')
        .limit(LISTED)
        .execute()
      return rows.map(({ askedAtMs, misses, ...work }) => ({
        ...work,
        askedAt: new Date(Number(askedAtMs)).toISOString(),
        againFrom: new Date(Number(askedAtMs) + againAfterMs(Number(misses))).toISOString(),
      }))
    },

    /**
     * Adds jobs for works whose sales, ratings and ranks were last asked for before a time: the oldest first, at most so many,
     * and none twice.
     *
     * @param providers  those that may be asked
     */
    async enqueueSales(providers: readonly ProviderName[], before: number, limit: number): Promise<number> {
      if (providers.length === 0) return 0
      const due = await providerAnswers(read)
        .innerJoin('work', 'work.id', 'provided_metadata.work_id')
        .select('work.id')
        .select((eb) => eb.fn.min(eb.fn.coalesce('refreshed_at_ms', 'asked_at_ms')).as('atMs'))
        .where('provided_metadata.data', 'is not', null)
        .where('provided_metadata.provider', 'in', providers)
        .where('work.state', '=', 'present')
        .groupBy('work.id')
        .having((eb) => eb(eb.fn.min(eb.fn.coalesce('refreshed_at_ms', 'asked_at_ms')), '<', before))
        .orderBy('atMs')
        .limit(limit)
        .execute()
      if (due.length === 0) return 0
      return write.transaction().execute(async (tx) => {
        let added = 0
        for (const { id } of due) if (await enqueue(tx, jobFor({ workId: id, part: 'sales', force: false }))) added++
        return added
      })
    },

    async answeredSince(sinceMs: number): Promise<{ found: number; notFound: number }> {
      const rows = await providerAnswers(read)
        .select((eb) => eb.fn.count<number>('data').as('answers'))
        .groupBy('work_id')
        .having((eb) => eb(eb.fn.max('asked_at_ms'), '>=', sinceMs))
        .execute()
      const found = rows.filter(({ answers }) => Number(answers) > 0).length
      return { found, notFound: rows.length - found }
    },

    /** How many works providers have. */
    async countKnown(): Promise<number> {
      const { count } = await answers().where('data', 'is not', null).executeTakeFirstOrThrow()
      return Number(count)
    },

    /**
     * Adds jobs for works.
     *
     * @param wanted  `missing`: works that a provider was not asked about, or did not have and is due, and that have no job,
     *   failed or not; a list: these ids
     * @returns how many works will be asked about
     */
    async enqueueWorks(wanted: 'missing' | 'all' | readonly number[], providers: readonly ProviderName[], now: number) {
      if (typeof wanted !== 'string' && wanted.length === 0) return 0
      const force = wanted !== 'missing'
      let added = 0
      for (let after = -1; ;) {
        let query = read
          .selectFrom('work')
          .select('id')
          // Wrapped, or SQLite would use the index that begins with it, and sort all works for each page.
          .where(sql`(state || '')`, '=', 'present')
          // Providers know works by their codes.
          .where('id', '<', FIRST_CODELESS_ID)
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
            for (const id of due) if (await enqueue(tx, jobFor({ workId: id, part: 'facts', force }))) count++
            return count
          })
        }
        if (ids.length < WORKS_AT_ONCE) return added
      }
    },

    /**
     * Adds a job for a work before all that wait, or moves its waiting one there.
     *
     * @returns whether one was added
     */
    async enqueueFirst(workId: number): Promise<boolean> {
      if (workId >= FIRST_CODELESS_ID || !(await isPresent(workId))) return false
      const data: FetchData = { workId, part: 'facts', force: true }
      return write.transaction().execute(async (tx) => {
        if (await enqueue(tx, { ...jobFor(data), priority: FIRST })) return true
        await tx
          .updateTable('job')
          .set({ priority: FIRST, data: JSON.stringify(data) })
          .where('kind', '=', KIND)
          .where('key', '=', keyOf(workId, 'facts'))
          .where('state', '=', 'ready')
          .execute()
        return false
      })
    },

    /** How a work's lookup is, or ended; undefined if there is no such work. */
    async findLookup(workId: number): Promise<LookupState | undefined> {
      const work = await read.selectFrom('work').select('id').where('id', '=', workId).executeTakeFirst()
      if (!work) return undefined
      // The job first: once it is gone, its answers are stored.
      const job = await read
        .selectFrom('job')
        .select(['state', 'error', 'failures'])
        .where('kind', '=', KIND)
        .where('key', '=', keyOf(workId, 'facts'))
        .executeTakeFirst()
      const answers = await providerAnswers(read)
        .select(['misses', 'asked_at_ms'])
        .where('work_id', '=', workId)
        .execute()
      const answered = answers.length === 0 ? 'none' : answers.every(({ misses }) => misses > 0) ? 'notFound' : 'found'
      return {
        state: job ? jobStates[job.state] : answered,
        answeredAt:
          answers.length === 0 ? null : new Date(Math.max(...answers.map((row) => row.asked_at_ms))).toISOString(),
        reason: job?.error ?? '',
        failures: JSON.parse(job?.failures ?? '[]') as MetadataFailure[],
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
        .set({ state: 'ready', attempts: 0, run_at_ms: Date.now(), error: null, failures: null })
        .where('kind', '=', KIND)
        .where('state', '=', 'failed')
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    isPresent,

    /** Orders stored answers by today's order of trust; those of other providers come last. */
    async reorder(providers: readonly ProviderName[]): Promise<void> {
      const order = [...providers, null]
      for (const [position, provider] of order.entries()) {
        await write
          .updateTable('provided_metadata')
          .set({ position })
          .where('provider', provider === null ? 'not in' : '=', (provider ?? [...providers, '']) as string)
          .where('position', '<>', position)
          .execute()
      }
    },

    /** Whether a work shows the cover, or would show it when it is read again. */
    async isCoverUsed(name: string): Promise<boolean> {
      const [work, answer] = await Promise.all([
        read.selectFrom('work').select('id').where('downloaded_cover', '=', name).executeTakeFirst(),
        read.selectFrom('provided_metadata').select('work_id').where('cover_name', '=', name).executeTakeFirst(),
      ])
      return work !== undefined || answer !== undefined
    },

    async findProvided({ workId, provider }: Key): Promise<ProvidedRow | undefined> {
      return read
        .selectFrom('provided_metadata')
        .selectAll()
        .where('work_id', '=', workId)
        .where('provider', '=', provider)
        .executeTakeFirst()
    },

    /**
     * Stores an answer, and makes the next scan read the work again, in case this process stops before it has merged it. Fields
     * that the answer lacks stay as they were.
     */
    async storeFacts({ workId, provider }: Key, position: number, facts: Facts, before: ProvidedRow | undefined) {
      const { metadata, coverUrl, raw } = facts
      const known = before?.data ? (JSON.parse(before.data) as object) : {}
      const row = {
        position,
        data: JSON.stringify({ ...known, ...metadata }),
        raw: deflateRawSync(raw),
        cover_url: coverUrl ?? before?.cover_url ?? null,
        asked_at_ms: Date.now(),
        refreshed_at_ms: null,
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

    async enqueueExtras(workId: number): Promise<void> {
      await enqueue(write, jobFor({ workId, part: 'extras', force: true }))
    },

    /** Adds a later answer's fields to those that are stored, or replaces them. */
    async storeMore({ workId, provider }: Key, kind: 'titles' | 'sales', { metadata, raw }: Answer): Promise<void> {
      await write.transaction().execute(async (tx) => {
        // The first statement writes, so that SQLite waits for its lock.
        const row = await ofProvider(tx, { workId, provider })
          .set((set) => ({ data: set.ref('data') }))
          .returning('data')
          .executeTakeFirst()
        if (!row?.data) return
        const data = JSON.stringify({ ...(JSON.parse(row.data) as object), ...metadata })
        await ofProvider(tx, { workId, provider })
          .set({ data, [`raw_${kind}`]: deflateRawSync(raw) })
          .execute()
        await markForScan(tx, workId)
      })
    },

    /** Sales were asked for, whether or not they were answered. */
    async storeRefresh(key: Key): Promise<void> {
      await ofProvider(write, key).set({ refreshed_at_ms: Date.now() }).execute()
    },

    /** What is known of the work stays. */
    async storeMiss({ workId, provider }: Key, position: number): Promise<void> {
      const now = Date.now()
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

    async storeSamples(key: Key, names: readonly string[]): Promise<void> {
      await ofProvider(write, key)
        .set({ sample_names: JSON.stringify(names) })
        .execute()
    },

    async storeNoCover(key: Key): Promise<void> {
      await ofProvider(write, key).set({ cover_url: null }).execute()
    },

    async storeCover(key: Key, coverName: string): Promise<void> {
      await write.transaction().execute(async (tx) => {
        await ofProvider(tx, key).set({ cover_name: coverName }).execute()
        await markForScan(tx, key.workId)
      })
    },
  }
}

function ofProvider(db: Db, { workId, provider }: Key) {
  return db.updateTable('provided_metadata').where('work_id', '=', workId).where('provider', '=', provider)
}

async function markForScan(tx: Db, workId: number): Promise<void> {
  // A mark that no scan has read, so that a scan under way does not remove it.
  await tx
    .updateTable('work')
    .set({ signature: `?${randomUUID()}` })
    .where('id', '=', workId)
    .execute()
}

async function withoutAnswer(db: Db, ids: readonly number[], providers: readonly ProviderName[], now: number) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('provided_metadata')
    .select(['work_id', 'provider', 'misses', 'asked_at_ms'])
    .select(['data', 'cover_url', 'cover_name'])
    .where('work_id', 'in', [...ids])
    .execute()
  const settled = new Set(
    rows
      .filter((row) =>
        row.data === null
          ? now < row.asked_at_ms + againAfterMs(row.misses)
          : row.cover_url === null || row.cover_name !== null,
      )
      .map((row) => `${row.work_id} ${row.provider}`),
  )
  const queued = await db
    .selectFrom('job')
    .select('key')
    .where('kind', '=', KIND)
    .where('key', 'in', ids.map(String))
    .execute()
  const hasJob = new Set(queued.map(({ key }) => key))
  return ids.filter((id) => !hasJob.has(String(id)) && providers.some((provider) => !settled.has(`${id} ${provider}`)))
}

function againAfterMs(misses: number): number {
  return AGAIN_AFTER_MS[Math.min(misses, AGAIN_AFTER_MS.length) - 1] ?? 0
}

/** Without what another program had fetched. */
function providerAnswers(db: Db) {
  return db.selectFrom('provided_metadata').where('provider', '<>', TAKEN_OVER)
}

/** Works that are present and were not asked about. */
function unaskedWorks(db: Db) {
  return db
    .selectFrom('work')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'present')
    .where('id', '<', FIRST_CODELESS_ID)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('provided_metadata')
            .select('work_id')
            .whereRef('work_id', '=', 'work.id')
            .where('provider', '<>', TAKEN_OVER),
        ),
      ),
    )
}
