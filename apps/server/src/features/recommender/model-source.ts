import {
  createModelBuilder,
  type Listening,
  type RecommenderModel,
  type Tuning,
  usualBlend,
  type WorkFacts,
} from '@otodana/recommender'
import { type RawBuilder, type Selectable, sql } from 'kysely'

import { databaseNowMs } from '#db/dialect.ts'
import type { Database } from '#db/open.ts'
import type { ListeningTable } from '#db/tables.ts'
import { createChangeLog, type LogPosition } from '#features/catalogue/index.ts'

import { strengthOf } from './milestones.ts'
import { readAllFacts, readFacts } from './work-facts.ts'

const ROWS_AT_ONCE = 5_000
/** Rows may be committed later than their timestamps, so each look goes back this far. */
const LOOK_BACK_MS = 600_000
/** Without new listening, works and their popularity still age. */
export const MAX_MODEL_AGE_MS = 6 * 3_600_000
/** Above this number of changed works, all are read again. */
const MAX_CHANGES = 5_000
const CHANGES_AT_ONCE = 500
const LISTENERS_AT_ONCE = 500
const SPARE_NUMBERS = 100_000
/** The share of rows that must change for another model before the last one is old. */
const NEWS_SHARE = 0.01
/** With fewer rows there is too little to tune by. */
const LEAST_TUNED_ROWS = 200
/** Tuned again when so many of the rows have changed, or some have after this time. */
const RETUNED_SHARE = 0.1
const RETUNED_MS = 7 * 86_400_000
/** With open registration accounts cost nothing: together, young ones count no more than anonymous listeners. */
export const YOUNG_ACCOUNT_MS = 7 * 86_400_000

export type ModelCounts = {
  works: number
  /** Number of rows read for this build: all the first time, then the changed ones. */
  rows: number
  /** Number of rows known by then. */
  knownRows: number
  readMs: number
  buildMs: number
}

export type Built = { model: RecommenderModel; counts: ModelCounts }

/** A tuning of the blend, and the number of rows that were known by then. */
export type Tuned = { tuning: Tuning; rows: number }

type Row = Selectable<ListeningTable>

/** Returns how many changes are enough for another model of so many rows. */
export function leastNews(rows: number): number {
  return Math.max(1, Math.floor(rows * NEWS_SHARE))
}

/** By the database's clock and by a monotonic one. */
type Moment = { nowMs: number; steadyMs: number }

/**
 * Returns the time from which rows may be new, in milliseconds since 1970. After a clock was set back, later rows have
 * earlier timestamps than those already seen.
 */
export function beginOfNews(last: Moment, { nowMs, steadyMs }: Moment): number {
  return Math.floor(Math.min(last.nowMs, nowMs - (steadyMs - last.steadyMs))) - LOOK_BACK_MS
}

/**
 * Follows works and listening in the database, and builds models. One call at a time.
 *
 * @param kept  the latest tuning, if it is known
 */
export function createModelSource(database: Database, kept: Tuned | null = null, spareNumbers = SPARE_NUMBERS) {
  const { dialect, read: db } = database
  let builder = createModelBuilder()
  const changeLog = createChangeLog(database)
  const now = databaseNowMs(dialect)
  const works = new Map<number, WorkFacts>()
  let listenerNumbers = createNumbers()
  let sourceNumbers = createNumbers()
  /** Numbers of listeners and networks are not reused: above this many, all are assigned again. */
  let mostNumbers = Number.POSITIVE_INFINITY
  /** Rows and removed listeners seen in the last minutes, so that they are not read as new again. */
  let recent = new Map<string, string>()
  /** Listeners of young accounts. */
  let young = new Set<string>()
  let last: Moment | null = null
  let position: LogPosition | null = null
  let builtAtMs = Number.NEGATIVE_INFINITY
  let tuned = kept
  /** Number of rows in the last model. */
  let knownRows = 0
  /** Changes since the last model. */
  let news = 0
  /** Changes since the last tuning. */
  let untuned = 0

  /** @returns whether any work has changed */
  async function followWorks(): Promise<boolean> {
    const changed = position === null ? null : await changedWorks(position)
    if (changed === null) {
      const end = await changeLog.end()
      works.clear()
      for await (const page of readAllFacts(db)) for (const facts of page) works.set(facts.id, facts)
      position = end
    } else {
      position = changed.position
      if (changed.ids.length === 0) return false
      for (const id of changed.ids) works.delete(id)
      for (const facts of await readFacts(db, changed.ids)) works.set(facts.id, facts)
    }
    builder.setWorks(works.values())
    return true
  }

  /**
   * Returns null if there are too many, or the log does not reach back far enough. Of circles only whether they have a
   * name matters.
   */
  async function changedWorks(from: LogPosition): Promise<{ ids: number[]; position: LogPosition } | null> {
    const ids = new Set<number>()
    for (let at = from; ;) {
      const page = await changeLog.read(at, CHANGES_AT_ONCE)
      if (page === null) return null
      for (const { kind, id } of page.changes) {
        if (kind === 'work') ids.add(Number(id))
        else if (kind === 'circle') return null
      }
      if (ids.size > MAX_CHANGES) return null
      at = page.position
      if (!page.hasMore) return { ids: [...ids], position: at }
    }
  }

  /** @returns the number of new or changed rows */
  async function followListening(): Promise<{ rows: number; removed: number }> {
    const { rows: clock } = await sql<{ now: number }>`select ${now} as now`.execute(db)
    const nowMs = clock[0]?.now ?? 0
    if (countNumbers() > mostNumbers) startOver()
    const moment = { nowMs, steadyMs: performance.now() }
    const from = last === null ? null : beginOfNews(last, moment)
    const seen = new Map<string, string>()
    const isNews = (key: string, atMs: number, state: string) => {
      if (atMs >= nowMs - LOOK_BACK_MS) seen.set(key, state)
      return recent.get(key) !== state
    }
    const isNewRow = ({ listener, work_id, last_at_ms: at, milestones, opinion, network }: Row) =>
      isNews(`${listener} ${work_id}`, at, `${at} ${milestones} ${opinion} ${network}`)
    let count = 0
    // When all are read, their times tell which ones have changed.
    if (from === null) untuned = 0
    const tunedAt = tuned?.tuning.tunedAt ?? 0
    const take = (rows: readonly Row[]) => {
      count += rows.length
      for (const { last_at_ms: at } of rows) if (at > tunedAt) untuned += 1
      builder.setListening(rows.map(toListening))
    }
    const grown = await followAccounts(nowMs)
    // First, so that rows stored after a removal are added again.
    let removed = 0
    if (from !== null) {
      const gone = (await db.selectFrom('listening_removed').selectAll().where('at_ms', '>=', from).execute())
        .filter(({ listener, at_ms }) => isNews(`gone ${listener}`, at_ms, String(at_ms)))
        .map(({ listener }) => listener)
      gone.push(...grown)
      removed = gone.length
      untuned += removed
      for (const listener of gone) builder.removeListener(listenerNumbers.of(listener))
      for (let at = 0; at < gone.length; at += LISTENERS_AT_ONCE) {
        const some = gone.slice(at, at + LISTENERS_AT_ONCE)
        take(await db.selectFrom('listening').selectAll().where('listener', 'in', some).execute())
      }
    }
    const pages = from === null ? allRows() : rowsSince(from)
    for await (const page of pages) {
      take(page.filter(isNewRow))
    }
    recent = seen
    if (last === null) mostNumbers = 2 * countNumbers() + spareNumbers
    last = moment
    return { rows: count, removed }
  }

  const countNumbers = () => listenerNumbers.count() + sourceNumbers.count()

  function startOver(): void {
    builder = createModelBuilder()
    builder.setWorks(works.values())
    listenerNumbers = createNumbers()
    sourceNumbers = createNumbers()
    recent = new Map()
    last = null
  }

  /** @returns the listeners whose accounts are no longer young, and count as accounts from now on */
  async function followAccounts(nowMs: number): Promise<string[]> {
    const rows = await db
      .selectFrom('account')
      .select('recommender_uuid as listener')
      .where('created_at_ms', '>', nowMs - YOUNG_ACCOUNT_MS)
      .execute()
    const before = young
    young = new Set(rows.map(({ listener }) => listener))
    return [...before].filter((listener) => !young.has(listener))
  }

  async function* allRows(): AsyncGenerator<Row[]> {
    yield* pages(sql`listener, work_id`, ({ listener, work_id }) => sql`(${listener}, cast(${work_id} as integer))`)
  }

  async function* rowsSince(from: number): AsyncGenerator<Row[]> {
    yield* pages(
      sql`last_at_ms, listener, work_id`,
      ({ last_at_ms, listener, work_id }) =>
        sql`(cast(${last_at_ms} as bigint), ${listener}, cast(${work_id} as integer))`,
      sql`last_at_ms >= ${from}`,
    )
  }

  async function* pages(
    order: RawBuilder<unknown>,
    keyOf: (row: Row) => RawBuilder<unknown>,
    which: RawBuilder<unknown> = sql`1 = 1`,
  ): AsyncGenerator<Row[]> {
    let last: Row | undefined
    do {
      const after: RawBuilder<unknown> = last === undefined ? sql`1 = 1` : sql`(${order}) > ${keyOf(last)}`
      const { rows }: { rows: Row[] } = await sql<Row>`
        select * from listening where ${which} and ${after} order by ${order} limit ${sql.lit(ROWS_AT_ONCE)}`.execute(
        db,
      )
      yield rows
      last = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)
    } while (last !== undefined)
  }

  function toListening(row: Row): Listening {
    const { listener, work_id: work, network, last_at_ms: at } = row
    return {
      listener: listenerNumbers.of(listener),
      // The network, or the account, which has one listener.
      source: sourceNumbers.of(network ?? `account ${listener}`),
      isAnonymous: network !== null || young.has(listener),
      work,
      strength: strengthOf(row),
      at,
    }
  }

  return {
    /**
     * Returns a model of everything committed so far.
     *
     * @param isPatient  whether a few changes may wait until there are more, or the model is old
     * @returns null if nothing has changed since the last one, or not enough
     * @throws {Error} the database cannot be read; the next call continues from there
     */
    async refresh(nowMs = Date.now(), isPatient = false): Promise<Built | null> {
      const startedAt = performance.now()
      const worksChanged = await followWorks()
      const { rows, removed } = await followListening()
      const readAt = performance.now()
      const isFresh = nowMs - builtAtMs < MAX_MODEL_AGE_MS
      news += rows + removed
      if (!worksChanged && news < (isPatient ? leastNews(knownRows) : 1) && isFresh) return null
      const model = builder.build(nowMs, tuned?.tuning.blend ?? usualBlend)
      builtAtMs = nowMs
      knownRows = builder.rows()
      news = 0
      return {
        model,
        counts: {
          works: works.size,
          rows,
          knownRows,
          readMs: Math.round(readAt - startedAt),
          buildMs: Math.round(performance.now() - readAt),
        },
      }
    },

    /** The latest tuning; null: none yet. */
    tuned: () => tuned,

    /**
     * Tunes the blend if enough has changed since it was tuned, by what the last refresh has read.
     *
     * @returns a model with the new blend; null if there is none
     */
    tune(nowMs = Date.now()): RecommenderModel | null {
      if (!isTuningDue(nowMs)) return null
      const before = JSON.stringify(tuned?.tuning.blend ?? usualBlend)
      const tuning = builder.tune(nowMs)
      tuned = { tuning, rows: knownRows }
      untuned = 0
      return JSON.stringify(tuning.blend) === before ? null : builder.build(nowMs, tuning.blend)
    },
  }

  function isTuningDue(nowMs: number): boolean {
    if (knownRows < LEAST_TUNED_ROWS) return false
    if (tuned === null) return true
    return untuned >= tuned.rows * RETUNED_SHARE || (untuned > 0 && nowMs - tuned.tuning.tunedAt >= RETUNED_MS)
  }
}

/** Assigns numbers to names in order of appearance. */
function createNumbers() {
  const numbers = new Map<string, number>()
  return {
    count: () => numbers.size,
    of(name: string): number {
      const known = numbers.get(name)
      if (known !== undefined) return known
      const number = numbers.size + 1
      numbers.set(name, number)
      return number
    },
  }
}
