import { randomUUID } from 'node:crypto'

import type { FastifyBaseLogger } from 'fastify'

import type { Database, Db } from '#db/open.ts'

export type JobRequest = {
  kind: string
  /** What the worker is given, as JSON. */
  data: unknown
  /** At most one job of a kind has a key. A second one is not added; one that has failed for good starts over. */
  key?: string
  /** Higher ones first; 0 by default. */
  priority?: number
  delayMs?: number
  maxAttempts?: number
}

export type Job = {
  id: number
  data: unknown
  /** 1 at the first. */
  attempt: number
  /** The job was cancelled, taken over by another process, or the queue closes. */
  signal: AbortSignal
  /** 0 to 1; written with the next heartbeat. */
  report(progress: number): void
  /**
   * Ends the job in one transaction with what it has found out: both happen, once, or neither.
   *
   * @throws {JobLost} the job is no longer this worker's; nothing was written then
   */
  complete(store: (tx: Db) => Promise<void>): Promise<void>
}

export type JobHandler = (job: Job) => Promise<void>

export type JobState = { kind: string; state: 'ready' | 'running' | 'failed'; count: number }

type QueueDeps = {
  database: Database
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** After so long without a heartbeat a worker counts as dead. */
  leaseMs?: number
  /** How often others' jobs are looked for; one's own are seen at once. */
  pollMs?: number
  /** The wait after the first failure; it doubles with each. */
  retryMs?: number
}

type Row = { id: number; data: string; attempts: number; max_attempts: number }
type Kind = { atOnce: number; running: number; handle: JobHandler; isTaking: boolean }

const MAX_RETRY_MS = 10 * 60_000

export class JobLost extends Error {
  constructor() {
    super('The job is no longer this worker’s')
    this.name = 'JobLost'
  }
}

/**
 * Adds a job, in the transaction of the data that it belongs to.
 *
 * @returns whether one was added or started over
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
 * Jobs that outlive the process, in the application's own database. A worker holds a job by a lease that it renews; one
 * that was killed is outlived, and its job is done by another. What a job stores together with its end
 * ({@link Job.complete}) is stored exactly once.
 */
export function createJobQueue({ database, log, leaseMs = 30_000, pollMs = 2_000, retryMs = 1_000 }: QueueDeps) {
  const { read, write, dialect } = database
  const holder = randomUUID()
  const kinds = new Map<string, Kind>()
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  const poll = setInterval(() => wake(), pollMs).unref()

  /** Takes the first job that is due; one whose worker let its lease expire is free again. */
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
    // Reads first: without a due job, no lock is taken.
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
        // A database that is away for a moment: the next beat may reach it.
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
    // A queue that closes has tried nothing: the job goes back as it came.
    const isClosing = closing.signal.aborted
    const isLast = row.attempts >= row.max_attempts
    if (!isClosing) log.warn({ err: error, job: row.id, attempt: row.attempts }, 'a job failed')
    const delayMs = isClosing ? 0 : Math.min(MAX_RETRY_MS, retryMs * 2 ** (row.attempts - 1))
    await write
      .updateTable('job')
      .set({
        state: isClosing || !isLast ? 'ready' : 'failed',
        run_at_ms: Date.now() + delayMs,
        attempts: isClosing ? row.attempts - 1 : row.attempts,
        holder: null,
        lease_until_ms: null,
        ...(isClosing ? {} : { error: error instanceof Error ? error.message : String(error) }),
      })
      .where((where) => where.and(mine(row.id, row.attempts)))
      .execute()
  }

  function wake(kindName?: string): void {
    for (const [name, kind] of kinds) if (kindName === undefined || name === kindName) void take(name, kind)
  }

  /** Fills the kind's places, one job after another. */
  async function take(name: string, kind: Kind): Promise<void> {
    if (kind.isTaking) return
    kind.isTaking = true
    try {
      while (!closing.signal.aborted && kind.running < kind.atOnce) {
        const row = await pick(name)
        if (!row) return
        kind.running++
        const done = run(row, kind.handle)
          .catch((error: unknown) => log.error({ err: error, job: row.id }, 'a job’s end could not be written'))
          .finally(() => {
            kind.running--
            running.delete(done)
            void take(name, kind)
          })
        running.add(done)
      }
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error, kind: name }, 'jobs could not be looked for')
    } finally {
      kind.isTaking = false
    }
  }

  return {
    /** Does jobs of a kind from now on, so many at once in this process. */
    work(kind: string, atOnce: number, handle: JobHandler): void {
      kinds.set(kind, { atOnce, running: 0, handle, isTaking: false })
      wake(kind)
    },

    /** Looks for jobs now; called after a commit that added some. */
    wake,

    /** Removes jobs, waiting, failed or running: the worker of a running one learns it at its next heartbeat. */
    async cancel(kind: string, key?: string): Promise<number> {
      let query = write.deleteFrom('job').where('kind', '=', kind)
      if (key !== undefined) query = query.where('key', '=', key)
      return Number((await query.executeTakeFirst()).numDeletedRows)
    },

    /** How many jobs there are. */
    async counts(): Promise<JobState[]> {
      return read
        .selectFrom('job')
        .select(['kind', 'state', (select) => select.fn.countAll<number>().as('count')])
        .groupBy(['kind', 'state'])
        .execute()
    },

    /** The first hundred that have failed for good. */
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

    /** Starts all failed jobs over. */
    async retryFailed(): Promise<number> {
      const { numUpdatedRows } = await write
        .updateTable('job')
        .set({ state: 'ready', attempts: 0, run_at_ms: Date.now(), error: null })
        .where('state', '=', 'failed')
        .executeTakeFirst()
      wake()
      return Number(numUpdatedRows)
    },

    /** Ends what is running and waits for it; another worker, or the next start, goes on with it. */
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
