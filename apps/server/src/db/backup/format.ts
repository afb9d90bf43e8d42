import type { DatabaseSync } from 'node:sqlite'

import * as z from 'zod'

import type { Table } from './schema-at.ts'

/** In the file's header, so that it is recognised: "OTDB". */
export const APPLICATION_ID = 0x4f_54_44_42
/** Increases when older programs can no longer read the file. */
export const FORMAT_VERSION = 1

/** Ids of the largest table with room above them; PostgreSQL's end at 2^31. */
const HIGHEST_ID = 2_000_000_000

const Count = z.int().min(0)

/** What a backup says about itself, as JSON in its only row of `backup_manifest`. */
export const Manifest = z.object({
  /** The version of the program that made it. */
  program: z.string().max(100),
  /** The last migration of the database that it was made from. */
  migration: z.string().max(200),
  madeAtMs: Count,
  dialect: z.enum(['sqlite', 'postgres']),
  /** Rows by table. */
  rows: z.record(z.string(), Count),
  /** The highest id given out so far, by table. */
  highestIds: z.record(z.string(), Count.max(HIGHEST_ID)),
  /** Number of files of the data folder. */
  files: Count,
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST_TABLE: Table = {
  name: 'backup_manifest',
  columns: [{ name: 'manifest', type: 'text' }],
  references: [],
  hasGeneratedId: false,
}

/** Files of the data folder, by their paths below it. */
export const FILE_TABLE: Table = {
  name: 'backup_file',
  columns: [
    { name: 'path', type: 'text' },
    { name: 'bytes', type: 'blob' },
  ],
  references: [],
  hasGeneratedId: false,
}

/**
 * Made again by a server: the logs, leases and files of running processes, and the subtitle index, which is the largest part of
 * a database and is read from the subtitle files.
 */
const LEFT_OUT = new Set([
  'catalogue_change',
  'lease',
  'read_model_file',
  'subtitle_text',
  'subtitle_postings',
  'subtitle_index',
])

export function isBackedUp({ name }: Table): boolean {
  return !LEFT_OUT.has(name)
}

/** The kind of the jobs that make backups: a restored database must not begin with one. */
export const BACKUP_JOB = 'backup'

/** The condition for rows that belong in a backup; contains no values. */
export function rowsBackedUp({ name }: Table): string {
  return name === 'job' ? `kind <> '${BACKUP_JOB}'` : 'true'
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function columnList({ columns }: Table): string {
  return columns.map(({ name }) => quoted(name)).join(', ')
}

/**
 * The statement that makes a table of a backup: columns only. A file whose tables were made by any other statement is no
 * backup, so nothing that it contains is ever run as SQL.
 */
export function createStatement({ name, columns }: Table): string {
  return `CREATE TABLE ${quoted(name)} (${columns.map((column) => `${quoted(column.name)} ${column.type}`).join(', ')})`
}

/** Reads a pragma or query with one row and one column. */
export function oneValue(connection: DatabaseSync, text: string): unknown {
  const row = connection.prepare(text).get()
  return row === undefined ? undefined : Object.values(row)[0]
}

/** @throws {Error} the file is damaged */
export function checkIntegrity(connection: DatabaseSync, schema = 'main'): void {
  const problem = oneValue(connection, `pragma ${schema}.integrity_check(1)`)
  if (problem !== 'ok') throw new Error(`The database is damaged: ${String(problem)}`)
}
