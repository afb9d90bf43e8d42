import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'

import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'

import { migrateWithin } from '../open.ts'
import type { Tables } from '../tables.ts'
import { columnList, oneValue, quoted } from './format.ts'
import { knownMigrations, schemaAt, type Table } from './schema-at.ts'
import type { BackupProgress } from './write-backup.ts'

const ROWS_AT_ONCE = 2_000

export type CopyOptions = { signal?: AbortSignal | undefined; onProgress?: BackupProgress | undefined }

/**
 * Replaces all rows of a PostgreSQL database by those of an SQLite database, and brings its tables up to date or makes
 * them, in one transaction of a session. If it fails before it is committed, the session must be closed.
 */
export async function copyToPostgres(
  sqlitePath: string,
  client: pg.Client,
  { signal, onProgress }: CopyOptions,
): Promise<void> {
  const schema = await schemaAt((await knownMigrations()).at(-1) ?? '')
  // Changes of rows are no changes for a server that has not read them.
  const tables = schema.filter(({ name }) => name !== 'catalogue_change')
  const source = new DatabaseSync(sqlitePath, { readOnly: true })
  try {
    const transaction = await beginOn(client)
    await migrateWithin(transaction)
    const addReferences = await dropReferences(client)
    await client.query(`truncate ${schema.map(({ name }) => quoted(name)).join(', ')}`)
    await client.query(`update catalogue_pruned set seq = '0'`)
    const total = tables.reduce((sum, { name }) => sum + countOf(source, name), 0)
    let done = 0
    for (const table of tables) {
      await client.query(`alter table ${quoted(table.name)} disable trigger user`)
      for await (const copied of copyTable(source, client, table)) {
        signal?.throwIfAborted()
        done += copied
        onProgress?.({ done, total })
      }
      await client.query(`alter table ${quoted(table.name)} enable trigger user`)
      await checkCount(source, client, table)
      if (table.hasGeneratedId) await setSequence(source, client, table)
    }
    await addReferences()
    signal?.throwIfAborted()
    await transaction.commit().execute()
    await client.query('analyze')
  } finally {
    source.close()
  }
}

/** Begins a transaction in which both Kysely and the client itself make statements. */
function beginOn(client: pg.Client) {
  const connection = { query: client.query.bind(client), release() {} }
  const pool = { connect: async () => connection, end: async () => {}, options: {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).startTransaction().execute()
}

/** They would be checked row by row, and in whichever order tables come. */
async function dropReferences(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
}

async function* copyTable(source: DatabaseSync, client: pg.Client, table: Table): AsyncGenerator<number> {
  const { rows: types } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [quoted(table.name)],
  )
  const typeOf = new Map(types.map(({ name, type }) => [name, type]))
  const arrays = table.columns.map(({ name }, index) => `$${index + 1}::${typeOf.get(name) ?? 'text'}[]`)
  const text = `insert into ${quoted(table.name)} (${columnList(table)}) select * from unnest(${arrays.join(', ')})`
  for (const rows of inPieces(source.prepare(`select ${columnList(table)} from ${quoted(table.name)}`).iterate())) {
    const columns = table.columns.map(({ name }) => rows.map((row) => forPostgres(row[name])))
    await client.query({ name: `into ${table.name}`, text, values: columns })
    yield rows.length
  }
}

function* inPieces<T>(rows: Iterable<T>): Generator<T[]> {
  let piece: T[] = []
  for (const row of rows) {
    piece.push(row)
    if (piece.length < ROWS_AT_ONCE) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

/** PostgreSQL's texts cannot contain the character 0, which SQLite's can. */
function forPostgres(value: SQLOutputValue | undefined): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value
}

function countOf(source: DatabaseSync, table: string): number {
  return Number(oneValue(source, `select count(*) from ${quoted(table)}`))
}

async function checkCount(source: DatabaseSync, client: pg.Client, { name }: Table): Promise<void> {
  const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${quoted(name)}`)
  const expected = countOf(source, name)
  if (rows[0]?.count !== expected)
    throw new Error(`PostgreSQL has ${rows[0]?.count} rows of ${name} instead of ${expected}; nothing was changed.`)
}

async function setSequence(source: DatabaseSync, client: pg.Client, { name }: Table): Promise<void> {
  const highest = Number(source.prepare('select seq from sqlite_sequence where name = ?').get(name)?.seq ?? 0)
  await client.query(`select setval(pg_get_serial_sequence($1, 'id'), $2, $3)`, [
    quoted(name),
    Math.max(1, highest),
    highest > 0,
  ])
}
