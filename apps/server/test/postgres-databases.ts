import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'
import { inject } from 'vitest'

import type { DatabaseLocation } from '../src/db/open.ts'
import { runOnServer } from './run-on-server.ts'

export type Place = { location: DatabaseLocation; drop(): Promise<void> | void }

/** An empty database without tables. */
export async function newPostgres(): Promise<Place> {
  const name = newName()
  await runOnServer(inject('postgresUrl'), `create database ${name}`)
  return placeOf(name, () => dropDatabase(name))
}

/** Databases that tests have given back, each as the template is. */
const free: string[] = []

/**
 * A database with all tables and no rows. PostgreSQL writes all its memory to the disk whenever a database is made or
 * dropped, so each process empties its databases and uses them again.
 */
export async function copiedPostgres(): Promise<Place> {
  const name = free.pop() ?? (await copyTemplate())
  return placeOf(name, async () => {
    const emptied = await emptyDatabase(name)
    if (emptied !== undefined) free.push(emptied)
  })
}

const newName = () => `${inject('postgresTemplate').copies}${randomUUID().replaceAll('-', '')}`

const dropDatabase = (name: string) => runOnServer(inject('postgresUrl'), `drop database ${name} with (force)`)

function urlOf(name: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

function placeOf(name: string, drop: Place['drop']): Place {
  return { location: { kind: 'postgres', url: urlOf(name) }, drop }
}

/** What a database must be again before another test gets it. */
type State = { schema: string; sequences: string; rows: Map<string, string> }

let template: State | undefined

async function copyTemplate(): Promise<string> {
  const name = newName()
  await runOnServer(inject('postgresUrl'), `create database ${name} template ${inject('postgresTemplate').source}`)
  template ??= await inDatabase(name, async (client) => ({
    schema: await readSchema(client),
    sequences: await readSequences(client),
    rows: await readRows(client, await tablesWithPages(client)),
  }))
  return name
}

/** @returns its new name, or undefined if it was dropped since it cannot be as before */
async function emptyDatabase(name: string): Promise<string | undefined> {
  // What still has its name finds it no longer, as if it were dropped.
  const renamed = newName()
  const canBeEmptied = await onServer(async (client) => {
    // Others may not write rows without the checks of foreign keys.
    const { rows } = await client.query<{ is: string }>(`select current_setting('is_superuser') as is`)
    if (rows[0]!.is !== 'on') return false
    const sessions = `from pg_stat_activity where datname = '${name}'`
    const { rowCount } = await client.query(`select pg_terminate_backend(pid) ${sessions}`)
    // PostgreSQL itself looks every 100 ms.
    for (let left = rowCount; left;) {
      await delay(5)
      left = (await client.query(`select ${sessions}`)).rowCount
    }
    await client.query(`alter database ${name} rename to ${renamed}`)
    return true
  })
  if (!canBeEmptied) {
    await dropDatabase(name)
    return undefined
  }
  if (await inDatabase(renamed, empty)) return renamed
  await dropDatabase(renamed)
  return undefined
}

async function empty(client: pg.Client): Promise<boolean> {
  const { schema, sequences, rows: wanted } = template!
  if ((await readSchema(client)) !== schema) return false
  const used = await tablesWithPages(client)
  const found = await readRows(
    client,
    used.filter((table) => wanted.has(table)),
  )
  const changed = [...new Set([...used, ...wanted.keys()])].filter(
    (table) => !wanted.has(table) || found.get(table) !== wanted.get(table),
  )
  if (changed.length > 0) {
    await client.query('begin')
    // No triggers and no foreign keys: truncating would ask for all tables that refer to these, and make new files.
    await client.query('set local session_replication_role = replica')
    for (const table of changed) {
      await client.query(`delete from ${table}`)
      const rows = wanted.get(table)
      if (rows === undefined) continue
      await client.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [rows],
      )
    }
    await client.query('commit')
    // Gives the pages back, so that an empty table is as quick as a new one, and is not among the used ones.
    await client.query(`vacuum ${changed.join(', ')}`)
  }
  await client.query(`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where last_value is not null`)
  return (await readSequences(client)) === sequences
}

/** Only a table that has had rows has pages. */
async function tablesWithPages(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0 order by 1`)
  return rows.map(({ name }) => name)
}

async function readRows(client: pg.Client, tables: readonly string[]): Promise<Map<string, string>> {
  if (tables.length === 0) return new Map()
  const { rows } = await client.query<{ name: string; rows: string }>(
    tables
      .map((name) => `select '${name}' as name, json_agg(t order by t::text)::text as rows from ${name} t`)
      .join(' union all '),
  )
  return new Map(rows.filter(({ rows: found }) => found !== null).map(({ name, rows: found }) => [name, found]))
}

async function readSequences(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ all: string }>(`
    select coalesce(string_agg(sequencename || ' ' || last_value, ',' order by sequencename), '') as all
    from pg_sequences where last_value is not null`)
  return rows[0]!.all
}

/** Copies of one template have the same ids of everything, and what is made again has another one. */
export async function readSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ all: string }>(`
    with whole as (
      select concat_ws(' ', 'class', oid, relname, relnamespace, relkind, relpersistence, reloptions, relrowsecurity) as part
        from pg_class where oid >= 16384 and relpersistence <> 't'
      union all select concat_ws(' ', 'column', attrelid, attnum, attname, atttypid, atttypmod, attnotnull, attidentity,
          attgenerated, attisdropped, attcollation, attstattarget, attstorage)
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where attrelid >= 16384 and attnum > 0 and relpersistence <> 't'
      union all select concat_ws(' ', 'index', indexrelid, indisvalid, indisunique) from pg_index
        where indexrelid >= 16384
      union all select concat_ws(' ', 'default', oid, xmin) from pg_attrdef
      union all select concat_ws(' ', 'constraint', oid, conname, convalidated, condeferrable, condeferred)
        from pg_constraint where oid >= 16384
      union all select concat_ws(' ', 'trigger', oid, tgname, tgenabled) from pg_trigger
      union all select concat_ws(' ', 'function', oid, xmin) from pg_proc where oid >= 16384
      union all select concat_ws(' ', 'type', oid, typname) from pg_type where oid >= 16384 and typtype <> 'c'
        and typcategory <> 'A'
      union all select concat_ws(' ', 'enum', oid, enumlabel, enumsortorder) from pg_enum
      union all select concat_ws(' ', 'rule', oid, xmin) from pg_rewrite where oid >= 16384
      union all select concat_ws(' ', 'extension', oid, extname, extversion) from pg_extension
      union all select concat_ws(' ', 'namespace', oid, nspname) from pg_namespace where nspname not like 'pg\\_%'
      union all select concat_ws(' ', 'object', oid) from pg_largeobject_metadata
      union all select concat_ws(' ', 'setting', setrole, setconfig) from pg_db_role_setting
        join pg_database on pg_database.oid = setdatabase where datname = current_database()
    ) select md5(string_agg(part, ',' order by part)) as all from whole`)
  return rows[0]!.all
}

const onServer = <T>(work: (client: pg.Client) => Promise<T>) => withClient(inject('postgresUrl'), work)
const inDatabase = <T>(name: string, work: (client: pg.Client) => Promise<T>) => withClient(urlOf(name), work)

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
