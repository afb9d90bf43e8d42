import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { aDisk, aMountedFile, mayMount } from '../../../test/a-disk.ts'
import { dumpTables, fillDataDir, fillOtherTables, fillTables, UPLOADED_COVER } from '../../../test/backup-world.ts'
import { dialects, makeOldDatabase, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { replaceInFsPromises } from '../../../test/replace-in-fs.ts'
import { runOnServer } from '../../../test/run-on-server.ts'
import { aFolder } from '../../../test/work-folders.ts'
import { isDatabaseAway, isDiskFull } from '../dialect.ts'
import { type Database, type DatabaseLocation, openDatabase } from '../open.ts'
import { takeServerLock } from '../server-lock.ts'
import { finishRestore } from './finish-restore.ts'
import { restoreBackup } from './restore-backup.ts'
import { knownMigrations } from './schema-at.ts'
import { seal } from './seal.ts'
import { writeBackup } from './write-backup.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Restores into an SQLite file below `dataDir`, or into a PostgreSQL database that is removed again. */
async function restoreInto(dialect: 'sqlite' | 'postgres', path: string, dataDir: string) {
  const postgres = dialect === 'postgres' ? await openTestDatabase('postgres') : null
  const location: DatabaseLocation = postgres?.location ?? { kind: 'sqlite', path: join(dataDir, 'otodana.db') }
  // A restore refuses a database that is in use.
  await postgres?.close()
  await restoreBackup({ path, location, dataDir, replaces: postgres !== null })
  const database = await openDatabase(location, { connections: 2 })
  const dump = await dumpTables(database)
  const account = { name: 'next', name_key: 'next', password_hash: '', account_group: 'user' as const }
  const { id } = await database.write
    .insertInto('account')
    .values({ ...account, recommender_uuid: 'next', created_at_ms: 0, last_login_at_ms: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.close()
  await postgres?.remove()
  return { dump, nextAccountId: id }
}

describe.each(dialects)('a backup of %s', (dialect) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(dialect)
    await fillTables(database)
  })
  afterAll(() => database.remove())

  test('ADM-05 BAK-01 brings every row and file back in either database, and ids of its later rows are not used again', async () => {
    using folder = aFolder()
    const [dataDir, path] = [join(folder.path, 'data'), join(folder.path, 'a.backup')]
    fillDataDir(dataDir)
    await fillOtherTables(database)
    const before = await dumpTables(database)
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
    const summary = await writeBackup({ location: database.location, dataDir, path })
    expect(summary).toMatchObject({ dialect, missingCovers: 0, files: 4, rows: { work: 3, account: 1, job: 1 } })
    expect(modeOf(path)).toBe('600')
    // Not part of a backup: the job that makes it, and pictures that can be downloaded again.
    const expected = {
      ...before,
      job: before.job?.filter((row) => !row.includes('"backup"')),
      work: before.work?.map((row) => row.replace(/"(?:2|399999999)-0123456789abcdef"/, 'null')),
      provided_metadata: before.provided_metadata?.map((row) => row.replace('"2-0123456789abcdef"', 'null')),
    }
    for (const target of dialects) {
      const restoredDir = join(folder.path, target)
      const { dump, nextAccountId } = await restoreInto(target, path, restoredDir)
      expect(dump).toEqual(expected)
      expect(nextAccountId).toBeGreaterThan(1_000_000)
      const files = ['admin-token', 'session-secret', 'had-accounts', UPLOADED_COVER]
      for (const name of files) {
        expect(readFileSync(join(restoredDir, name), 'utf8')).toBe(readFileSync(join(dataDir, name), 'utf8'))
        expect(modeOf(join(restoredDir, name))).toBe('600')
      }
      const others = readdirSync(restoredDir).filter((name) => !name.startsWith('otodana.db'))
      expect(others.toSorted()).toEqual(['admin-token', 'had-accounts', 'session-secret', 'uploaded-covers'])
    }
  })

  test('BAK-01 a backup counts uploaded covers that are not in the data folder', async () => {
    using folder = aFolder()
    const task = { location: database.location, dataDir: folder.path, path: join(folder.path, 'a.backup') }
    expect(await writeBackup(task)).toMatchObject({ missingCovers: 1, files: 0 })
  })

  test('BAK-03 a cancelled backup leaves nothing behind, and one does not replace a file', async () => {
    using folder = aFolder()
    const stop = new AbortController()
    const task = { location: database.location, dataDir: folder.path, path: join(folder.path, 'a.backup') }
    const cancelled = writeBackup({ ...task, signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) })
    await expect(cancelled).rejects.toThrow('enough')
    expect(readdirSync(folder.path)).toEqual([])
    writeFileSync(task.path, 'precious')
    await expect(writeBackup(task)).rejects.toThrow('exists already')
    expect(readFileSync(task.path, 'utf8')).toBe('precious')
    rmSync(task.path)
    const both = await Promise.allSettled([writeBackup(task), writeBackup(task)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(readdirSync(folder.path)).toEqual(['a.backup'])
  })

  test('BAK-05 a restore needs a free place: no server or command on it, and a database only if told', async () => {
    using folder = aFolder()
    const path = join(folder.path, 'a.backup')
    const { location } = database
    await writeBackup({ location, dataDir: folder.path, path })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const target = await openTestDatabase(dialect)
    // A command reads, and then does other things for long.
    await target.read.selectFrom('work').select('id').execute()
    vi.advanceTimersByTime(3_600_000)
    vi.useRealTimers()
    const task = { path, location: target.location, dataDir: folder.path, replaces: true }
    await expect(restoreBackup(task)).rejects.toThrow(/is using the database .*: stop it first/)
    await target.close()
    await expect(restoreBackup({ ...task, replaces: false })).rejects.toThrow('To replace it, add --replace')
    expect(readdirSync(folder.path)).toEqual(['a.backup'])
    await target.remove()
  })

  test('BAK-04 a backup of an older version is restored and brought up to date', async () => {
    using folder = aFolder()
    const path = join(folder.path, 'a.backup')
    const old = await makeOldDatabase(dialect, '0007-accounts', async (db) => {
      await sql`insert into circle (id, name, name_key, code) values (3, 'Old', 'old', '')`.execute(db)
    })
    await writeBackup({ location: old.location, dataDir: folder.path, path })
    await old.drop()
    const { dump } = await restoreInto(dialect, path, join(folder.path, 'data'))
    expect(dump.circle).toEqual([JSON.stringify([3, '', 'Old', 'old'])])
  })
})

test('BAK-05 a restore changes nothing if a command opens the SQLite file while it runs', async () => {
  using folder = aFolder()
  const [source, target] = [await openTestDatabase('sqlite'), await openTestDatabase('sqlite')]
  await fillTables(source)
  const path = join(folder.path, 'a.backup')
  await writeBackup({ location: source.location, dataDir: folder.path, path })
  await target.close()
  let opening: Promise<Database> | undefined
  const task = { path, location: target.location, dataDir: folder.path, replaces: true }
  const onProgress = () => void (opening ??= openDatabase(target.location))
  const restored = restoreBackup({ ...task, onProgress })
  await expect(restored).rejects.toThrow(/is using the database .*: stop it first/)
  const reader = await opening
  expect(await reader?.read.selectFrom('account').select('id').execute()).toEqual([])
  await reader?.close()
  await target.remove()
  await source.remove()
})

test('BAK-09 while a PostgreSQL database is restored, servers and commands are refused, also those that lost it', async () => {
  using folder = aFolder()
  const source = await openTestDatabase('sqlite')
  await fillTables(source)
  const path = join(folder.path, 'a.backup')
  await writeBackup({ location: source.location, dataDir: folder.path, path })
  const target = await openTestDatabase('postgres')
  const { url = '' } = { url: undefined, ...target.location }
  await target.read.selectFrom('account').select('id').execute()
  // As when PostgreSQL restarts under a server.
  await runOnServer(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const asking: Promise<unknown>[] = []
  const task = { path, location: target.location, dataDir: folder.path, replaces: true }
  await restoreBackup({
    ...task,
    onProgress() {
      if (asking.length > 0) return
      asking.push(target.read.selectFrom('account').select('id').execute(), openDatabase(target.location))
      for (const answer of asking) answer.catch(() => {})
    },
  })
  for (const answer of asking) {
    const refusal = await answer.catch((error: unknown) => error)
    expect(String(refusal)).toContain('the database is being restored. Start the server')
    expect(isDatabaseAway(refusal)).toBe(true)
  }
  expect(asking).toHaveLength(2)
  expect(await target.read.selectFrom('account').select('name').execute()).toEqual([{ name: 'listener' }])
  await target.remove()
  await source.remove()
})

test('BAK-05 a cancelled restore leaves an older PostgreSQL database as it was, and a finished one brings it up to date', async () => {
  using folder = aFolder()
  const path = join(folder.path, 'a.backup')
  const source = await openTestDatabase('sqlite')
  await fillTables(source)
  await writeBackup({ location: source.location, dataDir: folder.path, path })
  const old = await makeOldDatabase('postgres', '0007-accounts', async (db) => {
    await sql`insert into circle (id, name, name_key, code) values (3, 'Old', 'old', '')`.execute(db)
  })
  const { url = '' } = { url: undefined, ...old.location }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const state = async () => {
    const { rows } = await client.query<{ newest: string; circles: string }>(
      'select max(name) as newest, (select string_agg(name, $1) from circle) as circles from kysely_migration',
      [','],
    )
    return rows[0]
  }
  const before = await state()
  expect(before).toEqual({ newest: '0007-accounts', circles: 'Old' })
  const stop = new AbortController()
  const task = { path, location: old.location, dataDir: folder.path, replaces: true }
  let last = 0
  const onProgress = ({ done }: { done: number }) => {
    // It begins from the start once the backup is checked: now rows are stored.
    if (done < last) stop.abort(new Error('enough'))
    last = done
  }
  await expect(restoreBackup({ ...task, signal: stop.signal, onProgress })).rejects.toThrow('enough')
  expect(await state()).toEqual(before)
  await restoreBackup(task)
  expect((await state())?.newest).toBe((await knownMigrations()).at(-1))
  await client.end()
  await old.drop()
  await source.remove()
})

test.runIf(mayMount())('BAK-03 BAK-05 on a full disk there is no half backup, and no half restore', async () => {
  using folder = aFolder()
  const database = await openTestDatabase('sqlite')
  await fillTables(database)
  const disk = join(folder.path, 'disk')
  using _mounted = aDisk(disk, 120)
  const [dataDir, path] = [join(disk, 'data'), join(folder.path, 'a.backup')]
  const task = { location: database.location, dataDir: folder.path }
  const failed = await writeBackup({ ...task, path: join(disk, 'a.backup') }).catch((error: unknown) => error)
  expect(isDiskFull(failed)).toBe(true)
  expect(readdirSync(disk)).toEqual([])
  await writeBackup({ ...task, path })
  const location = { kind: 'sqlite' as const, path: join(dataDir, 'otodana.db') }
  await expect(restoreBackup({ path, location, dataDir, replaces: false })).rejects.toThrow(/full/)
  expect(readdirSync(dataDir)).toEqual(['otodana.db.lock'])
  await database.remove()
})

describe('a restore', () => {
  let database: TestDatabase
  const folder = aFolder()
  const good = join(folder.path, 'good.backup')
  beforeAll(async () => {
    database = await openTestDatabase('sqlite')
    await fillTables(database)
    fillDataDir(join(folder.path, 'full'))
    await writeBackup({ location: database.location, dataDir: join(folder.path, 'full'), path: good })
  })
  afterAll(async () => {
    await database.remove()
    folder[Symbol.dispose]()
  })

  function restore(path: string, dataDir: string, replaces = false) {
    const location = { kind: 'sqlite' as const, path: join(dataDir, 'otodana.db') }
    return restoreBackup({ path, location, dataDir, replaces })
  }
  const manifestWith = (change: string) => `update backup_manifest set manifest = json_set(manifest, ${change})`

  test.for<[name: string, change: string, message: RegExp]>([
    ['of a newer version', manifestWith(`'$.migration', '9999-of-tomorrow'`), /newer Otodana: restore it with that/],
    ['in a newer format', 'pragma user_version = 2', /newer Otodana: restore it with that/],
    ['that is another database', 'pragma application_id = 0', /is not a backup made by Otodana/],
    [
      'of an unknown state',
      manifestWith(`'$.migration', '0001-other'`),
      /an unknown state of the database, 0001-other/,
    ],
    ['without a manifest', 'delete from backup_manifest', /its manifest cannot be read/],
    ['with numbers beyond all', manifestWith(`'$.highestIds.work', 1e18`), /its manifest cannot be read/],
    [
      'with a trigger',
      'create trigger t after insert on job begin delete from account; end',
      /its trigger t is unknown/,
    ],
    ['with a view', 'drop table job; create view job as select 1', /its view job is unknown/],
    ['with another table', 'create table more (a)', /its table more is unknown/],
    ['with an index', 'create index more on job (id)', /its index more is unknown/],
    [
      'with a generated column',
      'alter table circle add column evil text generated always as (zeroblob(1e9))',
      /its table circle is unknown/,
    ],
    ['without a table', 'drop table job', /it lacks the table job/],
    ['with fewer rows', 'delete from review', /it has 0 rows of review instead of 1/],
    ['with rows that contradict each other', 'update review set work_id = 77', /a row of review names no work/],
    ['with a row twice', 'update work set id = 1', /UNIQUE/],
    [
      'with a file elsewhere',
      `update backup_file set path = '../../x' where path = 'admin-token'`,
      /a file "..\/..\/x"/,
    ],
    ['with a file too many', `insert into backup_file values ('session-secret', x'')`, /5 files instead of 4/],
    ['with a file of text', `update backup_file set bytes = 'text'`, /is not as expected/],
  ])('BAK-04 refuses a file %s', async ([, change, message]) => {
    using place = aFolder()
    const bad = join(place.path, 'bad.backup')
    copyFileSync(good, bad)
    using connection = new DatabaseSync(bad)
    connection.exec(change)
    const { bytes } = connection
      .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
      .get() as { bytes: number }
    connection.close()
    truncateSync(bad, bytes)
    await seal(bad)
    const dataDir = join(place.path, 'data')
    await expect(restore(bad, dataDir)).rejects.toThrow(message)
    expect(existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name !== 'otodana.db.lock') : []).toEqual([])
  })

  test('BAK-04 refuses what is no database, half a backup, and nothing', async () => {
    using place = aFolder()
    const bad = join(place.path, 'bad.backup')
    await expect(restore(bad, place.path)).rejects.toThrow('does not exist')
    await expect(restore(place.path, place.path)).rejects.toThrow('is not a backup made by Otodana')
    writeFileSync(bad, 'PK some other file, long enough to be one of them'.repeat(100))
    await expect(restore(bad, place.path)).rejects.toThrow('is not a backup made by Otodana')
    writeFileSync(bad, readFileSync(good).subarray(0, 40_960))
    await expect(restore(bad, place.path)).rejects.toThrow('is damaged')
    expect(readdirSync(place.path)).toEqual(['bad.backup'])
  })

  test('BAK-04 refuses a file of which one letter of a text has changed, or whose end is missing', async () => {
    using place = aFolder()
    const bad = join(place.path, 'bad.backup')
    const bytes = readFileSync(good)
    const changed = Buffer.from(bytes)
    changed[bytes.lastIndexOf('admin-token')] = 0x61 ^ 0x20
    for (const [content, message] of [
      [changed, 'its bytes are not those that were written'],
      [bytes.subarray(0, -10), 'it does not end as it was written'],
    ] as const) {
      writeFileSync(bad, content)
      await expect(restore(bad, place.path)).rejects.toThrow(message)
    }
  })

  test('BAK-05 that fails or is cancelled leaves the database and the secrets as they were', async () => {
    using place = aFolder()
    const location = { kind: 'sqlite' as const, path: join(place.path, 'otodana.db') }
    await restore(good, place.path)
    using old = new DatabaseSync(location.path)
    old.exec(`update account set name = 'of before'`)
    old.close()
    writeFileSync(join(place.path, 'admin-token'), 'of before')
    const stop = new AbortController()
    const task = { path: good, location, dataDir: place.path, replaces: true, signal: stop.signal }
    const cancelled = restoreBackup({ ...task, onProgress: () => stop.abort(new Error('enough')) })
    await expect(cancelled).rejects.toThrow('enough')
    expect(readdirSync(place.path).filter((name) => name.startsWith('restore'))).toEqual([])
    const kept = await openDatabase(location)
    expect(await kept.read.selectFrom('account').select('name').execute()).toEqual([{ name: 'of before' }])
    await kept.close()
    expect(readFileSync(join(place.path, 'admin-token'), 'utf8')).toBe('of before')
  })

  test('BAK-05 that was killed while files were put in place is finished by the next start', async () => {
    using place = aFolder()
    writeFileSync(join(place.path, 'otodana.db'), 'the old database')
    writeFileSync(join(place.path, 'otodana.db-wal'), 'its log')
    writeFileSync(join(place.path, 'session-secret'), 'the old secret')
    mkdirSync(join(place.path, 'restore.ready'))
    writeFileSync(join(place.path, 'restore.ready/otodana.db'), 'the new database')
    writeFileSync(join(place.path, 'restore.ready/session-secret'), 'the new secret')
    expect(await finishRestore(place.path)).toBe(true)
    expect(await finishRestore(place.path)).toBe(false)
    expect(readdirSync(place.path).toSorted()).toEqual(['otodana.db', 'session-secret'])
    expect(readFileSync(join(place.path, 'otodana.db'), 'utf8')).toBe('the new database')
    expect(readFileSync(join(place.path, 'session-secret'), 'utf8')).toBe('the new secret')
  })

  test.runIf(mayMount())('BAK-05 puts files in place on other file systems, and over mounted files', async () => {
    using place = aFolder()
    using _disk = aDisk(join(place.path, 'uploaded-covers'), 64)
    for (const name of ['of the container', 'session-secret']) writeFileSync(join(place.path, name), 'the old secret')
    using _mounted = aMountedFile(join(place.path, 'of the container'), join(place.path, 'session-secret'))
    await restore(good, place.path)
    for (const name of ['session-secret', UPLOADED_COVER])
      expect(readFileSync(join(place.path, name), 'utf8')).toBe(readFileSync(join(folder.path, 'full', name), 'utf8'))
    expect(modeOf(join(place.path, UPLOADED_COVER))).toBe('600')
    expect(existsSync(join(place.path, 'restore.ready'))).toBe(false)
  })

  test('BAK-05 copies files that cannot be moved to their place, as when that is on another file system', async () => {
    using place = aFolder()
    writeFileSync(join(place.path, 'session-secret'), 'the old secret')
    const names = ['session-secret', UPLOADED_COVER]
    using _elsewhere = replaceInFsPromises('rename', (original) => async (from, to) => {
      const name = names.find((one) => String(to).endsWith(one))
      if (name === undefined) return original(from, to)
      const code = name === UPLOADED_COVER ? 'EXDEV' : 'EBUSY'
      throw Object.assign(new Error(code), { code })
    })
    await restore(good, place.path)
    for (const name of names) {
      expect(readFileSync(join(place.path, name), 'utf8')).toBe(readFileSync(join(folder.path, 'full', name), 'utf8'))
      expect(modeOf(join(place.path, name))).toBe('600')
    }
    expect(existsSync(join(place.path, 'restore.ready'))).toBe(false)
  })

  test('BAK-05 says that the database is the restored one when a file is in the way; the next start finishes it', async () => {
    using place = aFolder()
    writeFileSync(join(place.path, 'uploaded-covers'), 'in the way')
    await expect(restore(good, place.path)).rejects.toThrow(/already the restored one, but .*uploaded-covers.*EEXIST/)
    rmSync(join(place.path, 'uploaded-covers'))
    expect(await finishRestore(place.path)).toBe(true)
    expect(readFileSync(join(place.path, UPLOADED_COVER), 'utf8')).toBe('a picture')
  })

  test('BAK-05 replaces a damaged database if told', async () => {
    using place = aFolder()
    writeFileSync(join(place.path, 'otodana.db'), 'no database any more')
    await expect(restore(good, place.path)).rejects.toThrow('add --replace')
    await restore(good, place.path, true)
    const restored = await openDatabase({ kind: 'sqlite', path: join(place.path, 'otodana.db') })
    expect(await restored.read.selectFrom('account').select('name').execute()).toEqual([{ name: 'listener' }])
    await restored.close()
  })

  test('UPG-01 one process at a time has the right to serve, which ends with it', async () => {
    using place = aFolder()
    const path = join(place.path, 'otodana.db')
    const lock = takeServerLock(path)
    expect(modeOf(`${path}.lock`)).toBe('600')
    expect(takeServerLock(path)).toBeNull()
    await expect(restore(good, place.path)).rejects.toThrow('A server is running on this database')
    lock?.release()
    await restore(good, place.path)
  })
})
