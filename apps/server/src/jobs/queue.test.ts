import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../test/databases.ts'
import { testProgram } from '../../test/programs.ts'
import { createJobQueue, enqueue, JobLost, type JobQueue } from './queue.ts'

const log = pino({ level: 'silent' })
const JOBS = 500

describe.each(dialects)('the job queue on %s', (dialect) => {
  let database: TestDatabase
  const queues: JobQueue[] = []

  beforeAll(async () => {
    database = await openTestDatabase(dialect)
    await sql`create table finished (job_index integer not null, worker text not null)`.execute(database.write)
  })
  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.close()
    await database.write.deleteFrom('job').execute()
  })
  afterAll(() => database.remove())

  function open(options: { leaseMs?: number } = {}): JobQueue {
    const queue = createJobQueue({ database, log, pollMs: 50, retryMs: 20, ...options })
    queues.push(queue)
    return queue
  }
  const jobs = () => database.read.selectFrom('job').selectAll().orderBy('id').execute()

  test('ADM-01 a job is there exactly if the data that it belongs to is, and once for a key', async () => {
    await expect(
      database.write.transaction().execute(async (tx) => {
        await enqueue(tx, { kind: 'a', data: 1 })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await jobs()).toEqual([])
    expect(await enqueue(database.write, { kind: 'a', key: 'k', data: 1 })).toBe(true)
    expect(await enqueue(database.write, { kind: 'a', key: 'k', data: 2 })).toBe(false)
    expect(await enqueue(database.write, { kind: 'b', key: 'k', data: 3 })).toBe(true)
    expect(await enqueue(database.write, { kind: 'a', data: 4 })).toBe(true)
    expect((await jobs()).map(({ data }) => data)).toEqual(['1', '3', '4'])
  })

  test('ADM-01 jobs come in the order of their priorities, then of their age; what is put off waits', async () => {
    for (const [data, priority] of [
      ['low', -1],
      ['first', 0],
      ['urgent', 9],
      ['second', 0],
    ] as const) {
      await enqueue(database.write, { kind: 'a', data, priority })
    }
    await enqueue(database.write, { kind: 'a', data: 'later', delayMs: 3_600_000, priority: 99 })
    const done: unknown[] = []
    open().work('a', 1, (job) => Promise.resolve(void done.push(job.data)))
    await expect.poll(() => done.length).toBe(4)
    expect(done).toEqual(['urgent', 'first', 'second', 'low'])
    await expect.poll(async () => (await jobs()).map(({ data }) => data)).toEqual(['"later"'])
  })

  test('ADM-01 a failing job is retried, then marked as failed; added again, it starts over', async () => {
    const attempts: number[] = []
    const queue = open()
    queue.work('a', 1, (job) => {
      attempts.push(job.attempt)
      return job.data === 'well' ? Promise.resolve() : Promise.reject(new Error('broken'))
    })
    await enqueue(database.write, { kind: 'a', key: 'k', data: 'ill', maxAttempts: 3 })
    await expect.poll(async () => (await jobs()).map(({ state }) => state)).toEqual(['failed'])
    expect(attempts).toEqual([1, 2, 3])
    expect(await jobs()).toMatchObject([{ error: 'broken', attempts: 3, holder: null }])
    expect(await queue.counts()).toEqual([{ kind: 'a', state: 'failed', count: 1 }])
    expect(await enqueue(database.write, { kind: 'a', key: 'k', data: 'well' })).toBe(true)
    await expect.poll(jobs).toEqual([])
  })

  test('ADM-01 a running job reports progress, and learns that it is cancelled; then its result is not stored', async () => {
    const queue = open({ leaseMs: 300 })
    let stored = 0
    let reason: unknown = null
    queue.work('a', 1, async (job) => {
      job.report(0.25)
      await new Promise((resolve) => job.signal.addEventListener('abort', resolve))
      reason = job.signal.reason
      await job.complete(() => Promise.resolve(void stored++))
    })
    await enqueue(database.write, { kind: 'a', key: 'k', data: null })
    await expect.poll(async () => (await jobs())[0]?.progress).toBe(0.25)
    expect(await queue.cancel('a', 'k')).toBe(1)
    await expect.poll(() => reason).toBeInstanceOf(JobLost)
    expect(stored).toBe(0)
  })

  test('BAK-06 a job with a key runs once at a time, among all servers with one database', async () => {
    const [end, ...queues] = [Promise.withResolvers<void>(), open(), open()]
    let running = 0
    const begun = Promise.withResolvers<void>()
    for (const queue of queues)
      queue.work('a', 1, async () => {
        running++
        begun.resolve()
        await end.promise
      })
    expect(await enqueue(database.write, { kind: 'a', key: 'all', data: null })).toBe(true)
    await begun.promise
    expect(await enqueue(database.write, { kind: 'a', key: 'all', data: null })).toBe(false)
    // Both look for jobs again before they do these.
    for (const [index, queue] of queues.entries()) {
      await enqueue(database.write, { kind: `b${index}`, data: null })
      await new Promise<void>((resolve) => {
        queue.wake('a')
        queue.work(`b${index}`, 1, () => Promise.resolve(resolve()))
      })
    }
    expect(running).toBe(1)
    end.resolve()
    await expect.poll(jobs).toEqual([])
    expect(running).toBe(1)
  })

  test('ADM-01 closing gives a running job back as it came', async () => {
    const queue = open()
    let hasBegun = false
    queue.work('a', 1, async ({ signal }) => {
      hasBegun = true
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    })
    await enqueue(database.write, { kind: 'a', data: null })
    await expect.poll(() => hasBegun).toBe(true)
    await queue.close()
    expect(await jobs()).toMatchObject([{ state: 'ready', attempts: 0, holder: null, error: null }])
  })

  test(
    'ADM-01 of 500 jobs each is done exactly once by two processes, one of which is killed in the middle',
    { timeout: 180_000 },
    async () => {
      await database.write.transaction().execute(async (tx) => {
        for (let index = 0; index < JOBS; index++) await enqueue(tx, { kind: 't', data: { index } })
      })
      const start = (name: string, hangAt: number): ChildProcess =>
        fork(testProgram('job-worker'), [JSON.stringify(database.location), name, String(hangAt)])
      const victim = start('victim', 20)
      // SQLite gives the faster one nearly all turns: the other starts first, or it may never reach its twentieth job.
      await once(victim, 'message')
      const survivor = start('survivor', 0)
      try {
        await once(victim, 'message')
        victim.kill('SIGKILL')
        await expect.poll(jobs, { timeout: 120_000 }).toEqual([])
      } finally {
        victim.kill('SIGKILL')
        survivor.kill('SIGTERM')
        await once(survivor, 'exit')
      }
      const { rows } = await sql<{ job_index: number; worker: string }>`
        select job_index, worker from finished order by job_index`.execute(database.read)
      expect(rows.map(({ job_index: index }) => index)).toEqual(Array.from({ length: JOBS }, (_, index) => index))
      expect(new Set(rows.map(({ worker }) => worker))).toEqual(new Set(['victim', 'survivor']))
    },
  )
})
