import { randomUUID } from 'node:crypto'

import type { FastifyBaseLogger } from 'fastify'

import type { Database, Db } from '#db/open.ts'

export type JobRequest = {
  kind: string
  /** Input of the worker, as JSON. */
  data: unknown
  /** Unique within a kind. A duplicate is not added; if it has failed permanently, it starts over. */
  key?: string
  /** Higher ones run first; default: 0. */
  priority?: number
  delayMs?: number
  maxAttempts?: number
}

export type Job = {
  id: number
  data: unknown
  /** Counted from 1. */
  attempt: number
  /** Aborts when the job is cancelled or taken over by another process, or the queue closes. */
  signal: AbortSignal
  /** 0 to 1; stored with the next heartbeat. */
  report(progress: number): void
  /**
   * Completes the job and stores its results in one transaction.
   *
   * @throws {JobLost} the job no longer belongs to this worker; nothing was stored
   */
  complete(store: (tx: Db) => Promise<void>): Promise<void>
}

export type JobHandler = (job: Job) => Promise<void>

export type JobState = { kind: string; state: 'ready' | 'running' | 'failed'; count: number }

type QueueDeps = {
  database: Database
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Without a heartbeat for this long a worker counts as dead. */
  leaseMs?: number
  /** How often to look for other processes' jobs; own ones are noticed at once. */
  pollMs?: number
  /** Delay after the first failure; doubles with each. */
  retryMs?: number
}

type Row = { id: number; data: string; attempts: number; max_attempts: number }
type Kind = { atOnce: number; running: number; handle: JobHandler; isTaking: boolean }

const MAX_RETRY_MS = 10 * 60_000

/** Another attempt would end the same way. */
export class FinalFailure extends Error {
  override readonly name = 'FinalFailure'
  /** The reasons for programs, stored as JSON. */
  readonly failures: readonly unknown[]

  constructor(message: string, failures: readonly unknown[] = []) {
    super(message)
    this.failures = failures
  }
}

export class JobLost extends Error {
  constructor() {
    super('The job is no longer this worker’s')
    this.name = 'JobLost'
  }
}

/**
 * Adds a job, in the transaction of its data.
 *
 * @returns whether one was added or restarted
 */
export async function enqueue(db: Db, request: JobRequest): Promise<boolean> {
  const fresh = {
    data: JSON.stringify(request.data ?? null),
    priority: request.priority ?? 0,
    state: 'ready' as const,
    run_at_ms: Date.now() + (request.delayMs ?? 0),
    attempts: 0,
    max_attempts: request.maxAttempts ?? 3,
    holder: null,
    lease_until_ms: null,
    progress: 0,
    error: null,
    failures: null,
  }
  const added = await db
    .insertInto('job')
    .values({ kind: request.kind, key: request.key ?? null, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        .where('key', 'is not', null)
        .doUpdateSet(fresh)
        .where('job.state', '=', 'failed'),
    )
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export type JobQueue = ReturnType<typeof createJobQueue>

/**
 * Persistent jobs in the application's database. A worker holds a job by a lease that it renews; if it is killed,
 * another one takes over the job. Results stored by {@link Job.complete} are stored exactly once.
 */
export function createJobQueue({ database, log, leaseMs = 30_000, pollMs = 2_000, retryMs = 1_000 }: QueueDeps) {
  const { read, write, dialect } = database
  const holder = randomUUID()
  const kinds = new Map<string, Kind>()
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  const poll = setInterval(() => wake(), pollMs).unref()

  /** Takes the first due job; a job with an expired lease is free again. */
  async function pick(kind: string): Promise<Row | undefined> {
    const now = Date.now()
    const due = read
      .selectFrom('job')
      .select('id')
      .where('kind', '=', kind)
      .where('state', '<>', 'failed')
      .where((where) =>
        where.or([
          where.and([where('state', '=', 'ready'), where('run_at_ms', '<=', now)]),
          where.and([where('state', '=', 'running'), where('lease_until_ms', '<=', now)]),
        ]),
      )
      .orderBy('priority', 'desc')
      .orderBy('run_at_ms')
      .orderBy('id')
      .limit(1)
    // Reads first, so that no lock is taken without a due job.
    if (!(await due.executeTakeFirst())) return undefined
    return write
      .updateTable('job')
      .set((set) => ({
        state: 'running' as const,
        holder,
        lease_until_ms: now + leaseMs,
        attempts: set('attempts', '+', 1),
        progress: 0,
      }))
      .where('id', '=', dialect === 'postgres' ? due.forUpdate().skipLocked() : due)
      .returning(['id', 'data', 'attempts', 'max_attempts'])
      .executeTakeFirst()
  }

  const mine = (id: number, attempt: number) => ({ id, holder, attempts: attempt })

  async function run(row: Row, handle: JobHandler): Promise<void> {
    const ended = new AbortController()
    const signal = AbortSignal.any([ended.signal, closing.signal])
    const owner = mine(row.id, row.attempts)
    let progress = 0
    let isComplete = false
    const beat = setInterval(() => {
      write
        .updateTable('job')
        .set({ lease_until_ms: Date.now() + leaseMs, progress })
        .where((where) => where.and(owner))
        .returning('id')
        .executeTakeFirst()
        .then((held) => held ?? (isComplete || ended.abort(new JobLost())))
        // The database may be temporarily unavailable: the next heartbeat may reach it.
        .catch((error: unknown) => log.warn({ err: error, job: row.id }, 'a job’s heartbeat failed'))
    }, leaseMs / 3)

    const complete = async (store: (tx: Db) => Promise<void>) => {
      await write.transaction().execute(async (tx) => {
        const held = await tx
          .deleteFrom('job')
          .where((where) => where.and(owner))
          .returning('id')
          .executeTakeFirst()
        if (!held) throw new JobLost()
        await store(tx)
      })
      isComplete = true
    }

    try {
      const job = { id: row.id, data: JSON.parse(row.data) as unknown, attempt: row.attempts, signal, complete }
      await handle({ ...job, report: (share) => (progress = Math.min(1, Math.max(0, share))) })
      if (!isComplete) await complete(() => Promise.resolve())
    } catch (error) {
      if (!isComplete && !(error instanceof JobLost)) await giveBack(row, error)
    } finally {
      clearInterval(beat)
    }
  }

  async function giveBack(row: Row, error: unknown): Promise<void> {
    // A closing queue returns the job unchanged.
    const isClosing = closing.signal.aborted
    const isLast = row.attempts >= row.max_attempts || error instanceof FinalFailure
    // A final failure is a result of the job, not a mistake in the program.
    const reason = error instanceof FinalFailure ? { reason: error.message } : { err: error }
    if (!isClosing) log.warn({ ...reason, job: row.id, attempt: row.attempts }, 'a job failed')
    const failures = error instanceof FinalFailure ? JSON.stringify(error.failures) : null
    const delayMs = isClosing ? 0 : Math.min(MAX_RETRY_MS, retryMs * 2 ** (row.attempts - 1))
    await write
      .updateTable('job')
      .set({
        state: isClosing || !isLast ? 'ready' : 'failed',
        run_at_ms: Date.now() + delayMs,
        attempts: isClosing ? row.attempts - 1 : row.attempts,
        holder: null,
        lease_until_ms: null,
        ...(isClosing ? {} : { error: error instanceof Error ? error.message : String(error), failures }),
      })
      .where((where) => where.and(mine(row.id, row.attempts)))
      .execute()
  }

  function wake(kindName?: string): void {
    for (const [name, kind] of kinds) if (kindName === undefined || name === kindName) void take(name, kind)
  }

  /** Fills the kind's slots, one job after another. */
  async function take(name: string, kind: Kind): Promise<void> {
    if (kind.isTaking) return
    kind.isTaking = true
    try {
      while (!closing.signal.aborted && kind.running < kind.atOnce) {
        const row = await pick(name)
        if (!row) return
        kind.running++
        const done = run(row, kind.handle)
          .catch((error: unknown) => log.error({ err: error, job: row.id }, 'a job’s result could not be stored'))
          .finally(() => {
            kind.running--
            running.delete(done)
            void take(name, kind)
          })
        running.add(done)
      }
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error, kind: name }, 'waiting jobs could not be read')
    } finally {
      kind.isTaking = false
    }
  }

  return {
    /** Processes jobs of a kind from now on, at most `atOnce` at a time in this process. */
    work(kind: string, atOnce: number, handle: JobHandler): void {
      kinds.set(kind, { atOnce, running: 0, handle, isTaking: false })
      wake(kind)
    },

    /** Looks for jobs now; call it after a commit that added some. */
    wake,

    /** Deletes jobs, waiting, failed or running: the worker of a running one notices at its next heartbeat. */
    async cancel(kind: string, key?: string): Promise<number> {
      let query = write.deleteFrom('job').where('kind', '=', kind)
      if (key !== undefined) query = query.where('key', '=', key)
      return Number((await query.executeTakeFirst()).numDeletedRows)
    },

    /** Counts jobs by state. */
    async counts(): Promise<JobState[]> {
      return read
        .selectFrom('job')
        .select(['kind', 'state', (select) => select.fn.countAll<number>().as('count')])
        .groupBy(['kind', 'state'])
        .execute()
    },

    /** Returns the first hundred that have failed permanently. */
    async failed() {
      const rows = await read
        .selectFrom('job')
        .select(['id', 'kind', 'key', 'attempts', 'error'])
        .where('state', '=', 'failed')
        .orderBy('id')
        .limit(100)
        .execute()
      return rows.map((row) => ({ ...row, error: row.error ?? '' }))
    },

    /** Restarts all failed jobs. */
    async retryFailed(): Promise<number> {
      const { numUpdatedRows } = await write
        .updateTable('job')
        .set({ state: 'ready', attempts: 0, run_at_ms: Date.now(), error: null })
        .where('state', '=', 'failed')
        .executeTakeFirst()
      wake()
      return Number(numUpdatedRows)
    },

    /** Aborts running jobs and waits for them; another worker, or the next start, continues them. */
    async close(): Promise<void> {
      clearInterval(poll)
      closing.abort(new Error('The job queue closes'))
      while (running.size > 0 || [...kinds.values()].some(({ isTaking }) => isTaking)) {
        await Promise.allSettled(running)
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}
