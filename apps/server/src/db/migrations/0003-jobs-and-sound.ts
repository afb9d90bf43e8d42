import { type Kysely, sql } from 'kysely'

import { type DialectName, dialectTypes, withGeneratedId } from '../dialect.ts'

/** The job queue, and measurements of audio files. */
export async function jobsAndSound(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await withGeneratedId(dialect, schema.createTable('job'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text')
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('priority', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('run_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('max_attempts', 'integer', (column) => column.notNull())
    .addColumn('holder', 'text')
    .addColumn('lease_until_ms', type.bigint)
    .addColumn('progress', type.double, (column) => column.notNull())
    .addColumn('error', 'text')
    .execute()
  await sql`create unique index job_key on job (kind, key) where key is not null`.execute(db)
  await sql`create index job_pick on job (kind, priority, run_at_ms, id) where state <> 'failed'`.execute(db)

  await schema
    .createTable('sound')
    .addColumn('file_id', 'integer', (column) => column.primaryKey().references('file.id').onDelete('cascade'))
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('waveform', 'text')
    .addColumn('loudness', type.double)
    .addColumn('true_peak', type.double)
    .addColumn('problem', 'text')
    .execute()
}
