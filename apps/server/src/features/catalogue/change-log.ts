import { sql } from 'kysely'

import type { Database, Db } from '#db/open.ts'
import type { CatalogueChangeTable } from '#db/tables.ts'

/** An entity in the log; numbers are stored as text. */
export type CatalogueEntity = { kind: CatalogueChangeTable['kind']; id: string }

/** A reader's position in the log. */
export type LogPosition = {
  /** SQLite: the last number; PostgreSQL: a snapshot, everything before which was read. */
  seen: string
  /** PostgreSQL, between pages: the start of the next page, and the snapshot that is reached after the last one. */
  page?: { after: readonly [seq: string, kind: string, id: string]; seenAtEnd: string }
}

type LogPage = {
  changes: CatalogueEntity[]
  /** The position after these changes. */
  position: LogPosition
  /** False: everything committed by the time of reading was returned. */
  hasMore: boolean
}

/** The log of changes: everything committed after a position is read from that position. */
export type ChangeLog = {
  /** The current position, for a reader that now loads the whole catalogue. */
  end(): Promise<LogPosition>
  /** Returns at most `limit` changes after a position; null if some of them have been pruned. */
  read(position: LogPosition, limit: number): Promise<LogPage | null>
  /** Deletes old changes. SQLite does so on each write. */
  prune(): Promise<void>
}

export function createChangeLog({ dialect, read, write }: Database): ChangeLog {
  return dialect === 'sqlite' ? sqliteLog(read) : postgresLog(read, write)
}

/** Must equal the limit in the triggers; see the migration. */
const SQLITE_LOG_LENGTH = 1_000_000
const POSTGRES_KEPT = 100_000

function sqliteLog(db: Db): ChangeLog {
  const last = sql<number>`coalesce((select seq from sqlite_sequence where name = 'catalogue_change'), 0)`

  return {
    async end() {
      const { rows } = await sql<{ last: number }>`select ${last} as last`.execute(db)
      return { seen: String(rows[0]!.last) }
    },

    async read({ seen }, limit) {
      const from = Number(seen)
      const { rows } = await sql<{ last: number; seq: number | null; kind: CatalogueEntity['kind']; id: string }>`
        select log.last, change.seq, change.kind, change.entity_id as id
        from (select ${last} as last) as log
        left join (
          select * from catalogue_change where seq > ${from} order by seq limit ${limit}
        ) as change on true`.execute(db)
      const { last: end } = rows[0]!
      // A number beyond the log's end comes from a database file that has been replaced.
      if (from < end - SQLITE_LOG_LENGTH || from > end) return null
      const changes = rows.filter(({ seq }) => seq !== null)
      const hasMore = changes.length === limit
      const next = hasMore ? changes.at(-1)!.seq : end
      return { changes: changes.map(({ kind, id }) => ({ kind, id })), position: { seen: String(next) }, hasMore }
    },

    prune: () => Promise.resolve(),
  }
}

/**
 * Transactions commit in any order, so numbers do not say what was seen. A snapshot does: for each transaction it tells
 * whether it had committed. Everything that a snapshot does not see comes after it, and no writer waits for another.
 */
function postgresLog(read: Db, write: Db): ChangeLog {
  return {
    async end() {
      const { rows } = await sql<{ now: string }>`select pg_current_snapshot()::text as now`.execute(read)
      return { seen: rows[0]!.now }
    },

    async read({ seen, page }, limit) {
      const [seq, kind, id] = page?.after ?? ['0', '', '']
      const { rows } = await sql<{ now: string; isLost: boolean; seq: string | null } & CatalogueEntity>`
        select log.*, change.seq::text as seq, change.kind, change.entity_id as id
        from (
          select
            pg_current_snapshot()::text as now,
            (select seq from catalogue_pruned) >= pg_snapshot_xmin(${seen}::pg_snapshot) as "isLost"
        ) as log
        left join (
          select seq, kind, entity_id from catalogue_change
          where seq >= pg_snapshot_xmin(${seen}::pg_snapshot)
            and not pg_visible_in_snapshot(seq, ${seen}::pg_snapshot)
            and (seq, kind, entity_id) > (${seq}::xid8, ${kind}, ${id})
          order by seq, kind, entity_id
          limit ${limit}
        ) as change on true
        order by change.seq, change.kind, change.entity_id`.execute(read)
      const { now, isLost } = rows[0]!
      if (isLost) return null
      const changes = rows.filter((row) => row.seq !== null)
      // All pages of one reading end at the first page's snapshot; later changes belong to the next reading.
      const seenAtEnd = page?.seenAtEnd ?? now
      const last = changes.length === limit ? changes.at(-1)! : null
      return {
        changes: changes.map((change) => ({ kind: change.kind, id: change.id })),
        position: last ? { seen, page: { after: [last.seq!, last.kind, last.id], seenAtEnd } } : { seen: seenAtEnd },
        hasMore: last !== null || page !== undefined,
      }
    },

    /** Deletes only what every new snapshot sees, so that no loading reader misses changes. */
    async prune() {
      await write.transaction().execute(async (tx) => {
        await forgetOtherServers(tx)
        await sql`
          with gone as (
            delete from catalogue_change
            where seq < pg_snapshot_xmin(pg_current_snapshot())
              and seq <= (select seq from catalogue_change order by seq desc offset ${POSTGRES_KEPT} limit 1)
            returning seq
          )
          update catalogue_pruned set seq = (select seq from gone order by seq desc limit 1)
          where seq < (select seq from gone order by seq desc limit 1)`.execute(tx)
      })
    },
  }
}

/** After restoring a dump on a new server, the log may contain transaction ids that this server has not reached. */
async function forgetOtherServers(tx: Db): Promise<void> {
  await sql`delete from catalogue_change where seq >= pg_snapshot_xmax(pg_current_snapshot())`.execute(tx)
  await sql`update catalogue_pruned set seq = '0' where seq >= pg_snapshot_xmax(pg_current_snapshot())`.execute(tx)
}
