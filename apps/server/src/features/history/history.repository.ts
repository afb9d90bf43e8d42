import { type HistoryEntry, MAX_HISTORY_DAYS } from '@otodana/contract'
import { foldForFinding } from '@otodana/keyword'
import { type RawBuilder, type Selectable, sql } from 'kysely'

import { lockRow } from '#db/dialect.ts'
import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { Tables } from '#db/tables.ts'

import { nameOf, shownColumns, toShownWork } from './shown-work.ts'

/** Of a member; above this, what was heard longest ago is deleted. */
export const MAX_HEARD = 10_000
const DAY_MS = 86_400_000

/** What one device heard of a file on one day. */
export type Heard = {
  fileId: number
  day: string
  firstAtMs: number
  lastAtMs: number
  heardSeconds: number
  seconds: number
  durationSeconds: number | null
}

type Choice = Pick<Selectable<Tables['history_choice']>, 'is_on' | 'cleared_at_ms'>

export type HistoryRepository = {
  /**
   * Works by day, latest first.
   *
   * @param page  `words` are looked for in the titles of works, circles and files; `until` is the latest day
   */
  list(
    accountId: number,
    page: { words: string; until?: string | undefined; offset: number; limit: number },
  ): Promise<{ entries: HistoryEntry[]; total: number }>
  /**
   * Saves what a device heard. Of a day, file and device the larger total and the later position count, in whichever
   * order they come.
   *
   * @param isUndo  takes a removal back, also while the history is off
   * @returns the number saved
   */
  save(accountId: number, deviceId: string, heard: readonly Heard[], isUndo?: boolean): Promise<number>
  /** `save`, in a transaction; `takesCleared`: also what was heard before the history was cleared. */
  mergeIn(
    tx: Db,
    accountId: number,
    deviceId: string,
    heard: readonly Heard[],
    options: { takesCleared: boolean },
  ): Promise<number>
  /** @returns the number of rows removed */
  remove(accountId: number, entries: readonly { day: string; workId: number }[]): Promise<number>
  /** Removes everything, and does not take what was heard before from devices that send it later. */
  clear(accountId: number): Promise<number>
  isOn(accountId: number, db?: Db): Promise<boolean>
  setOn(accountId: number, isOn: boolean): Promise<void>
  /** Every row with the work's code and the file's path, latest first. */
  exported(accountId: number): Promise<ExportedHeard[]>
  /** What was chosen about the history; empty: never anything. */
  choices(accountId: number): Promise<{ isOn: boolean; clearedAt: string | null }[]>
}

type ExportedHeard = {
  code: string
  path: string
  day: string
  device: string
  firstAt: string
  lastAt: string
  heardSeconds: number
  seconds: number
  durationSeconds: number | null
}

/** @param clock  milliseconds since 1970 */
export function createHistoryRepository(
  { dialect, read, write }: Database,
  clock: () => number = Date.now,
): HistoryRepository {
  const inTransaction = <T>(run: (tx: Db) => Promise<T>) =>
    retryingConflicts(() => write.transaction().execute((tx) => run(tx)))

  async function choiceOf(db: Db, accountId: number): Promise<Choice | undefined> {
    return db
      .selectFrom('history_choice')
      .select(['is_on', 'cleared_at_ms'])
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  }

  async function choose(db: Db, accountId: number, choice: Partial<Choice>): Promise<void> {
    await db
      .insertInto('history_choice')
      .values({ account_id: accountId, is_on: 1, cleared_at_ms: 0, ...choice })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(choice))
      .execute()
  }

  async function saveIn(
    tx: Db,
    accountId: number,
    deviceId: string,
    heard: readonly Heard[],
    { isUndo = false, takesCleared = false },
  ): Promise<number> {
    await lockRow(tx, dialect, 'account', accountId, 'toCount')
    const choice = await choiceOf(tx, accountId)
    if (choice?.is_on === 0 && !isUndo) return 0
    const clearedAtMs = takesCleared ? 0 : (choice?.cleared_at_ms ?? 0)
    const now = clock()
    const known = await tx
      .selectFrom('file')
      .select('id')
      .where('id', 'in', [-1, ...heard.map(({ fileId }) => fileId)])
      .execute()
    const isKnown = new Set(known.map(({ id }) => id))
    const fresh = heard.flatMap((one) => {
      const day = historyDay(one, now)
      return isKnown.has(one.fileId) && day !== null && one.lastAtMs > clearedAtMs ? [{ ...one, day }] : []
    })
    for (const one of fresh) {
      const lastAtMs = Math.min(one.lastAtMs, now)
      // A total that began before counts only what fits in since.
      const mostSeconds = one.firstAtMs < clearedAtMs ? (lastAtMs - clearedAtMs) / 1_000 : Infinity
      await tx
        .insertInto('heard')
        .values({
          account_id: accountId,
          day: one.day,
          file_id: one.fileId,
          device_id: deviceId,
          first_at_ms: Math.min(Math.max(one.firstAtMs, clearedAtMs), lastAtMs),
          last_at_ms: lastAtMs,
          heard_seconds: Math.min(one.heardSeconds, mostSeconds),
          seconds: one.seconds,
          duration_seconds: one.durationSeconds,
        })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'day', 'file_id', 'device_id']).doUpdateSet({
            first_at_ms: chosen('first_at_ms', sql`excluded.first_at_ms < heard.first_at_ms`),
            last_at_ms: chosen('last_at_ms', isLater),
            heard_seconds: chosen('heard_seconds', sql`excluded.heard_seconds > heard.heard_seconds`),
            seconds: chosen('seconds', isLater),
            duration_seconds: chosen('duration_seconds', isLater),
          }),
        )
        .execute()
    }
    await forget(tx, accountId, oldestDayAt(now))
    return fresh.length
  }

  async function forget(tx: Db, accountId: number, oldestDay: string): Promise<void> {
    const oldestKept = tx
      .selectFrom('heard')
      .select('last_at_ms')
      .where('account_id', '=', accountId)
      .orderBy('last_at_ms', 'desc')
      .limit(1)
      .offset(MAX_HEARD - 1)
    await tx
      .deleteFrom('heard')
      .where('account_id', '=', accountId)
      .where((eb) => eb.or([eb('day', '<', oldestDay), eb('last_at_ms', '<', oldestKept)]))
      .execute()
  }

  const select = (accountId: number) =>
    read
      .selectFrom('heard')
      .innerJoin('file', 'file.id', 'heard.file_id')
      .innerJoin('work', 'work.id', 'file.work_id')
      .where('heard.account_id', '=', accountId)

  /** The files whose titles contain all words. */
  async function filesWith(accountId: number, words: readonly string[]): Promise<number[]> {
    const rows = await select(accountId)
      .innerJoin('circle', 'circle.id', 'work.circle_id')
      .select(['file.id', 'file.path', 'work.title', 'work.source_id', 'circle.name'])
      .distinct()
      .execute()
    return rows.flatMap(({ id, path, ...named }) => {
      const text = foldForFinding([nameOf(path), named.title, named.source_id, named.name].join('\n'))
      return words.every((word) => text.includes(word)) ? [id] : []
    })
  }

  return {
    async list(accountId, { words, until, offset, limit }) {
      const wanted = words.split(/\s+/u).map(foldForFinding).filter(Boolean)
      const fileIds = wanted.length > 0 ? await filesWith(accountId, wanted) : null
      const oldestDay = oldestDayAt(clock())
      const matching = select(accountId)
        .where('heard.day', '>=', oldestDay)
        .$if(until !== undefined, (query) => query.where('heard.day', '<=', until ?? ''))
        .$if(fileIds !== null, (query) => query.where('heard.file_id', 'in', [-1, ...(fileIds ?? [])]))
      const days = matching.select(['heard.day', 'work.id as workId']).groupBy(['heard.day', 'work.id'])
      const [{ total }, shown] = await Promise.all([
        read
          .selectFrom(days.as('days'))
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
        days
          .orderBy('heard.day', 'desc')
          .orderBy((eb) => eb.fn.max('heard.last_at_ms'), 'desc')
          .orderBy('work.id')
          .offset(offset)
          .limit(limit)
          .execute(),
      ])
      const rows = await matching
        .innerJoin('circle', 'circle.id', 'work.circle_id')
        .select(['heard.day', 'file.id as fileId', 'file.path', ...shownColumns])
        .select(['first_at_ms', 'last_at_ms', 'heard_seconds', 'seconds', 'heard.duration_seconds'])
        .where('heard.day', 'in', ['', ...new Set(shown.map(({ day }) => day))])
        .where('work.id', 'in', [-1, ...new Set(shown.map(({ workId }) => workId))])
        .orderBy('heard.last_at_ms', 'desc')
        .execute()
      const byEntry = Map.groupBy(rows, ({ day, workId }) => `${day} ${workId}`)
      const entries = shown.flatMap(({ day, workId }) => toEntry(byEntry.get(`${day} ${workId}`) ?? []) ?? [])
      return { entries, total: Number(total) }
    },

    save: (accountId, deviceId, heard, isUndo = false) =>
      inTransaction((tx) => saveIn(tx, accountId, deviceId.toLowerCase(), inOneOrder(heard), { isUndo })),

    mergeIn: (tx, accountId, deviceId, heard, { takesCleared }) =>
      saveIn(tx, accountId, deviceId.toLowerCase(), inOneOrder(heard), { takesCleared }),

    remove: (accountId, entries) =>
      inTransaction(async (tx) => {
        await lockRow(tx, dialect, 'account', accountId, 'toCount')
        let removed = 0
        for (const { day, workId } of entries) {
          const { numDeletedRows } = await tx
            .deleteFrom('heard')
            .where('account_id', '=', accountId)
            .where('day', '=', day)
            .where('file_id', 'in', (eb) => eb.selectFrom('file').select('id').where('work_id', '=', workId))
            .executeTakeFirst()
          removed += Number(numDeletedRows)
        }
        return removed
      }),

    clear: (accountId) =>
      inTransaction(async (tx) => {
        await lockRow(tx, dialect, 'account', accountId, 'toCount')
        await choose(tx, accountId, { cleared_at_ms: clock() })
        const { numDeletedRows } = await tx.deleteFrom('heard').where('account_id', '=', accountId).executeTakeFirst()
        return Number(numDeletedRows)
      }),

    isOn: async (accountId, db = read) => (await choiceOf(db, accountId))?.is_on !== 0,
    setOn: (accountId, isOn) => choose(write, accountId, { is_on: isOn ? 1 : 0 }),

    async exported(accountId) {
      const rows = await select(accountId)
        .select(['work.source_id as code', 'file.path', 'heard.day', 'heard.device_id', 'first_at_ms', 'last_at_ms'])
        .select(['heard_seconds', 'seconds', 'heard.duration_seconds'])
        .orderBy('heard.last_at_ms', 'desc')
        .execute()
      return rows.map((row) => ({
        code: row.code,
        path: row.path,
        day: row.day,
        device: row.device_id,
        firstAt: new Date(row.first_at_ms).toISOString(),
        lastAt: new Date(row.last_at_ms).toISOString(),
        heardSeconds: row.heard_seconds,
        seconds: row.seconds,
        durationSeconds: row.duration_seconds,
      }))
    },

    async choices(accountId) {
      const choice = await choiceOf(read, accountId)
      if (!choice) return []
      const { is_on, cleared_at_ms } = choice
      return [{ isOn: is_on === 1, clearedAt: cleared_at_ms === 0 ? null : new Date(cleared_at_ms).toISOString() }]
    },
  }
}

type EntryRow = Parameters<typeof toShownWork>[0] & {
  day: string
  fileId: number
  path: string
  first_at_ms: number
  last_at_ms: number
  heard_seconds: number
  seconds: number
  duration_seconds: number | null
}

/** @param rows  of one day and work, latest first; a file may have one for each device */
function toEntry(rows: readonly EntryRow[]): HistoryEntry | null {
  const [latest] = rows
  if (!latest) return null
  const tracks = [...Map.groupBy(rows, ({ fileId }) => fileId).values()].flatMap((ofFile) => {
    const [last] = ofFile
    if (!last) return []
    return {
      hash: `${last.workId}/${last.fileId}`,
      title: nameOf(last.path),
      seconds: last.seconds,
      durationSeconds: last.duration_seconds,
      ...heardIn(ofFile),
    }
  })
  return { day: latest.day, work: toShownWork(latest), ...heardIn(rows), tracks }
}

function heardIn(rows: readonly EntryRow[]) {
  return {
    heardSeconds: rows.reduce((sum, { heard_seconds }) => sum + heard_seconds, 0),
    firstAt: new Date(Math.min(...rows.map(({ first_at_ms }) => first_at_ms))).toISOString(),
    lastAt: new Date(Math.max(...rows.map(({ last_at_ms }) => last_at_ms))).toISOString(),
  }
}

const isLater = sql`excluded.last_at_ms >= heard.last_at_ms`

/** The new value of a column where a condition holds, otherwise the stored one. */
function chosen(column: string, isNew: RawBuilder<unknown>) {
  const [fresh, stored] = [sql.ref(`excluded.${column}`), sql.ref(`heard.${column}`)]
  return sql<number>`case when ${isNew} then ${fresh} else ${stored} end`
}

/** Concurrent calls that lock rows in one order do not deadlock. */
function inOneOrder(heard: readonly Heard[]): Heard[] {
  return heard.toSorted((a, b) => a.fileId - b.fileId || (a.day < b.day ? -1 : 1))
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

function oldestDayAt(nowMs: number): string {
  return dayOf(nowMs - MAX_HISTORY_DAYS * DAY_MS)
}

/** The day that is stored; null: too long ago, or a day that does not exist, such as February 30. */
export function historyDay({ day, lastAtMs }: Pick<Heard, 'day' | 'lastAtMs'>, nowMs: number): string | null {
  const ms = Date.parse(day)
  // Days are compared as text.
  if (day < oldestDayAt(nowMs) || Number.isNaN(ms) || dayOf(ms) !== day) return null
  // Tomorrow has begun in the east. A later day is that of a wrong clock.
  return day > dayOf(nowMs + DAY_MS) ? dayOf(Math.min(lastAtMs, nowMs)) : day
}
