import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { aDisk, mayMount } from '../../test/a-disk.ts'
import { dialects, openTestDatabase } from '../../test/databases.ts'
import { aFolder } from '../../test/work-folders.ts'
import { isReadOnly } from './dialect.ts'
import { openDatabase } from './open.ts'

/** Files in a folder that this process has open. */
function openFiles(dir: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(dir) ? [path] : []
    } catch {
      return []
    }
  })
}

test('a closed SQLite database holds no file, whether anything was read or not', async () => {
  using folder = aFolder()
  for (const reads of [false, true]) {
    const database = await openDatabase({ kind: 'sqlite', path: join(folder.path, 'otodana.db') })
    if (reads) await database.read.selectFrom('work').select('id').execute()
    expect(openFiles(folder.path)).not.toEqual([])
    await database.close()
    expect([reads, openFiles(folder.path)]).toEqual([reads, []])
  }
})

test('rows of a statement that was prepared before a migration have the columns of after it', async () => {
  using folder = aFolder()
  const database = await openDatabase({ kind: 'sqlite', path: join(folder.path, 'otodana.db') })
  const db = database.write
  await sql`create table shelf (id integer, width integer, colour text)`.execute(db)
  await sql`insert into shelf values (1, 80, 'oak')`.execute(db)
  const all = () => sql<object>`select * from shelf`.execute(db)
  expect((await all()).rows).toEqual([{ id: 1, width: 80, colour: 'oak' }])
  await sql`alter table shelf drop column width`.execute(db)
  await sql`alter table shelf add column height integer default 200`.execute(db)
  expect((await all()).rows).toEqual([{ id: 1, colour: 'oak', height: 200 }])

  const moved = await sql<object>`update shelf set height = 210 returning id, height`.execute(db)
  expect(moved.rows).toEqual([{ id: 1, height: 210 }])
  const shelves = db.selectFrom(sql<{ id: number }>`shelf`.as('shelf')).selectAll()
  expect(await Array.fromAsync(shelves.stream())).toEqual([{ id: 1, colour: 'oak', height: 210 }])
  await database.close()
})

test('programs that start at once on a new SQLite file all find their tables', { timeout: 180_000 }, async () => {
  const program = `const { openDatabase } = await import(process.argv[1])
    const database = await openDatabase({ kind: 'sqlite', path: process.argv[2] })
    await database.read.selectFrom('work').select('id').execute()
    await database.close()`
  const module = new URL('open.ts', import.meta.url).href
  using folder = aFolder()
  for (let round = 0; round < 4; round++) {
    const path = join(folder.path, `${round}.db`)
    const starts = Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, module, path]),
    )
    await expect(Promise.all(starts)).resolves.toHaveLength(4)
  }
})

test('a migration that breaks off leaves nothing behind, and the next start makes it whole', async () => {
  using folder = aFolder()
  const path = join(folder.path, 'otodana.db')
  // A table of the same name makes the migration fail half-way.
  using other = new DatabaseSync(path)
  other.exec('create table work_tag (note text)')
  await expect(openDatabase({ kind: 'sqlite', path })).rejects.toThrow('work_tag')
  other.exec('drop table work_tag')
  const database = await openDatabase({ kind: 'sqlite', path })
  expect(await database.read.selectFrom('work').select('id').execute()).toEqual([])
  await database.close()
})

test('a transaction that has read is not refused for what another program writes meanwhile', async () => {
  using folder = aFolder()
  const path = join(folder.path, 'otodana.db')
  const database = await openDatabase({ kind: 'sqlite', path })
  using other = new DatabaseSync(path, { timeout: 0 })
  const addCircle = (name: string) => other.prepare(`insert into circle (name, name_key) values (?, ?)`).run(name, name)
  await database.write.transaction().execute(async (tx) => {
    expect(await tx.selectFrom('circle').select('name').execute()).toEqual([])
    // The other one waits until its timeout.
    expect(() => addCircle('other')).toThrow('locked')
    await tx.insertInto('circle').values({ name: 'ours', name_key: 'ours' }).execute()
  })
  addCircle('other')
  const circles = await database.read.selectFrom('circle').select('name').orderBy('id').execute()
  expect(circles.map(({ name }) => name)).toEqual(['ours', 'other'])
  await database.close()
})

test.runIf(mayMount()).each(['clean', 'kill'])(
  'FLT-03 a database on a read-only disk is read, and it is said once that nothing can be written, after a stop by %s',
  async (stop) => {
    using folder = aFolder()
    using disk = aDisk(folder.path, 20_000)
    expect(disk).not.toBeNull()
    const location = { kind: 'sqlite' as const, path: join(folder.path, 'otodana.db') }
    await (await openDatabase(location)).close()
    let said = 0
    const onReadOnly = () => void said++
    for (const left of stop === 'clean' ? [] : ['-wal', '-shm']) writeFileSync(location.path + left, '')
    spawnSync('mount', ['-o', 'remount,ro', folder.path])
    const database = await openDatabase(location, { onReadOnly })
    expect(await database.read.selectFrom('work').select('id').execute()).toEqual([])
    const addCircle = sql`insert into circle (name, name_key) values ('a', 'a')`
    const within = database.write.transaction().execute((tx) => addCircle.execute(tx))
    for (const adding of [addCircle.execute(database.write), within]) {
      const error = await adding.then(
        () => null,
        (it: unknown) => it,
      )
      expect([said, isReadOnly(error)]).toEqual([1, true])
    }
    await database.close()
    spawnSync('mount', ['-o', 'remount,rw', folder.path])
    const later = await openDatabase(location, { onReadOnly })
    await addCircle.execute(later.write)
    await later.close()
    expect(said).toBe(1)
  },
)

test('ADM-01 a transaction that SQLite has undone by itself, as on a full disk, says why and stores nothing more', async () => {
  using folder = aFolder()
  const database = await openDatabase({ kind: 'sqlite', path: join(folder.path, 'otodana.db') })
  const addCircle = (name: string) => sql`insert or rollback into circle (name, name_key) values (${name}, ${name})`
  const names = async () => (await database.read.selectFrom('circle').select('name').execute()).map(({ name }) => name)

  const stubborn = database.write.transaction().execute(async (tx) => {
    await addCircle('one').execute(tx)
    const [twice, after] = await Promise.allSettled([addCircle('one').execute(tx), addCircle('two').execute(tx)])
    expect(after).toMatchObject({ status: 'rejected' })
    if (twice.status === 'rejected') throw twice.reason
  })
  await expect(stubborn).rejects.toThrow(/UNIQUE constraint failed/)
  expect(await names()).toEqual([])

  const heedless = database.write.transaction().execute(async (tx) => {
    await addCircle('one').execute(tx)
    await addCircle('one')
      .execute(tx)
      .catch(() => null)
  })
  await expect(heedless).rejects.toThrow('undone')
  expect(await names()).toEqual([])

  await database.write.transaction().execute((tx) => addCircle('three').execute(tx))
  await addCircle('four').execute(database.write)
  expect(await names()).toEqual(['three', 'four'])
  await database.close()
})

describe.each(dialects)('a newer database on %s', (dialect) => {
  test('ADM-16 is refused in words that say what to do, and stays as it is', async () => {
    const database = await openTestDatabase(dialect)
    const executed = () =>
      sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.write)
    const before = await executed()
    const last = before.rows.at(-1)!.name
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2030-01-01T00:00:00.000Z')`.execute(
      database.write,
    )
    const opening = openDatabase(database.location)
    await expect(opening).rejects.toThrow(
      /written by a newer Otodana.*9999-of-tomorrow.*Start that version or a later one/,
    )
    await expect(opening).rejects.toThrow(last)
    expect((await executed()).rows).toHaveLength(before.rows.length + 1)
    await database.remove()
  })
})

describe.each(dialects)('a database with all migrations on %s', (dialect) => {
  test('is opened as it is; one that had an unknown migration before is refused', async () => {
    const database = await openTestDatabase(dialect)
    // The migrator makes this table before it looks for what is missing.
    await sql`drop table kysely_migration_lock`.execute(database.write)
    const again = await openDatabase(database.location)
    await expect(sql`select * from kysely_migration_lock`.execute(again.write)).rejects.toThrow('kysely_migration_lock')
    await again.close()
    await sql`insert into kysely_migration (name, timestamp) values ('0001-other', '2020-01-01T00:00:00.000Z')`.execute(
      database.write,
    )
    await expect(openDatabase(database.location)).rejects.toThrow('0001-other is missing')
    await database.remove()
  })
})
