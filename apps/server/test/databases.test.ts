import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'

import type { Db } from '../src/db/open.ts'
import { dialects, openAsItIs, openTestDatabase, type TestDatabase } from './databases.ts'
import { readSchema } from './postgres-databases.ts'

/** Which database it is, whatever its name. */
async function idOf({ read }: TestDatabase): Promise<number> {
  const { rows } = await sql<{ oid: number }>`
    select oid::integer as oid from pg_database where datname = current_database()`.execute(read)
  return rows[0]!.oid
}

async function everyRow(db: Db): Promise<Record<string, unknown>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const all: Record<string, unknown> = {}
  for (const { name } of tables.filter(({ isView }) => !isView)) {
    all[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows
  }
  return all
}

async function addCircle(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into circle (name, name_key) values ('雨', '雨') returning id`.execute(db)
  return rows[0]!.id
}

describe.each(dialects)('a database of a test on %s', (dialect) => {
  test('is as after the migrations, whatever a test before has done', async () => {
    const first = await openTestDatabase(dialect)
    const before = await everyRow(first.read)
    const id = await addCircle(first.write)
    await sql`delete from subtitle_index`.execute(first.write)
    expect(await everyRow(first.read)).not.toEqual(before)
    await first.remove()

    const second = await openTestDatabase(dialect)
    expect(await everyRow(second.read)).toEqual(before)
    expect(await addCircle(second.write)).toBe(id)
    await second.remove()
  })

  test('is no longer there when it is removed', async () => {
    const { location, remove } = await openTestDatabase(dialect)
    await remove()
    const late = openAsItIs(location)
    await expect(sql`select 1 from circle`.execute(late)).rejects.toThrow()
    await late.destroy()
  })
})

test('a database on PostgreSQL is used again, without the sessions that were left open', async () => {
  const first = await openTestDatabase('postgres')
  if (first.location.kind !== 'postgres') throw new Error('not on PostgreSQL')
  const left = new pg.Client({ connectionString: first.location.url })
  const ended = new Promise((resolve) => left.on('error', resolve))
  await left.connect()
  await left.query('begin; lock table circle')
  const id = await idOf(first)
  await first.remove()
  await expect(ended).resolves.toBeInstanceOf(Error)

  const second = await openTestDatabase('postgres')
  expect(await idOf(second)).toBe(id)
  await second.remove()
})

test('a database on PostgreSQL whose tables have changed is not used again', async () => {
  const first = await openTestDatabase('postgres')
  if (first.location.kind !== 'postgres') throw new Error('not on PostgreSQL')
  const client = new pg.Client({ connectionString: first.location.url })
  await client.connect()
  const found = [await readSchema(client)]
  await addCircle(first.write)
  expect(await readSchema(client)).toBe(found[0])
  const changes = [
    'alter table circle add column extra text',
    'alter table circle alter column extra set default 1',
    'alter table circle alter column name drop not null',
    'alter table circle rename column extra to other',
    'alter table work disable trigger user',
    'create table extra (id integer)',
    'create index extra_id on extra (id)',
    'create schema extra',
    'create sequence extra_sequence',
    `create function extra() returns integer language sql as 'select 1'`,
    `create or replace function extra() returns integer language sql as 'select 2'`,
    'select lo_create(0)',
    `do $$ begin execute format('alter database %I set jit = on', current_database()); end $$`,
  ]
  for (const change of changes) {
    await client.query(change)
    found.push(await readSchema(client))
  }
  expect(new Set(found).size).toBe(1 + changes.length)
  await client.end()
  const id = await idOf(first)
  await first.remove()

  const second = await openTestDatabase('postgres')
  expect(await idOf(second)).not.toBe(id)
  await second.remove()
})
