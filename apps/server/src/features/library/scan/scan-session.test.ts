import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTestDatabase, type TestDatabase } from '../../../../test/databases.ts'

import { newHolder, releaseLease, takeLease } from '#jobs/lease.ts'
import { SCAN_LEASE_MS, scanLease } from './scan-lease.ts'
import { ScanSession } from './scan-session.ts'

let database: TestDatabase
let session: ScanSession
const holder = newHolder()

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  database = await openTestDatabase('sqlite')
  await sql`pragma busy_timeout = 0`.execute(database.write)
  await takeLease(database.write, scanLease(holder))
  const log = { info() {}, warn() {}, error() {} }
  session = new ScanSession({ database, holder, runId: 1, log })
})
afterEach(async () => {
  session.close()
  vi.useRealTimers()
  await database.remove()
})

async function untilRenewed() {
  vi.advanceTimersByTime(SCAN_LEASE_MS / 3)
  for (let turn = 0; turn < 20; turn++) await setImmediate()
}

test('ADM-01 a scan lives through another process that writes at length, such as an import', async () => {
  if (database.location.kind !== 'sqlite') throw new Error('it is a file')
  using other = new DatabaseSync(database.location.path)
  other.exec('begin immediate')
  await untilRenewed()
  other.exec('rollback')
  expect(session.signal.aborted).toBe(false)
})

test('ADM-01 a scan stops when it finds that another has its lease', async () => {
  await releaseLease(database.write, scanLease(holder))
  await untilRenewed()
  expect(session.signal.reason).toMatchObject({ name: 'LeaseLost' })
})
