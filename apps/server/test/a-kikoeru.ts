import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

export const SECRET = 'a secret of kikoeru'

/** The tables that kikoeru-express 0.6 makes, in our words. */
const tables = `
  create table t_circle (id integer primary key autoincrement, name varchar(255) not null);
  create table t_work (
    id integer primary key autoincrement, root_folder varchar(255) not null, dir varchar(255) not null,
    title varchar(255) not null, circle_id integer not null references t_circle (id), nsfw boolean, release varchar(255),
    dl_count integer, price integer, review_count integer, rate_count integer, rate_average_2dp float,
    rate_count_detail text, rank text);
  create table t_tag (id integer primary key autoincrement, name varchar(255) not null);
  create table t_va (id varchar(255) primary key, name varchar(255) not null);
  create table r_tag_work (tag_id integer, work_id integer, primary key (tag_id, work_id));
  create table r_va_work (va_id varchar(255), work_id integer, primary key (va_id, work_id));
  create table t_user (
    name varchar(255) primary key not null, password varchar(255) not null, "group" varchar(255) not null);
  create table t_review (
    user_name varchar(255) not null, work_id varchar(255) not null, rating integer, review_text varchar(255),
    created_at datetime not null default current_timestamp, updated_at datetime not null default current_timestamp,
    progress varchar(255), primary key (user_name, work_id));
  create view staticMetadata as select * from t_work join r_va_work on r_va_work.work_id = t_work.id;
`

/** What a fork adds. */
export const forkTables = `
  alter table t_work add column created_at datetime;
  alter table t_work add column lyric_status varchar(255);
  alter table t_work add column memo text;
  create table t_play_histroy (
    user_name varchar(255) not null, work_id integer not null, created_at datetime not null default current_timestamp,
    updated_at datetime not null default current_timestamp, state varchar(255) not null, primary key (user_name, work_id));
`

export type Kikoeru = Disposable & {
  dir: string
  database: string
  run(statements: string): void
  insert(table: string, ...rows: Record<string, SQLInputValue>[]): void
}

/** A folder as kikoeru leaves it: settings, an empty database with the account that it makes itself, and covers. */
export function aKikoeru(): Kikoeru {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-kikoeru-'))
  for (const name of ['config', 'sqlite', 'covers']) mkdirSync(join(dir, name))
  const rootFolders = [{ name: 'Voices', path: '/usr/src/kikoeru/VoiceWork' }]
  writeFileSync(join(dir, 'config', 'config.json'), JSON.stringify({ md5secret: SECRET, rootFolders, auth: true }))
  const database = join(dir, 'sqlite', 'db.sqlite3')
  const connection = new DatabaseSync(database, { enableForeignKeyConstraints: false })
  connection.exec(tables)
  const insert: Kikoeru['insert'] = (table, ...rows) => {
    for (const row of rows) {
      const names = Object.keys(row)
      const marks = names.map(() => '?').join()
      connection
        .prepare(`insert into ${table} (${names.map((name) => `"${name}"`).join()}) values (${marks})`)
        .run(...Object.values(row))
    }
  }
  insert('t_user', { name: 'admin', password: kikoeruHash('admin'), group: 'administrator' })
  return {
    dir,
    database,
    run: (statements) => connection.exec(statements),
    insert,
    [Symbol.dispose]() {
      connection.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export function kikoeruHash(password: string): string {
  return hash('md5', password + SECRET, 'hex')
}

/** A row of `t_work`; its circle is 1. */
export function aKikoeruWork(id: number | bigint, more: Record<string, SQLInputValue> = {}) {
  const code = `RJ${String(id).padStart(6, '0')}`
  return { id, root_folder: 'Voices', dir: `${code} folder`, title: `Title of ${code}`, circle_id: 1, ...more }
}
