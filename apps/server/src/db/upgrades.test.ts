import { copyFileSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { WorkPage } from '@otodana/contract'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'

import { dialects, makeOldDatabase, openAsItIs } from '../../test/databases.ts'
import { call } from '../../test/accounts.ts'
import { startApp } from '../../test/start-app.ts'
import { aFolder } from '../../test/work-folders.ts'
import { freePort } from '../../../../scripts/lib/free-port.ts'
import { readConfig } from '../config.ts'
import { backupName, listBackups, removeOldBackups, removeUnfinished } from './backup/backup-folder.ts'
import { backupIdOf } from './backup/backup-id.ts'
import { backUpBeforeUpdate } from './backup/before-update.ts'
import { openBackup } from './backup/read-backup.ts'
import { checkAfterCrash } from './check-after-crash.ts'
import { type Db, openDatabase } from './open.ts'
import { waitForPostgres } from './wait-for-postgres.ts'

/** The last migration of 0.1 and of 0.2. */
const OF_0_1 = '0022-known-networks'

/** One row of most tables, as 0.1 wrote them. */
const rowsOf01 = [
  `insert into circle (name, name_key, code) values ('Rain', 'rain', '')`,
  `insert into tag (name, name_key, i18n) values ('Tag', 'tag', '{}')`,
  `insert into work (id, source_id, source_type, title, circle_id, create_date, age_category, price, dl_count, review_count,
    rate_count, rate_average, rate_detail, editions, work_attributes, source_url, description, metadata_source,
    duration_seconds, has_subtitle, root, path, state, updated_at_ms)
    values (1, 'RJ00000001', 'DLSITE', 'Of 0.1', 1, '2026-01-01', 'general', 100, 5, 1, 1, 4.5, '[0,0,0,0,1]', '[]', '', '',
    '', 'folder', 60, 0, '/library', 'RJ00000001', 'present', 1)`,
  `insert into work_tag (work_id, tag_id, position) values (1, 1, 0)`,
  `insert into file (work_id, path, kind, size_bytes, mtime_ms, fingerprint, duration_seconds, has_picture, state)
    values (1, '01.mp3', 'audio', 1000, 1, 'f', 60, 0, 'present')`,
  `insert into account (name, name_key, password_hash, account_group, is_founder, recommender_uuid, created_at_ms)
    values ('owner', 'owner', 'hash', 'administrator', 1, 'u', 1)`,
  `insert into review (account_id, work_id, rating, review_text, progress, created_at_ms, updated_at_ms)
    values (1, 1, 5, 'Good', 'listened', 1, 2)`,
  `insert into device (account_id, id, name, seen_at_ms) values (1, 'desk', 'Desk', 1)`,
  `insert into place (account_id, device_id, file_id, seconds, at_ms) values (1, 'desk', 1, 30, 1)`,
  `insert into playlist (id, account_id, system_kind, name, description, privacy, locale, created_at_ms, updated_at_ms)
    values ('p', 1, null, 'Night', '', 0, '', 1, 1)`,
  `insert into playlist_work (playlist_id, work_id, added_at_ms) values ('p', 1, 1)`,
]
const filledBy01 = (dialect: 'sqlite' | 'postgres') =>
  makeOldDatabase(dialect, OF_0_1, async (db) => {
    for (const row of rowsOf01) await sql.raw(row).execute(db)
  })

const lastMigration = sql<{ last: string }>`select max(name) as last from kysely_migration`

describe.each(dialects)('an update on %s', (dialect) => {
  test('UPG-03 UPG-04 a database of 0.1 is backed up, opens and is served with everything in it', async () => {
    using folder = aFolder()
    const { location, drop } = await filledBy01(dialect)
    const config = readConfig({ DATA_DIR: folder.path, BACKUP_DIR: join(folder.path, 'a/b') })
    const notes: unknown[] = []
    const log = { info: (fields: object, text: string) => void notes.push(fields, text), warn() {} }
    const asItIs = openAsItIs(location)
    const id = await backupIdOf(asItIs)
    await asItIs.destroy()
    // A start that was killed left it.
    mkdirSync(config.backup.dir, { recursive: true })
    writeFileSync(join(config.backup.dir, `${backupName('update', id, 0)}.partial-0123456789ab`), '')
    const database = await openDatabase(location, {
      connections: 4,
      beforeUpdate: (db) => backUpBeforeUpdate(config, { location, db, isAlone: true, log }),
    })
    const [name = '', ...others] = readdirSync(config.backup.dir)
    expect(others).toEqual([])
    expect(notes).toEqual([{ path: join(config.backup.dir, name) }, expect.stringContaining('it was backed up first')])
    const backup = await openBackup(join(config.backup.dir, name))
    expect(backup.manifest).toMatchObject({ migration: OF_0_1, rows: { work: 1, review: 1 } })
    backup.close()

    const { read } = database
    expect(await read.selectFrom('review').selectAll().execute()).toMatchObject([{ rating: 5, review_text: 'Good' }])
    expect(await read.selectFrom('place').select('seconds').execute()).toEqual([{ seconds: 30 }])
    expect(await read.selectFrom('account').select(['name', 'is_founder']).execute()).toEqual([
      { name: 'owner', is_founder: 1 },
    ])
    expect(await read.selectFrom('playlist_work').select('work_id').execute()).toEqual([{ work_id: 1 }])
    const lasting = { ...database, location, remove: () => Promise.resolve() }
    const app = await startApp({ libraryDirs: [], database: lasting, scan: false })
    const { works } = (await call<WorkPage>(app, 'GET', '/api/works')).body
    expect(works).toMatchObject([{ title: 'Of 0.1', circle: { name: 'Rain' }, tags: [{ name: 'Tag' }] }])
    await app.close()

    // Nothing is left to be changed.
    await database.close()
    const again = () => Promise.reject(new Error('made twice'))
    await (await openDatabase(location, { connections: 1, beforeUpdate: again })).close()
    await drop()
  })

  test('UPG-05 a migration that fails half-way leaves the database as the older version can use it', async () => {
    const { location, drop } = await filledBy01(dialect)
    // In the way of a later one of the migrations that are to run.
    const asItIs = openAsItIs(location)
    await sql`create table series (note text)`.execute(asItIs)
    await expect(openDatabase(location, { connections: 1 })).rejects.toThrow('series')
    expect((await lastMigration.execute(asItIs)).rows).toEqual([{ last: OF_0_1 }])
    expect(await asItIs.selectFrom('work').select('title').execute()).toEqual([{ title: 'Of 0.1' }])
    await sql`drop table series`.execute(asItIs)
    await asItIs.destroy()
    const database = await openDatabase(location, { connections: 1 })
    expect((await lastMigration.execute(database.read)).rows[0]?.last).not.toBe(OF_0_1)
    await database.close()
    await drop()
  })

  test('UPG-04 without its backup a database is not changed, and how to go on is said', async () => {
    using folder = aFolder()
    const { location, drop } = await filledBy01(dialect)
    writeFileSync(join(folder.path, 'file'), '')
    const config = readConfig({ DATA_DIR: folder.path, BACKUP_DIR: join(folder.path, 'file/backups') })
    const log = { info() {}, warn() {} }
    const beforeUpdate = (db: Db) => backUpBeforeUpdate(config, { location, db, isAlone: true, log })
    await expect(openDatabase(location, { connections: 1, beforeUpdate })).rejects.toThrow(
      /backup before the update .*BACKUP_BEFORE_UPDATE=off.*Nothing was changed/,
    )
    const asItIs = openAsItIs(location)
    expect((await lastMigration.execute(asItIs)).rows).toEqual([{ last: OF_0_1 }])
    await asItIs.destroy()
    await drop()
  })
})

test('BAK-06 UPG-04 of backups in a folder the latest of each kind are kept, and other files are left alone', async () => {
  using place = aFolder()
  const folder = { dir: place.path, id: '0a1b2c3d' }
  expect(await listBackups({ ...folder, dir: join(place.path, 'nowhere') })).toEqual([])
  const names = [1, 2, 3].flatMap((day) => [
    backupName('regular', folder.id, Date.UTC(2026, 0, day)),
    backupName('update', folder.id, Date.UTC(2025, 0, day)),
  ])
  expect(names[4]).toBe('otodana-0a1b2c3d-20260103-000000000.backup')
  const partial = (kind: 'regular' | 'update') => `${backupName(kind, folder.id, 0)}.partial-0123456789ab`
  const others = [
    'otodana.db',
    `${names[0]}.old`,
    `my-${names[0]}`,
    'otodana-0a1b2c3d-20261399-000000000.backup',
    backupName('regular', 'ffffffff', 0),
    `${backupName('regular', 'ffffffff', 0)}.partial-0123456789ab`,
  ]
  // Copied in another order than they were made in.
  for (const [index, name] of [...names.toReversed(), ...others, partial('regular'), partial('update')].entries()) {
    writeFileSync(join(place.path, name), 'x')
    utimesSync(join(place.path, name), index, index)
  }
  const warnings: string[] = []
  const log = { warn: ({ path }: { path: string }) => void warnings.push(path) }
  await removeOldBackups(folder, 'regular', 1, log)
  await removeUnfinished(folder, { kind: 'regular', log })
  const kept = [names[4], names[5], names[3], names[1]]
  expect((await listBackups(folder)).map(({ name }) => name)).toEqual(kept)
  expect((await listBackups(folder))[0]?.madeAtMs).toBe(Date.UTC(2026, 0, 3))
  expect(readdirSync(place.path).toSorted()).toEqual([...kept, ...others, partial('update')].toSorted())

  // One that may still be written stays, unless no other process can be writing it.
  utimesSync(join(place.path, partial('update')), Date.now() / 1_000, Date.now() / 1_000)
  await removeUnfinished(folder, { kind: 'update', log })
  expect(readdirSync(place.path)).toContain(partial('update'))
  await removeUnfinished(folder, { kind: 'update', leftForMs: 0, log })
  expect(readdirSync(place.path)).not.toContain(partial('update'))
  expect(warnings).toEqual([])

  // What cannot be removed is named, and keeps nothing else from being removed.
  const stuck = backupName('update', folder.id, 0)
  mkdirSync(join(place.path, stuck))
  await removeOldBackups(folder, 'update', 0, log)
  expect(warnings).toEqual([join(place.path, stuck)])
  expect((await listBackups(folder)).map(({ name }) => name)).toEqual([names[4], stuck])
})

test('UPG-02 a PostgreSQL that starts later is waited for; one that refuses is not', async () => {
  const server = new URL(inject('postgresUrl'))
  const texts: unknown[] = []
  const log = { warn: (_fields: object, text: string) => void texts.push(text) }
  // A port that is free now, and leads to the server once the first attempt has failed.
  const port = await freePort()
  const later = createServer((socket) => {
    const there = connect(Number(server.port), server.hostname)
    socket.pipe(there).pipe(socket)
    for (const end of [socket, there]) end.on('error', () => {})
  })
  const url = new URL(server)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const waiting = waitForPostgres(url.href, {
    seconds: 60,
    log: {
      warn(fields: object, text: string) {
        log.warn(fields, text)
        later.listen(port, '127.0.0.1')
      },
    },
  })
  await waiting
  expect(texts).toEqual(['waiting for PostgreSQL, at most 60 seconds'])
  later.close()

  await expect(waitForPostgres(url.href, { seconds: 0, log })).rejects.toThrow('ECONNREFUSED')
  const unknown = new URL(server)
  unknown.pathname = '/no_such_database'
  await expect(waitForPostgres(unknown.href, { seconds: 60, log })).rejects.toThrow('does not exist')
  expect(texts).toHaveLength(1)
})

describe('a copy of a data folder', () => {
  /** A database and its log at two moments, as a copy of a folder file by file may take them. */
  function aDatabaseThatChanges(path: string) {
    const connection = new DatabaseSync(path)
    connection.exec(
      'pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table t (id integer primary key, a)',
    )
    const fill = (count: number) =>
      connection.exec(`insert into t (a) with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
        select hex(randomblob(100)) from n`)
    return { connection, fill }
  }

  test('UPG-06 that belongs together starts, though it was not closed', () => {
    using folder = aFolder()
    const [path, copy] = [join(folder.path, 'a.db'), join(folder.path, 'b.db')]
    const { connection, fill } = aDatabaseThatChanges(path)
    fill(1_000)
    for (const suffix of ['', '-wal']) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`)
    expect(() => checkAfterCrash(copy)).not.toThrow()
    connection.close()
    // Closed properly: not checked again.
    writeFileSync(path, 'not read')
    expect(() => checkAfterCrash(path)).not.toThrow()
  })

  test('UPG-06 that is torn is refused, says how to make a good one, and stays as it is', () => {
    using folder = aFolder()
    const [path, copy] = [join(folder.path, 'a.db'), join(folder.path, 'b.db')]
    const { connection, fill } = aDatabaseThatChanges(path)
    fill(100)
    connection.exec('pragma wal_checkpoint(truncate)')
    copyFileSync(path, copy)
    fill(5_000)
    connection.exec('pragma wal_checkpoint(truncate)')
    fill(100)
    copyFileSync(`${path}-wal`, `${copy}-wal`)
    for (const _ of [1, 2]) {
      expect(() => checkAfterCrash(copy)).toThrow(
        /the database is damaged.*made while a server was writing.*otodana -- backup/,
      )
      expect(existsSync(`${copy}-wal`)).toBe(true)
    }
    connection.close()
  })
})
