import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'

import { type KikoeruImport, type KikoeruProblem, MAX_KIKOERU_BYTES } from '@otodana/contract'
import type { Logger } from 'pino'

import { ForeignDatabaseError, openForeignSqlite } from '#db/foreign-sqlite.ts'
import type { Database } from '#db/open.ts'
import { AppError } from '#http/errors/app-error.ts'
import { saveBody } from '#http/upload.ts'

import { mergeWaiting } from '../members/waiting.ts'
import { type Counts, countRow, isNoted, type ReportRow, rowText, summaryText, totals } from './report.ts'
import { takeOverKikoeru } from './take-over.ts'
import { TakeOverError } from './take-over-error.ts'

/** A report of more lines ends with their number. */
const MAX_NOTES = 20_000

type Deps = {
  database: Database
  dataDir: string
  /** Called after rows were stored. */
  onStored: () => Promise<void>
  log: Pick<Logger, 'error'>
}

type Run = Pick<KikoeruImport, 'state' | 'isDryRun' | 'share' | 'problem'> & {
  counts: Counts
  notes: string[]
  noteCount: number
}

export type KikoeruSession = ReturnType<typeof createKikoeruSession>

const nothing = (): Run => ({
  state: 'none',
  isDryRun: true,
  share: 0,
  problem: null,
  counts: {},
  notes: [],
  noteCount: 0,
})

const UPLOAD = '.kikoeru-'

/** What a killed server has left holds digests of passwords. */
function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(UPLOAD)) rmSync(join(dataDir, name), { force: true })
  }
}

/**
 * Takes over an uploaded database in the background, one at a time. What is known of it is this process's: after a restart the
 * database is uploaded again, and the take-over continues.
 */
export function createKikoeruSession({ database, dataDir, onStored, log }: Deps) {
  removeLeftovers(dataDir)
  const path = join(dataDir, `${UPLOAD}${randomUUID()}`)
  let run = nothing()
  let running: { stop: AbortController; ended: Promise<void> } | null = null
  let isUploading = false

  function note(target: Run, row: ReportRow): void {
    countRow(target.counts, row)
    if (!isNoted(row)) return
    target.noteCount++
    if (target.notes.length < MAX_NOTES) target.notes.push(rowText(row))
  }

  async function takeOver(target: Run, options: Options, signal: AbortSignal): Promise<void> {
    try {
      await using foreign = await openForeignSqlite(path, dataDir)
      await takeOverKikoeru(database, foreign, {
        secret: options.secret,
        owner: options.owner,
        renamed: new Map(),
        covers: null,
        dryRun: options.isDryRun,
        signal,
        onRow: (row) => note(target, row),
        onProgress: (share) => (target.share = share),
      })
      if (!options.isDryRun) {
        const onFailed = (error: unknown) => log.error({ err: error }, 'what waited could not be taken over')
        await mergeWaiting(database, { signal, onFailed })
      }
      if (!options.isDryRun) await rm(path, { force: true })
      target.state = 'done'
    } catch (error) {
      target.state = signal.aborted ? 'cancelled' : 'failed'
      if (!signal.aborted) target.problem = problemOf(error)
      if (target.problem === 'failed') log.error({ err: error }, 'taking over kikoeru failed')
    }
    if (!options.isDryRun) await onStored()
  }

  async function discard(): Promise<void> {
    await rm(path, { force: true })
    run = nothing()
  }

  function status(): KikoeruImport {
    const { state, isDryRun, share, problem, counts, noteCount } = run
    return { state, isDryRun, share, problem, counts: totals(counts), notes: noteCount }
  }

  return {
    status,

    /** @throws {AppError} `import.running`, `request.tooLarge` */
    async upload(request: IncomingMessage): Promise<KikoeruImport> {
      if (running || isUploading) throw new AppError('import.running')
      isUploading = true
      try {
        await discard()
        const file = await open(path, 'wx', 0o600)
        try {
          await saveBody(request, file, MAX_KIKOERU_BYTES)
        } catch (error) {
          await discard()
          throw error
        } finally {
          await file.close()
        }
        run = { ...nothing(), state: 'ready' }
        return status()
      } finally {
        isUploading = false
      }
    },

    /** @throws {AppError} `import.running`, `import.none` */
    start(options: Options): KikoeruImport {
      if (running || isUploading) throw new AppError('import.running')
      if (run.state === 'none' || (run.state === 'done' && !run.isDryRun)) throw new AppError('import.none')
      const target: Run = { ...nothing(), state: 'running', isDryRun: options.isDryRun }
      const stop = new AbortController()
      run = target
      const ended = takeOver(target, options, stop.signal)
        .catch((error: unknown) => log.error({ err: error }, 'taking over kikoeru failed'))
        .finally(() => (running = null))
      running = { stop, ended }
      return status()
    },

    /** Stops a take-over, or else deletes the upload. */
    async end(): Promise<KikoeruImport> {
      if (running) {
        running.stop.abort()
        await running.ended
      } else if (!isUploading) {
        await discard()
      }
      return status()
    },

    report(): string {
      const more = run.noteCount - run.notes.length
      return [summaryText(run.counts), ...run.notes, ...(more > 0 ? [`and ${more} more`] : []), ''].join('\n')
    },

    /** Stops, and leaves no upload behind. */
    async close(): Promise<void> {
      running?.stop.abort()
      await running?.ended
      await rm(path, { force: true })
    },
  }
}

type Options = { isDryRun: boolean; secret: string | null; owner: string | null }

function problemOf(error: unknown): KikoeruProblem {
  if (error instanceof TakeOverError) return error.problem
  return error instanceof ForeignDatabaseError ? 'damaged' : 'failed'
}
