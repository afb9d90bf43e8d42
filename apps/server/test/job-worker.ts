/** A process that does jobs of the kind `t` until it is stopped: `node job-worker.ts LOCATION NAME HANG_AT`. */
import { sql } from 'kysely'
import { pino } from 'pino'

import { type DatabaseLocation, openDatabase } from '../src/db/open.ts'
import { createJobQueue } from '../src/jobs/queue.ts'

const [location = '', name = '', hangAt = '0'] = process.argv.slice(2)
const database = await openDatabase(JSON.parse(location) as DatabaseLocation)
const queue = createJobQueue({ database, log: pino({ level: 'silent' }), leaseMs: 1_500, pollMs: 100, retryMs: 50 })
let begun = 0
queue.work('t', 2, async (job) => {
  const { index } = job.data as { index: number }
  begun++
  if (begun === 1) process.send?.('begins')
  if (begun === Number(hangAt)) {
    process.send?.('hangs')
    await new Promise(() => {})
  }
  if (index % 50 === 7 && job.attempt === 1) throw new Error('once')
  await job.complete(async (tx) => {
    await sql`insert into finished (job_index, worker) values (${index}, ${name})`.execute(tx)
  })
})
// The queue alone keeps no process: a server's is kept by its sockets.
const staying = setInterval(() => {}, 60_000)
process.on('SIGTERM', () => {
  clearInterval(staying)
  void queue.close().then(() => database.close())
})
