import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Backups } from '@otodana/contract'
import type { Logger } from 'pino'

import type { Config } from '#config.ts'
import { makeFolder } from '#data-dir/make-folder.ts'
import {
  type BackupFolder,
  backupName,
  isBackupName,
  listBackups,
  removeOldBackups,
  removeUnfinished,
} from '#db/backup/backup-folder.ts'
import { backupIdOf } from '#db/backup/backup-id.ts'
import { BACKUP_JOB } from '#db/backup/format.ts'
import type { Database, DatabaseLocation } from '#db/open.ts'
import type { ServerSettings } from '#db/server-settings.ts'
import { AppError } from '#http/errors/app-error.ts'
import { enqueue, FinalFailure, type Job, type JobQueue } from '#jobs/queue.ts'

import { BackupFailure, backUpInThread } from './backup-thread.ts'
import { nextBackupAtMs } from './next-backup.ts'

const LOOK_EVERY_MS = 60_000
/**
 * One server runs on an SQLite file, and its queue makes one backup at a time: only a copy of the installation can be writing
 * another into the same folder. A file that is being checked does not change for a few minutes.
 */
const LEFT_FOR_MS = 600_000
/** One backup at a time, of all servers. */
const KEY = 'all'

export type BackupDeps = {
  config: Pick<Config, 'backup' | 'dataDir'>
  database: Database
  location: DatabaseLocation
  settings: ServerSettings
  queue: JobQueue
  log: Pick<Logger, 'info' | 'warn'>
}

export type BackupService = ReturnType<typeof createBackups>

/** Backups that the server makes, regularly and on request, into one folder. */
export function createBackups({ config, database, location, settings, queue, log }: BackupDeps) {
  const { dir, everyHours, keep } = config.backup
  /** The one that this process makes. */
  let running: { progress: number; cancel: AbortController } | null = null
  let known: BackupFolder | null = null
  const timer = setInterval(() => void startIfDue(), LOOK_EVERY_MS).unref()

  async function folder(): Promise<BackupFolder> {
    return (known ??= { dir, id: await backupIdOf(database.write) })
  }

  async function nextAtMs(): Promise<number | null> {
    const failure = await settings.get('backupFailure')
    const lastAtMs = await settings.get('lastBackupAtMs')
    const cancelledAtMs = await settings.get('backupCancelledAtMs')
    return nextBackupAtMs({ everyHours, lastAtMs, cancelledAtMs, failedAtMs: failure?.atMs ?? null })
  }

  async function startIfDue(): Promise<void> {
    try {
      const dueAtMs = await nextAtMs()
      if (dueAtMs !== null && dueAtMs <= Date.now()) await start()
    } catch (error) {
      log.warn({ err: error }, 'could not determine whether a backup is due')
    }
  }

  async function start(): Promise<Backups> {
    await enqueue(database.write, { kind: BACKUP_JOB, key: KEY, data: null, maxAttempts: 1 })
    // First: a small one may be made before the answer is.
    const begun = await state()
    queue.wake(BACKUP_JOB)
    return begun
  }

  async function make(job: Job): Promise<void> {
    const current = { progress: 0, cancel: new AbortController() }
    running = current
    try {
      await makeFolder(dir)
      const { id } = await folder()
      await removeUnfinished(
        { dir, id },
        { kind: 'regular', log, ...(location.kind === 'sqlite' && { leftForMs: LEFT_FOR_MS }) },
      )
      const path = join(dir, backupName('regular', id, Date.now()))
      const { sizeBytes, missingCovers } = await backUpInThread(
        { location, dataDir: config.dataDir, path },
        {
          signal: AbortSignal.any([job.signal, current.cancel.signal]),
          onProgress(share) {
            current.progress = share
            job.report(share)
          },
        },
      )
      await settings.set('lastBackupAtMs', Date.now())
      await settings.set('backupFailure', null)
      log.info({ path, sizeBytes }, 'backup made')
      if (missingCovers > 0)
        log.warn({ path, missingCovers }, 'the backup lacks uploaded covers that are not in DATA_DIR')
      await removeOldBackups({ dir, id }, 'regular', keep, log)
    } catch (error) {
      if (current.cancel.signal.aborted) return
      // A server that stops returns the job to the queue.
      if (job.signal.aborted) throw error
      const reason = error instanceof BackupFailure ? error.reason : 'other'
      const message = error instanceof Error ? error.message : String(error)
      await settings.set('backupFailure', { atMs: Date.now(), reason, message })
      throw new FinalFailure(`The backup into ${dir} failed: ${message}`)
    } finally {
      running = null
    }
  }

  async function progress(): Promise<number | null> {
    if (running) return running.progress
    const job = await database.read
      .selectFrom('job')
      .select('progress')
      .where('kind', '=', BACKUP_JOB)
      .where('state', '<>', 'failed')
      .executeTakeFirst()
    return job?.progress ?? null
  }

  async function state(): Promise<Backups> {
    // First: what has ended by now is in the list.
    const share = await progress()
    const [backups, failure, next] = await Promise.all([
      listBackups(await folder()),
      settings.get('backupFailure'),
      nextAtMs(),
    ])
    return {
      folder: dir,
      everyHours,
      keep,
      nextAt: next === null ? null : new Date(Math.max(next, Date.now())).toISOString(),
      progress: share,
      failure:
        failure === null
          ? null
          : { at: new Date(failure.atMs).toISOString(), reason: failure.reason, message: failure.message },
      backups: backups.map(({ name, kind, madeAtMs, sizeBytes }) => ({
        name,
        kind,
        madeAt: new Date(madeAtMs).toISOString(),
        sizeBytes,
      })),
    }
  }

  queue.work(BACKUP_JOB, 1, make)
  void startIfDue()

  return {
    start,

    state,

    /** Another server that makes it notices within some seconds. */
    async cancel(): Promise<void> {
      // First: the schedule must not start it again.
      if ((await progress()) !== null) await settings.set('backupCancelledAtMs', Date.now())
      await queue.cancel(BACKUP_JOB)
      running?.cancel.abort()
    },

    /** @throws {AppError} `backup.notFound` */
    async find(name: string): Promise<{ path: string; sizeBytes: number; modifiedMs: number }> {
      const path = join(dir, name)
      const { id } = await folder()
      const file = isBackupName(name, id) ? await stat(path).catch(() => null) : null
      if (file === null) throw new AppError('backup.notFound')
      return { path, sizeBytes: file.size, modifiedMs: file.mtimeMs }
    },

    /** For operators; milliseconds since 1970. */
    async figures(): Promise<{ lastAtMs: number | null; hasFailed: boolean }> {
      return {
        lastAtMs: await settings.get('lastBackupAtMs'),
        hasFailed: (await settings.get('backupFailure')) !== null,
      }
    },

    close: () => clearInterval(timer),
  }
}
