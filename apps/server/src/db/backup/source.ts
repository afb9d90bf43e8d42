import { existsSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import pg from 'pg'

import type { DatabaseLocation } from '../open.ts'
import { columnList, oneValue, quoted, rowsBackedUp } from './format.ts'
import type { Table } from './schema-at.ts'

/** Rows that are copied before others get a turn. */
const ROWS_AT_ONCE = 5_000

/** One moment of a database: everything is read as it was when the source was opened, whatever is written meanwhile. */
export type Source = {
  /** The last migration; null: the database is empty. */
  migration(): Promise<string | null>
  count(table: Table): Promise<number>
  /** The highest id that the table has given out. */
  highestId(table: Table): Promise<number>
  /** Copies rows into the table of the same name in the backup; yields how many. */
  copy(table: Table): AsyncIterable<number>
  close(): Promise<void>
}

/** @param backup  the file that rows are copied into, with a transaction begun by the source */
export async function openSource(location: DatabaseLocation, backup: DatabaseSync): Promise<Source> {
  return location.kind === 'sqlite' ? openSqliteSource(location.path, backup) : openPostgresSource(location.url, backup)
}

/** The path as an address that can be attached, to read only. */
export function readOnlyAddress(path: string): string {
  const address = pathToFileURL(path)
  address.searchParams.set('mode', 'ro')
  return address.href
}

function openSqliteSource(path: string, backup: DatabaseSync): Source {
  if (!existsSync(path)) throw new Error(`There is no database ${path}.`)
  backup.prepare('attach ? as source').run(readOnlyAddress(path))
  backup.exec('begin')
  // The first read begins the snapshot.
  oneValue(backup, 'select count(*) from source.sqlite_schema')
  const isThere = (name: string) =>
    oneValue(backup, `select count(*) from source.sqlite_schema where name = '${name}'`) !== 0

  return {
    async migration() {
      if (!isThere(DEFAULT_MIGRATION_TABLE)) return null
      return (oneValue(backup, `select max(name) from source.${DEFAULT_MIGRATION_TABLE}`) as string | null) ?? null
    },
    async count(table) {
      return Number(oneValue(backup, `select count(*) from source.${quoted(table.name)} where ${rowsBackedUp(table)}`))
    },
    async highestId(table) {
      const seq = backup.prepare('select seq from source.sqlite_sequence where name = ?').get(table.name)
      return Number(seq?.seq ?? 0)
    },
    copy: (table) => copyWithin(backup, { table, from: 'source', condition: rowsBackedUp(table) }),
    async close() {
      if (backup.isTransaction) backup.exec('rollback')
      backup.exec('detach source')
    },
  }
}

/** Copies a table's rows from an attached database, in pieces; yields how many. */
export async function* copyWithin(
  connection: DatabaseSync,
  { table, from, condition }: { table: Table; from: string; condition: string },
): AsyncGenerator<number> {
  const columns = columnList(table)
  const last = connection.prepare(`
    select max(rowid) as last from (
      select rowid from ${from}.${quoted(table.name)} where rowid > ? order by rowid limit ${ROWS_AT_ONCE})`)
  const insert = connection.prepare(`
    insert into main.${quoted(table.name)} (${columns})
    select ${columns} from ${from}.${quoted(table.name)} where rowid > ? and rowid <= ? and ${condition} order by rowid`)
  let after: SQLInputValue = Number.MIN_SAFE_INTEGER
  for (;;) {
    const upTo: unknown = last.get(after)?.last
    if (typeof upTo !== 'number') return
    yield Number(insert.run(after, upTo).changes)
    after = upTo
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function openPostgresSource(url: string, backup: DatabaseSync): Promise<Source> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // The next statement reports a lost connection; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin isolation level repeatable read read only')
  backup.exec('begin')

  async function value(text: string, values: unknown[] = []): Promise<unknown> {
    const { rows } = await client.query<unknown[]>({ text, values, rowMode: 'array' })
    return rows[0]?.[0]
  }

  return {
    async migration() {
      if ((await value('select to_regclass($1)', [DEFAULT_MIGRATION_TABLE])) === null) return null
      return ((await value(`select max(name) from ${DEFAULT_MIGRATION_TABLE}`)) as string | null) ?? null
    },
    async count(table) {
      return Number(await value(`select count(*) from ${quoted(table.name)} where ${rowsBackedUp(table)}`))
    },
    async highestId(table) {
      const sequence = await value(`select pg_get_serial_sequence($1, 'id')`, [quoted(table.name)])
      const last = await value(`select last_value from ${String(sequence)} where is_called`)
      return Number(last ?? 0)
    },
    async *copy(table) {
      const insert = backup.prepare(`
        insert into main.${quoted(table.name)} (${columnList(table)})
        values (${table.columns.map(() => '?').join(', ')})`)
      await client.query(
        `declare backup_rows no scroll cursor for
        select ${columnList(table)} from ${quoted(table.name)} where ${rowsBackedUp(table)}`,
      )
      for (;;) {
        const { rows } = await client.query<SQLInputValue[]>({
          text: `fetch ${ROWS_AT_ONCE} from backup_rows`,
          rowMode: 'array',
        })
        if (rows.length === 0) break
        for (const row of rows) insert.run(...row)
        yield rows.length
      }
      await client.query('close backup_rows')
    },
    async close() {
      if (backup.isTransaction) backup.exec('rollback')
      await client.end()
    },
  }
}
