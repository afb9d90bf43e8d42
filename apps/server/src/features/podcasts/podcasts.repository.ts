import { MAX_PODCAST_FEEDS } from '@otodana/contract'

import { lockRow, storeIfRoom } from '#db/dialect.ts'
import type { Database } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { ListedFile } from '#features/tracks/index.ts'

/** What a feed is of. */
export type FeedTarget = { kind: 'playlist'; id: string } | { kind: 'work'; id: number }

export type Feed = {
  id: number
  accountId: number
  target: FeedTarget
  sealedSecret: string
  createdAtMs: number
  lastFetchedAtMs: number | null
  lastFetchedBy: string | null
}

export type FeedWork = {
  id: number
  code: string
  sourceType: string
  title: string
  description: string
  circle: string
  age: 'general' | 'r15' | 'adult' | 'unrated'
  language: string | null
  /** `YYYY-MM-DD`; null: unknown. */
  release: string | null
  addedOn: string
  updatedAtMs: number
}

export type FeedFile = ListedFile & { work_id: number; chapters: string | null }

export type PodcastRepository = {
  /** A member's feed that is valid; null: none. */
  find(accountId: number, target: FeedTarget): Promise<Feed | null>
  /** The valid feed with this secret. */
  findBySecret(secretHash: string): Promise<Feed | null>
  list(accountId: number): Promise<Feed[]>
  /** Replaces the one that there is. @returns false if the account has as many as it may have */
  put(accountId: number, target: FeedTarget, secret: { hash: string; sealed: string }): Promise<boolean>
  remove(accountId: number, target: FeedTarget): Promise<void>
  noteFetch(id: number, by: string | null, atMs: number): Promise<void>
  isPresent(workId: number): Promise<boolean>
  /** In the order of `ids`, without those that are not present. */
  works(ids: readonly number[]): Promise<FeedWork[]>
  files(workIds: readonly number[]): Promise<FeedFile[]>
  workOfFile(fileId: number): Promise<number | null>
  /** Returns a text that changes when a work of the feed is stored, goes missing or returns. */
  stateOf(target: FeedTarget): Promise<string>
}

export function createPodcastRepository({ dialect, read, write }: Database): PodcastRepository {
  const column = (target: FeedTarget) => (target.kind === 'playlist' ? 'playlist_id' : 'work_id')

  const valid = () =>
    read
      .selectFrom('podcast_feed')
      .innerJoin('account', (join) =>
        join
          .onRef('account.id', '=', 'podcast_feed.account_id')
          .onRef('account.session_version', '=', 'podcast_feed.session_version'),
      )
      .where('account.is_disabled', '=', 0)
      .selectAll('podcast_feed')

  const present = () => read.selectFrom('work').where('work.state', '=', 'present')
  const worksOf = (target: FeedTarget) =>
    target.kind === 'work'
      ? present().where('work.id', '=', target.id)
      : present().where('work.id', 'in', (eb) =>
          eb.selectFrom('playlist_work').select('work_id').where('playlist_id', '=', target.id),
        )

  return {
    async stateOf(target) {
      const { storedAtMs, count } = await worksOf(target)
        .select((eb) => [
          eb.fn.max<number | null>('work.updated_at_ms').as('storedAtMs'),
          eb.fn.countAll<number>().as('count'),
        ])
        .executeTakeFirstOrThrow()
      return `${storedAtMs} ${count}`
    },

    async find(accountId, target) {
      const row = await valid()
        .where('podcast_feed.account_id', '=', accountId)
        .where(column(target), '=', target.id)
        .executeTakeFirst()
      return row ? toFeed(row) : null
    },

    async findBySecret(secretHash) {
      const row = await valid().where('secret_hash', '=', secretHash).executeTakeFirst()
      return row ? toFeed(row) : null
    },

    async list(accountId) {
      const rows = await valid().where('podcast_feed.account_id', '=', accountId).orderBy('podcast_feed.id').execute()
      return rows.map(toFeed)
    },

    put: (accountId, target, { hash, sealed }) =>
      retryingConflicts(() =>
        write.transaction().execute(async (tx) => {
          await lockRow(tx, dialect, 'account', accountId, 'toCount')
          const account = await tx
            .selectFrom('account')
            .select('session_version')
            .where('id', '=', accountId)
            .executeTakeFirst()
          if (!account) return false
          await tx
            .deleteFrom('podcast_feed')
            .where('account_id', '=', accountId)
            .where((where) =>
              where.or([
                where(column(target), '=', target.id),
                where('session_version', '!=', account.session_version),
              ]),
            )
            .execute()
          const { count } = await tx
            .selectFrom('podcast_feed')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .where('account_id', '=', accountId)
            .executeTakeFirstOrThrow()
          if (count >= MAX_PODCAST_FEEDS) return false
          await tx
            .insertInto('podcast_feed')
            .values({
              account_id: accountId,
              playlist_id: target.kind === 'playlist' ? target.id : null,
              work_id: target.kind === 'work' ? target.id : null,
              secret_hash: hash,
              sealed_secret: sealed,
              session_version: account.session_version,
              created_at_ms: Date.now(),
              last_fetched_at_ms: null,
              last_fetched_by: null,
            })
            .execute()
          return true
        }),
      ),

    async remove(accountId, target) {
      await write
        .deleteFrom('podcast_feed')
        .where('account_id', '=', accountId)
        .where(column(target), '=', target.id)
        .execute()
    },

    async noteFetch(id, by, atMs) {
      await storeIfRoom(() =>
        write
          .updateTable('podcast_feed')
          .set({ last_fetched_at_ms: atMs, last_fetched_by: by })
          .where('id', '=', id)
          .execute(),
      )
    },

    async isPresent(workId) {
      const row = await read.selectFrom('work').select('state').where('id', '=', workId).executeTakeFirst()
      return row?.state === 'present'
    },

    async works(ids) {
      if (ids.length === 0) return []
      const rows = await read
        .selectFrom('work')
        .innerJoin('circle', 'circle.id', 'work.circle_id')
        .select([
          'work.id',
          'work.source_id as code',
          'work.source_type as sourceType',
          'work.title',
          'work.description',
          'circle.name as circle',
          'work.age_category as age',
          'work.language',
          'work.release',
          'work.create_date as addedOn',
          'work.updated_at_ms as updatedAtMs',
          'work.state',
        ])
        .where('work.id', 'in', ids)
        .execute()
      const found = new Map(rows.filter(({ state }) => state === 'present').map((work) => [work.id, work]))
      return ids.flatMap((id) => found.get(id) ?? [])
    },

    files: async (workIds) =>
      workIds.length === 0
        ? []
        : read
            .selectFrom('file')
            .select([
              'id',
              'work_id',
              'path',
              'kind',
              'size_bytes',
              'duration_seconds',
              'fingerprint',
              'problem',
              'chapters',
            ])
            .where('work_id', 'in', workIds)
            .where('state', '=', 'present')
            .execute(),

    async workOfFile(fileId) {
      const row = await read.selectFrom('file').select('work_id').where('id', '=', fileId).executeTakeFirst()
      return row?.work_id ?? null
    },
  }
}

type Row = {
  id: number
  account_id: number
  playlist_id: string | null
  work_id: number | null
  sealed_secret: string
  created_at_ms: number
  last_fetched_at_ms: number | null
  last_fetched_by: string | null
}

function toFeed(row: Row): Feed {
  const target: FeedTarget =
    row.playlist_id === null ? { kind: 'work', id: row.work_id! } : { kind: 'playlist', id: row.playlist_id }
  return {
    id: row.id,
    accountId: row.account_id,
    target,
    sealedSecret: row.sealed_secret,
    createdAtMs: row.created_at_ms,
    lastFetchedAtMs: row.last_fetched_at_ms,
    lastFetchedBy: row.last_fetched_by,
  }
}
