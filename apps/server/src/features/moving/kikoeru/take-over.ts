import { setImmediate } from 'node:timers/promises'

import { type KikoeruKind, SYSTEM_PLAYLIST_PREFIX } from '@otodana/contract'
import { canonicalCode } from '@otodana/work-code'

import type { ForeignDatabase, ForeignRow } from '#db/foreign-sqlite.ts'
import type { Database } from '#db/open.ts'
import { cleanLine, cut, importWorks, type MovedWork, TAKEN_OVER } from '#features/metadata/index.ts'

import { type Listed, mergeList } from '../members/lists.ts'
import { type Mark, mergeMarks } from '../members/marks.ts'
import type { Result } from '../members/moved-in.ts'
import { mergePositions, type Position } from '../members/positions.ts'
import { type CoverFolder, takeCover } from './covers.ts'
import { createSecretCheck } from './kikoeru-passwords.ts'
import { type ReportRow, rowName } from './report.ts'
import { isTooLong, type KikoeruSource, readKikoeru, type Table } from './source.ts'
import { createUsers, type UserOptions } from './users.ts'
import { readJson, readPlayState, readProgress, readRating, readReviewText, readTime } from './values.ts'
import { readWorkMetadata } from './work-metadata.ts'

export type TakeOverOptions = UserOptions & {
  /** null: no covers. */
  covers: CoverFolder | null
  signal: AbortSignal
  /** Called for each row, in order. */
  onRow: (row: ReportRow) => void
  /** 0 to 1. */
  onProgress: (share: number) => void
  /** Called if the secret may be wrong, so that no password would work. */
  onDoubtfulSecret: () => void
  now?: () => number
}

const ROWS_AT_ONCE = 200
const MAX_LIST_NAME = 100
const DEVICE = { id: 'kikoeru', name: 'kikoeru' }
const once = { isOnce: true }

/** An item of a user's, or why it is none. */
type Read<T> = { user: string; name: string; note?: string } & ({ item: T } | { problem: string })

/**
 * Takes over what kikoeru's database has: accounts, works, reviews, positions and favourites, a few hundred rows in each
 * transaction. What is newer here stays, so a second run continues the first or changes nothing.
 *
 * @throws {TakeOverError} not kikoeru's database, or there is no owner for what is filed under `admin`
 * @throws {ForeignDatabaseError} the file is damaged
 */
export async function takeOverKikoeru(
  database: Database,
  foreign: ForeignDatabase,
  options: TakeOverOptions,
): Promise<void> {
  const { signal, onRow, onProgress, onDoubtfulSecret, secret, dryRun, covers, now = Date.now } = options
  const source = readKikoeru(foreign)
  const users = createUsers(database, options)
  await users.prepare(source.hasUser)
  const steps: Table[] = ['t_user', 't_work', 't_review', 't_play_histroy', 't_favorite']
  const total = steps.reduce((sum, table) => sum + source.count(table), 0)
  let done = 0

  /** Reads a table in batches, between which other work runs. */
  async function* batches(table: Table): AsyncGenerator<ForeignRow[]> {
    let batch: ForeignRow[] = []
    const ended = async () => {
      done += batch.length
      batch = []
      onProgress(total === 0 ? 1 : done / total)
      await setImmediate()
      signal.throwIfAborted()
    }
    for (const row of source.rows(table)) {
      batch.push(row)
      if (batch.length < ROWS_AT_ONCE) continue
      yield batch
      await ended()
    }
    if (batch.length > 0) yield batch
    await ended()
  }

  /** Merges a batch of members' rows, account by account. */
  async function mergeAll<T>(
    kind: KikoeruKind,
    rows: readonly Read<T>[],
    merge: (accountId: number | null, items: T[]) => Promise<Result[]>,
  ): Promise<void> {
    for (const [user, own] of Map.groupBy(rows, (row) => row.user)) {
      const target = users.targetOf(user)
      const good = own.filter((row) => 'item' in row)
      const results =
        'refusal' in target
          ? good.map((): Result => ({ outcome: 'skipped', reason: target.refusal }))
          : await merge(
              target.accountId,
              good.map(({ item }) => item),
            )
      const resultOf = new Map<Read<T>, Result>(
        good.map((row, index) => [row, results[index] ?? { outcome: 'skipped' }]),
      )
      for (const row of own) {
        const { outcome, reason = row.note } = resultOf.get(row) ?? {
          outcome: 'skipped',
          ...('problem' in row ? { reason: row.problem } : {}),
        }
        onRow({ kind, name: row.name, outcome, ...(reason === undefined ? {} : { reason }) })
      }
    }
  }

  const secretCheck = createSecretCheck(secret)
  for await (const batch of batches('t_user')) {
    for (const row of batch) {
      secretCheck.see(row)
      onRow(await users.take(row))
    }
  }
  if (secretCheck.isDoubtful()) onDoubtfulSecret()

  for await (const batch of batches('t_work')) {
    const names = source.namesOf(batch)
    const taken = await coversOf(
      database,
      batch.map((row) => source.workIdOf(row['id'] ?? null)),
    )
    const works = new Map<number, MovedWork>()
    const notes = new Map<number, string[]>()
    for (const row of batch) {
      const workId = source.workIdOf(row['id'] ?? null)
      const given = rowName(row['id'])
      if (workId === null || works.has(workId)) {
        const reason = workId === null ? 'Its id is not a work code' : `It is ${canonicalCode(workId)} again`
        onRow({ kind: 'work', name: given, outcome: 'skipped', reason })
        continue
      }
      const { described, numbers, dropped } = readWorkMetadata(
        row,
        names.get(String(row['id'])) ?? { circle: null, tags: [], voiceActors: [] },
        now(),
      )
      const cover = covers && !taken.has(workId) ? await takeCover(covers, workId, dryRun) : null
      const name = canonicalCode(workId)
      if (cover && 'problem' in cover) onRow({ kind: 'cover', name, outcome: 'skipped', reason: cover.problem })
      else if (cover) onRow({ kind: 'cover', name, outcome: 'new' })
      else if (taken.has(workId)) onRow({ kind: 'cover', name, outcome: 'same' })
      works.set(workId, { workId, described, numbers, coverName: cover && 'name' in cover ? cover.name : null })
      notes.set(workId, dropped)
    }
    const stored = await importWorks(database, [...works.values()], { dryRun, now })
    for (const workId of works.keys()) {
      const outcome = stored.added.has(workId) ? 'new' : stored.changed.has(workId) ? 'changed' : 'same'
      const dropped = notes.get(workId) ?? []
      const reason = dropped.length > 0 ? { reason: `without ${dropped.join(', ')}, which cannot be read` } : {}
      onRow({ kind: 'work', name: canonicalCode(workId), outcome, ...reason })
    }
  }

  for await (const batch of batches('t_review')) {
    const marks = batch.map((row) => readMark(row, source, now()))
    await mergeAll(
      'review',
      withoutRepeats(marks, ({ workId }) => String(workId)),
      (accountId, items) => mergeMarks(database, accountId, items, { dryRun, ...once }),
    )
  }

  for await (const batch of batches('t_play_histroy')) {
    const positions = batch.map((row) => readPosition(row, source, now()))
    const keyOf = ({ workId, track }: Position) => `${workId} ${track.path ?? track.title}`
    await mergeAll('position', withoutRepeats(positions, keyOf), (accountId, items) =>
      mergePositions(database, accountId, DEVICE, items, { dryRun, ...once }),
    )
  }

  for await (const batch of batches('t_favorite')) {
    for (const row of batch) {
      const name = cut(cleanLine(String(row['name'] ?? '')), MAX_LIST_NAME)
      const list = { name, description: '', privacy: 0 as const, createdAtMs: now() }
      for (const works of chunks(readFavourites(row, name, source))) {
        await mergeAll('favourite', works, (accountId, items) =>
          mergeList(database, accountId, list, items, { dryRun, ...once }),
        )
        await setImmediate()
        signal.throwIfAborted()
      }
    }
  }
}

async function coversOf({ read }: Database, workIds: readonly (number | null)[]): Promise<Set<number>> {
  const rows = await read
    .selectFrom('provided_metadata')
    .select('work_id')
    .where('provider', '=', TAKEN_OVER)
    .where('cover_name', 'is not', null)
    .where('work_id', 'in', [-1, ...workIds.filter((id) => id !== null)])
    .execute()
  return new Set(rows.map((row) => row.work_id))
}

function readMark(row: ForeignRow, source: KikoeruSource, now: number): Read<Mark> {
  const { about, workId } = owner(row, source)
  const rating = readRating(row['rating'] ?? null)
  const progress = readProgress(row['progress'] ?? null)
  const { text, isCut } = readReviewText(row['review_text'] ?? null)
  const createdAtMs = readTime(row['created_at'] ?? null, now)
  const atMs = readTime(row['updated_at'] ?? null, now) ?? createdAtMs
  if (workId === null) return { ...about, problem: 'Its work is not a work code' }
  if (atMs === null) return { ...about, problem: 'It has no time' }
  const notes = [
    ...(rating === undefined ? ['without its rating, which is not 1 to 5'] : []),
    ...(progress === undefined ? ['without its progress, which is unknown'] : []),
    ...(isCut ? ['the text is cut'] : []),
  ]
  const mark = { rating: rating ?? null, reviewText: text, progress: progress ?? null }
  if (mark.rating === null && mark.reviewText === null && mark.progress === null) {
    return { ...about, problem: notes.join('; ') || 'It is empty' }
  }
  const item = { workId, ...mark, createdAtMs: Math.min(createdAtMs ?? atMs, atMs), atMs }
  return { ...about, item, ...(notes.length > 0 ? { note: notes.join('; ') } : {}) }
}

function readPosition(row: ForeignRow, source: KikoeruSource, now: number): Read<Position> {
  const { about, workId } = owner(row, source)
  const state = isTooLong(row['state'] ?? null) ? null : readPlayState(row['state'] ?? null)
  const atMs = readTime(row['updated_at'] ?? null, now) ?? readTime(row['created_at'] ?? null, now)
  if (workId === null) return { ...about, problem: 'Its work is not a work code' }
  if (state === null) return { ...about, problem: 'It names no track' }
  if (atMs === null) return { ...about, problem: 'It has no time' }
  return { ...about, item: { workId, ...state, atMs } }
}

/** A favourite is a list of works, each an id or an object with one. */
function readFavourites(row: ForeignRow, list: string, source: KikoeruSource): Read<Listed>[] {
  const user = String(row['user_name'] ?? '')
  const about = { user, name: `${rowName(user)} "${list}"` }
  const works = isTooLong(row['works'] ?? null) ? null : readJson(row['works'] ?? null, 'list')
  if (list === '' || list.toUpperCase().startsWith(SYSTEM_PLAYLIST_PREFIX)) {
    return [{ ...about, problem: 'It has no name that a playlist can have' }]
  }
  if (!Array.isArray(works)) return [{ ...about, problem: 'It is not a list of works' }]
  const rows = works.map((work): Read<Listed> => {
    const given: unknown = typeof work === 'object' && work !== null && 'id' in work ? work.id : work
    const workId = source.workIdOf(typeof given === 'number' || typeof given === 'string' ? given : null)
    if (workId === null) return { ...about, problem: 'A work of it is not a work code' }
    return { user, name: `${about.name} ${canonicalCode(workId)}`, item: { workId, atMs: 0 } }
  })
  return withoutRepeats(rows, ({ workId }) => String(workId))
}

function owner(row: ForeignRow, source: KikoeruSource) {
  const user = String(row['user_name'] ?? '')
  const workId = source.workIdOf(row['work_id'] ?? null)
  const work = workId === null ? rowName(row['work_id']) : canonicalCode(workId)
  return { workId, about: { user, name: `${rowName(user)} ${work}` } }
}

/** The later of two rows for the same thing is the one that is taken. */
function withoutRepeats<T extends { atMs: number }>(rows: readonly Read<T>[], keyOf: (item: T) => string): Read<T>[] {
  const latest = new Map<string, T>()
  const fullKey = (user: string, item: T) => `${user}\n${keyOf(item)}`
  for (const row of rows) {
    if (!('item' in row)) continue
    const key = fullKey(row.user, row.item)
    const other = latest.get(key)
    if (!other || other.atMs < row.item.atMs) latest.set(key, row.item)
  }
  return rows.map((row) =>
    'item' in row && latest.get(fullKey(row.user, row.item)) !== row.item
      ? { user: row.user, name: row.name, problem: 'A later row is about the same' }
      : row,
  )
}

function* chunks<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE) yield items.slice(from, from + ROWS_AT_ONCE)
}
