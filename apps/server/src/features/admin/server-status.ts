import { stat } from 'node:fs/promises'

import type { ServerStatus } from '@otodana/contract'
import { sql } from 'kysely'

import type { Config } from '#config.ts'
import type { Database, DatabaseLocation } from '#db/open.ts'
import type { JobQueue } from '#jobs/queue.ts'
import { demoLibraryDir } from '#settings/library-roots.ts'
import { isS3Path } from '#storage/s3-settings.ts'

import { readDisks } from './disks.ts'

export type ServerStatusDeps = {
  database: Database
  location: DatabaseLocation
  queue: Pick<JobQueue, 'counts'>
  feedback: { countOpen(): Promise<number> }
  config: Pick<Config, 'dataDir'>
  /** The library's folders. */
  folders: () => Promise<readonly string[]>
  version: string
}

/** Reads the server's current status. */
export async function readServerStatus(deps: ServerStatusDeps): Promise<ServerStatus> {
  const { config, database, folders, version } = deps
  const { read } = database
  const onDisks = (await folders()).filter((path) => !isS3Path(path))
  const count = (table: 'work' | 'file' | 'scan_problem' | 'account') =>
    read.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'))
  const counted = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }) =>
    (await query.executeTakeFirstOrThrow()).count
  const [sizeBytes, disks, jobs, works, missingWorks, files, problems, accounts, openFeedback] = await Promise.all([
    databaseSize(deps),
    readDisks([{ path: config.dataDir, use: 'data' }, ...onDisks.map((path) => ({ path, use: 'library' as const }))]),
    deps.queue.counts(),
    counted(count('work').where('state', '=', 'present')),
    counted(count('work').where('state', '=', 'missing').where('root', '!=', demoLibraryDir(config))),
    counted(count('file').where('state', '=', 'present')),
    counted(count('scan_problem')),
    counted(count('account').where('account_group', '!=', 'guest')),
    deps.feedback.countOpen(),
  ])
  return {
    version,
    uptimeSeconds: Math.round(performance.now() / 1_000),
    database: { kind: database.dialect, sizeBytes },
    disks,
    library: { works, missingWorks, files, problems },
    accounts,
    openFeedback,
    jobs: jobs.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.state.localeCompare(b.state)),
  }
}

async function databaseSize({ database, location }: ServerStatusDeps): Promise<number> {
  if (location.kind === 'sqlite') {
    const sizes = await Promise.all([location.path, `${location.path}-wal`].map(sizeOf))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    database.read,
  )
  return rows[0]?.bytes ?? 0
}

/** The write-ahead log is absent right after a checkpoint. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}
