import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'

import {
  type KikoeruImport,
  MAX_KIKOERU_BYTES,
  MAX_KIKOERU_COVER_BYTES,
  MAX_KIKOERU_COVERS,
  MAX_KIKOERU_COVERS_BYTES,
  SQLITE_HEADER,
} from '@otodana/contract'
import type { Logger } from 'pino'

import { FOREIGN_COPY } from '#db/foreign-sqlite.ts'
import type { DatabaseLocation } from '#db/open.ts'
import { uploadedCovers } from '#features/covers/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { saveBody } from '#http/upload.ts'

import { sentCoverName } from './covers.ts'
import type { KikoeruTask } from './kikoeru-messages.ts'
import { type KikoeruThread, startKikoeruThread } from './kikoeru-thread.ts'
import {
  type Counts,
  countRow,
  DOUBTFUL_SECRET,
  isNoted,
  type ReportRow,
  rowText,
  summaryText,
  totals,
} from './report.ts'

/** A report of more lines ends with their number. */
const MAX_NOTES = 20_000

type Deps = {
  location: DatabaseLocation
  dataDir: string
  /** Called after rows were stored. */
  onStored: () => Promise<void>
  log: Pick<Logger, 'error'>
  /** Of covers that were sent. */
  limits?: { covers: number; bytes: number }
}

type Run = Pick<KikoeruImport, 'state' | 'isDryRun' | 'share' | 'problem' | 'isSecretDoubtful'> & {
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
  isSecretDoubtful: false,
  counts: {},
  notes: [],
  noteCount: 0,
})

const UPLOAD = '.kikoeru-'

/** A command's copy that is younger may be in use. */
const COPY_IN_USE_MS = 3_600_000

/** What a killed server or command has left holds digests of passwords. */
function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name)
    if (name.startsWith(UPLOAD) || (name.startsWith(FOREIGN_COPY) && isOld(path)))
      rmSync(path, { recursive: true, force: true })
  }
}

function isOld(path: string): boolean {
  const changed = statSync(path, { throwIfNoEntry: false })
  return changed !== undefined && Date.now() - changed.mtimeMs > COPY_IN_USE_MS
}

/**
 * Takes over an uploaded database in the background, one at a time. What is known of it is this process's: after a restart the
 * database is uploaded again, and the take-over continues.
 */
export function createKikoeruSession({ location, dataDir, onStored, log, ...deps }: Deps) {
  const limits = deps.limits ?? { covers: MAX_KIKOERU_COVERS, bytes: MAX_KIKOERU_COVERS_BYTES }
  removeLeftovers(dataDir)
  /** Holds the database and the covers that were sent. */
  const folder = join(dataDir, `${UPLOAD}${randomUUID()}`)
  const path = join(folder, 'db.sqlite3')
  let run = nothing()
  let contents: KikoeruImport['contents'] = null
  /** Sizes in bytes by name, and their sum. */
  const covers = new Map<string, number>()
  let coverBytes = 0
  let running: { thread: KikoeruThread; ended: Promise<void> } | null = null
  let isUploading = false
  let coversArriving = 0

  function note(target: Run, row: ReportRow): void {
    countRow(target.counts, row)
    if (!isNoted(row)) return
    target.noteCount++
    if (target.notes.length < MAX_NOTES) target.notes.push(rowText(row))
  }

  /** @param target  what rows are counted in; null: only reads what the database has */
  function startThread(from: string, takeOver: KikoeruTask['takeOver'], target: Run | null): KikoeruThread {
    return startKikoeruThread(
      { location, path: from, folder, takeOver },
      {
        onContents: (found) => (contents = found),
        onProgress(share, rows) {
          if (!target) return
          target.share = Math.max(target.share, share)
          for (const row of rows) note(target, row)
        },
        onDoubtfulSecret() {
          if (target) target.isSecretDoubtful = true
        },
        log,
      },
    )
  }

  async function finish(target: Run, thread: KikoeruThread): Promise<void> {
    const { isCancelled, problem } = await thread.ended
    target.problem = problem
    const isDone = !isCancelled && problem === null
    if (isDone && !target.isDryRun) await removeUpload()
    target.state = isDone ? 'done' : isCancelled ? 'cancelled' : 'failed'
    if (!target.isDryRun) await onStored()
  }

  async function removeUpload(): Promise<void> {
    await rm(folder, { recursive: true, force: true })
    contents = null
    covers.clear()
    coverBytes = 0
  }

  async function discard(): Promise<void> {
    await removeUpload()
    run = nothing()
  }

  function status(): KikoeruImport {
    const { counts, notes: _notes, noteCount, ...progress } = run
    return { ...progress, counts: totals(counts), contents, covers: covers.size, notes: noteCount }
  }

  /** Receives a file beside its place, so that one that is broken off or refused changes nothing. */
  async function receive<T>(to: string, save: (file: FileHandle, path: string) => Promise<T>): Promise<T> {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const arriving = join(folder, `.${randomUUID()}`)
    try {
      const file = await open(arriving, 'wx', 0o600)
      let saved: T
      try {
        saved = await save(file, arriving)
      } finally {
        await file.close()
      }
      await rename(arriving, to)
      return saved
    } finally {
      await rm(arriving, { force: true })
    }
  }

  return {
    status,

    /** @throws {AppError} `import.running`, `request.tooLarge`, or it is not kikoeru's database; an earlier one stays then */
    async upload(request: IncomingMessage): Promise<KikoeruImport> {
      if (running || isUploading || coversArriving > 0) throw new AppError('import.running')
      isUploading = true
      try {
        await receive(path, async (file, arriving) => {
          await saveBody(request, file, MAX_KIKOERU_BYTES, requireSqlite)
          await requireKikoeru(startThread(arriving, null, null))
        })
        run = { ...nothing(), state: 'ready' }
        return status()
      } finally {
        isUploading = false
      }
    },

    /**
     * Receives a cover, which may be sent again.
     *
     * @throws {AppError} `import.running`, `import.none`, `import.tooManyCovers`, `request.tooLarge`
     */
    async uploadCover(request: IncomingMessage, given: string): Promise<KikoeruImport> {
      if (running || isUploading) throw new AppError('import.running')
      const name = sentCoverName(given)
      if (contents === null || name === null) throw new AppError('import.none')
      const isFull = coverBytes >= limits.bytes || (covers.size >= limits.covers && !covers.has(name))
      if (isFull) throw new AppError('import.tooManyCovers')
      coversArriving++
      try {
        const size = await receive(join(folder, name), (file) => saveBody(request, file, MAX_KIKOERU_COVER_BYTES))
        coverBytes += size - (covers.get(name) ?? 0)
        covers.set(name, size)
        return status()
      } finally {
        coversArriving--
      }
    },

    /** @throws {AppError} `import.running`, `import.none` */
    start({ isDryRun, secret, owner, users }: Options): KikoeruImport {
      if (running || isUploading || coversArriving > 0) throw new AppError('import.running')
      if (contents === null) throw new AppError('import.none')
      const target: Run = { ...nothing(), state: 'running', isDryRun }
      run = target
      const renamed = new Map(users.map(({ name, account }) => [name, account]))
      const from = covers.size === 0 ? null : { from: folder, to: uploadedCovers(dataDir) }
      const thread = startThread(path, { secret, owner, renamed, covers: from, dryRun: isDryRun }, target)
      const ended = finish(target, thread)
        .catch((error: unknown) => {
          log.error({ err: error }, 'the import from kikoeru failed')
          if (target.state === 'running') Object.assign(target, { state: 'failed', problem: 'failed' })
        })
        .finally(() => (running = null))
      running = { thread, ended }
      return status()
    },

    /** Stops a take-over, or else deletes what was uploaded. */
    async end(): Promise<KikoeruImport> {
      if (running) {
        running.thread.cancel()
        await running.ended
      } else if (!isUploading && coversArriving === 0) {
        await discard()
      }
      return status()
    },

    report(): string {
      const more = run.noteCount - run.notes.length
      const doubts = run.isSecretDoubtful ? [DOUBTFUL_SECRET] : []
      return [summaryText(run.counts), ...doubts, ...run.notes, ...(more > 0 ? [`and ${more} more`] : []), ''].join(
        '\n',
      )
    },

    /** Stops, and leaves no upload behind. */
    async close(): Promise<void> {
      running?.thread.cancel()
      await running?.ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Options = {
  isDryRun: boolean
  secret: string | null
  owner: string | null
  users: readonly { name: string; account: string }[]
}

/** @throws {AppError} `import.notSqlite` */
function requireSqlite(start: Buffer): void {
  if (!SQLITE_HEADER.startsWith(start.toString('latin1', 0, SQLITE_HEADER.length)))
    throw new AppError('import.notSqlite')
}

/** @throws {AppError} it cannot be read, or is another database */
async function requireKikoeru(reading: KikoeruThread): Promise<void> {
  const { problem } = await reading.ended
  if (problem === 'notKikoeru') throw new AppError('import.notKikoeru')
  if (problem === 'damaged') throw new AppError('import.damaged')
  if (problem === 'noRoom') throw new AppError('server.full')
  if (problem !== null) throw new AppError('server.failed')
}
