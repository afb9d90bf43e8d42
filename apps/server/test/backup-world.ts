import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { sql } from 'kysely'

import { knownMigrations, schemaAt } from '../src/db/backup/schema-at.ts'
import { isBackedUp } from '../src/db/backup/format.ts'
import type { Database } from '../src/db/open.ts'
import { aWorkRow } from './work-rows.ts'

export const UPLOADED_COVER = 'uploaded-covers/upload-1-0123456789abcdef'

/** What a data folder has besides the database: files that a backup holds, and others. */
export function fillDataDir(dataDir: string): void {
  const files = {
    'admin-token': 'admin-token-of-more-than-32-characters',
    'session-secret': 'session-secret-of-more-than-32-characters',
    'had-accounts': '',
    [UPLOADED_COVER]: 'a picture',
    [`${UPLOADED_COVER}.123.tmp`]: 'half a picture',
    'covers/000/1/card.webp': 'made again',
    'notes.txt': 'of the owner',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true })
    writeFileSync(join(dataDir, path), text)
  }
}

/** Rows with every type of value, at the ends of their ranges, and with all sorts of text. */
export async function fillTables({ write }: Pick<Database, 'write'>): Promise<void> {
  await write.insertInto('circle').values({ id: 1, name: '雨🌧 "rain" \' \\ \r\n', name_key: 'rain' }).execute()
  for (const id of [1, 2, 399_999_999]) {
    await write
      .insertInto('work')
      .values({
        ...aWorkRow(id),
        title: `作品 ${id} \u0001`,
        rate_average: [0.1 + 0.2, 4.999_999_999_999_999, 1e-300][id % 3] ?? 0,
        duration_seconds: 3.3,
        updated_at_ms: 9_007_199_254_740_991,
        downloaded_cover: id === 1 ? 'upload-1-0123456789abcdef' : `${id}-0123456789abcdef`,
      })
      .execute()
  }
  await write
    .insertInto('file')
    .values({
      id: 7,
      work_id: 1,
      path: '01.wav',
      kind: 'audio',
      size_bytes: 5_000_000_000,
      mtime_ms: 1_700_000_000_123,
      fingerprint: 'f',
      duration_seconds: 12.000_1,
      tags: '{"title":"雨"}',
      has_picture: 0,
      state: 'present',
      problem: null,
    })
    .execute()
  await write
    .insertInto('sound')
    .values({ file_id: 7, fingerprint: 'f', waveform: 'AAAA', loudness: -23.45, true_peak: -0, problem: null })
    .execute()
  await write
    .insertInto('provided_metadata')
    .values({
      work_id: 2,
      provider: 'dlsite',
      position: 0,
      data: '{}',
      raw: Uint8Array.from({ length: 256 }, (_, byte) => byte),
      cover_url: 'https://pictures.example/2.jpg',
      cover_name: '2-0123456789abcdef',
      asked_at_ms: 1,
      misses: 0,
    })
    .execute()
  await write
    .insertInto('provided_metadata')
    .values({
      work_id: 1,
      provider: 'kikoeru',
      position: 99,
      data: '{}',
      raw: null,
      cover_url: null,
      cover_name: 'upload-1-0123456789abcdef',
      asked_at_ms: 1,
      misses: 0,
    })
    .execute()
  await write.insertInto('server_setting').values({ name: 'announcement', value: '""' }).execute()
  await write
    .insertInto('account')
    .values({
      id: 5,
      name: 'listener',
      name_key: 'listener',
      password_hash: '$argon2id$',
      account_group: 'administrator',
      recommender_uuid: 'u',
      created_at_ms: 1,
      last_login_at_ms: null,
    })
    .execute()
  await write
    .insertInto('review')
    .values({
      account_id: 5,
      work_id: 1,
      rating: 5,
      review_text: 'よかった',
      progress: null,
      created_at_ms: 1,
      updated_at_ms: 2,
    })
    .execute()
  const job = {
    data: '{}',
    priority: 0,
    state: 'ready' as const,
    run_at_ms: 0,
    attempts: 0,
    max_attempts: 1,
    progress: 0,
  }
  for (const kind of ['sound', 'backup'])
    await write
      .insertInto('job')
      .values({ ...job, kind, key: 'a', holder: null, lease_until_ms: null })
      .execute()
}

/** Adds a row to each table of a backup that has none yet: after those that it refers to. */
export async function fillOtherTables({ write }: Pick<Database, 'write'>): Promise<void> {
  const values = { integer: 1, real: 0.5, text: '[]', blob: Uint8Array.of(0, 255) }
  let left = await tablesBackedUp()
  while (left.length > 0) {
    const next = left.find(({ name, references }) =>
      references.every(({ table }) => table === name || !isIn(left, table)),
    )
    if (next === undefined) throw new Error(`These tables refer to each other: ${left.map(({ name }) => name).join()}`)
    left = left.filter((table) => table !== next)
    const { rows } = await sql`select 1 from ${sql.table(next.name)} limit 1`.execute(write)
    if (rows.length > 0) continue
    const row = next.columns.map(({ name, type }) => {
      const reference = next.references.find(({ column }) => column === name)
      if (reference === undefined) return sql`${values[type]}`
      return sql`(select ${sql.ref(reference.to)} from ${sql.table(reference.table)} limit 1)`
    })
    const columns = next.columns.map(({ name }) => sql.ref(name))
    await sql`insert into ${sql.table(next.name)} (${sql.join(columns)}) values (${sql.join(row)})`.execute(write)
  }
}

function isIn(tables: readonly { name: string }[], wanted: string): boolean {
  return tables.some(({ name }) => name === wanted)
}

async function tablesBackedUp() {
  return (await schemaAt((await knownMigrations()).at(-1) ?? '')).filter(isBackedUp)
}

/** All rows of the tables that a backup holds, in an order of their own. */
export async function dumpTables({ read }: Pick<Database, 'read'>): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {}
  for (const table of await tablesBackedUp()) {
    const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)))
    const { rows } = await sql<Record<string, unknown>>`select ${columns} from ${sql.table(table.name)}`.execute(read)
    dump[table.name] = rows.map((row) => JSON.stringify(Object.values(row).map(comparable))).toSorted()
  }
  return dump
}

function comparable(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}
