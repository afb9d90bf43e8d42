import { sql } from 'kysely'

import type { Database, Db } from '#db/open.ts'
import type { CatalogueChangeTable } from '#db/tables.ts'

/** A thing that the log speaks of; numbers stand as text. */
export type CatalogueEntity = { kind: CatalogueChangeTable['kind']; id: string }

/** How far a reader has read. */
export type LogPosition = {
  /** SQLite: the last number; PostgreSQL: the snapshot in which everything was seen. */
  seen: string
  /** PostgreSQL, in the midst of many changes: where the next page begins, and what will have been seen at the end. */
  page?: { after: readonly [seq: string, kind: string, id: string]; seenAtEnd: string }
}

type LogPage = {
  changes: CatalogueEntity[]
  /** Behind these changes. */
  position: LogPosition
  /** False: nothing that was committed when this was read is behind the position. */
  hasMore: boolean
}

/** The log of changes, as readers see it: whatever is committed after a position is behind that position. */
export type ChangeLog = {
  /** The position of a reader that reads the whole catalogue now. */
  end(): Promise<LogPosition>
  /** The changes behind a position, at most `limit`; null when some of them are no longer in the log. */
  read(position: LogPosition, limit: number): Promise<LogPage | null>
  /** Takes out old changes. SQLite does so by itself, at each write. */
  prune(): Promise<void>
}

export function createChangeLog({ dialect, read, write }: Database): ChangeLog {
  return dialect === 'sqlite' ? sqliteLog(read) : postgresLog(read, write)
}

/** As the triggers keep it: see the migration. */
const SQLITE_KEPT = 1_000_000
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
      // A number that the log has not reached is of another file, put in the place of the one that was read.
      if (from < end - SQLITE_KEPT || from > end) return null
      const changes = rows.filter(({ seq }) => seq !== null)
      const hasMore = changes.length === limit
      const next = hasMore ? changes.at(-1)!.seq : end
      return { changes: changes.map(({ kind, id }) => ({ kind, id })), position: { seen: String(next) }, hasMore }
    },

    prune: () => Promise.resolve(),
  }
}

/**
 * Transactions commit in any order, so no number says what has been seen. A snapshot does: it tells of every
 * transaction whether it had committed. What is behind it is what it does not see, and no writer waits for another.
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
      // Pages of one reading end where the first one saw the end; what came meanwhile is behind that.
      const seenAtEnd = page?.seenAtEnd ?? now
      const last = changes.length === limit ? changes.at(-1)! : null
      return {
        changes: changes.map((change) => ({ kind: change.kind, id: change.id })),
        position: last ? { seen, page: { after: [last.seq!, last.kind, last.id], seenAtEnd } } : { seen: seenAtEnd },
        hasMore: last !== null || page !== undefined,
      }
    },

    /** Deletes only what every new snapshot sees, so that a reader of the whole catalogue loses nothing. */
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

/** After a dump was restored on a new server, the log holds transactions that this server has yet to come to. */
async function forgetOtherServers(tx: Db): Promise<void> {
  await sql`delete from catalogue_change where seq >= pg_snapshot_xmax(pg_current_snapshot())`.execute(tx)
  await sql`update catalogue_pruned set seq = '0' where seq >= pg_snapshot_xmax(pg_current_snapshot())`.execute(tx)
}
