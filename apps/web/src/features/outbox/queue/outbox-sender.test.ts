import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ApiError } from '#lib/api/api.ts'

import { createOutboxDatabase, MAX_WAITING, OutboxFullError, type OutboxDatabase } from './outbox-database.ts'
import { createOutboxSender, RETRY_MS } from './outbox-sender.ts'
import { entry, listed, rated, storm } from './test/a-queue.ts'
import type { Waiting } from './waiting.ts'

const ME = 7
const away = () => new ApiError(0, 'client.network', 'no connection')

let databases: OutboxDatabase[]
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  databases = []
})
afterEach(async () => {
  vi.useRealTimers()
  for (const database of databases) await database.close()
})

/** As another tab of the browser opens it. */
function aDatabase(): OutboxDatabase {
  const database = createOutboxDatabase()
  databases.push(database)
  return database
}

/** Lets promises go on that wait for nothing else. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** One lock for all tabs, as the browser has it. */
function aLock() {
  let last = Promise.resolve()
  return (run: () => Promise<void>) => (last = last.then(run))
}

type Options = { account?: () => number | null; exclusively?: (run: () => Promise<void>) => Promise<void> }

function aSender(database: OutboxDatabase, send: (one: Waiting) => Promise<unknown>, options: Options = {}) {
  const calls: Waiting[] = []
  const sent: number[] = []
  const sender = createOutboxSender({
    database,
    account: () => ME,
    exclusively: (run) => run(),
    onChange: () => undefined,
    onSent: (count) => sent.push(count),
    ...options,
    send: (one) => {
      calls.push(one)
      return send(one)
    },
  })
  return { sender, calls, sent, writes: () => calls.map(({ write }) => write) }
}

test('OFF-41 OFF-49 what waits survives the page, and is sent once, in the order in which it was made', async () => {
  const before = aDatabase()
  // The device's clock jumps in between: it decides nothing.
  await before.add(ME, { ...entry(rated(3, null)), madeMs: 5_000 })
  await before.add(ME, { ...entry(listed(true)), madeMs: 9e12 })
  await before.add(ME, { ...entry(rated(1, null, storm)), madeMs: -1 })
  await before.close()

  const database = aDatabase()
  const { sender, writes, sent } = aSender(database, async () => undefined)
  await sender.sendNow()
  await sender.sendNow()
  expect(writes()).toEqual([rated(3, null), listed(true), rated(1, null, storm)])
  expect(sent).toEqual([3])
  expect(await database.list(ME)).toEqual([])
})

test('OFF-41 of two tabs each write is sent by one', async () => {
  const [here, there] = [aDatabase(), aDatabase()]
  await Promise.all([here.add(ME, entry(rated(3, null))), there.add(ME, entry(listed(true)))])
  const exclusively = aLock()
  const one = aSender(here, async () => undefined, { exclusively })
  const other = aSender(there, async () => undefined, { exclusively })
  await Promise.all([one.sender.sendNow(), other.sender.sendNow()])
  expect([...one.calls, ...other.calls].map(({ id }) => id).sort()).toEqual([1, 2])
})

test('OFF-41 what is added while others are sent is sent after them, and what is merged then is sent again', async () => {
  const database = aDatabase()
  await database.add(ME, entry(rated(3, null)))
  const { sender, writes } = aSender(database, async ({ write }) => {
    if (write.kind !== 'review' || write.change.rating !== 3) return
    await database.add(ME, entry(rated(4, 3)))
    await database.add(ME, entry(listed(true)))
    void sender.sendNow()
  })
  await sender.sendNow()
  expect(writes()).toEqual([rated(3, null), rated(4, null), listed(true)])
  expect(await database.list(ME)).toEqual([])
})

test('OFF-41 a write counts as tried before it is sent, so that a tab that ends then loses nothing', async () => {
  const database = aDatabase()
  await database.add(ME, entry(rated(3, null)))
  const { sender } = aSender(database, async ({ key }) => {
    expect(await database.list(ME)).toMatchObject([{ key, isTried: true, tried: [{ rating: 3 }] }])
  })
  await sender.sendNow()
})

test('OFF-41 without an answer everything waits, and is sent later at growing intervals', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const database = aDatabase()
  await database.add(ME, entry(rated(3, null)))
  await database.add(ME, entry(listed(true)))
  let isAway = true
  // Each round ends by giving the lock back.
  const rounds: Promise<void>[] = []
  const exclusively = (run: () => Promise<void>) => {
    const round = run()
    rounds.push(round)
    return round
  }
  const failures = [away(), new ApiError(502, undefined, 'Bad Gateway')]
  const { sender, calls } = aSender(
    database,
    async () => {
      if (isAway) throw failures[calls.length % failures.length]!
    },
    { exclusively },
  )
  await sender.sendNow()
  for (const [index, delayMs] of [RETRY_MS, 2 * RETRY_MS, 4 * RETRY_MS].entries()) {
    vi.advanceTimersByTime(delayMs - 1)
    expect(rounds).toHaveLength(index + 1)
    vi.advanceTimersByTime(1)
    await settled()
    expect(rounds).toHaveLength(index + 2)
    await rounds.at(-1)
    await settled()
  }
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
  expect(await database.list(ME)).toHaveLength(2)
  isAway = false
  await sender.sendNow()
  expect(await database.list(ME)).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('OFF-44 a refusal is kept with its reason, and the others are sent', async () => {
  const database = aDatabase()
  await database.add(ME, entry(rated(3, null)))
  await database.add(ME, entry(listed(true)))
  const { sender, sent } = aSender(database, async ({ write }) => {
    if (write.kind === 'review') throw new ApiError(404, 'work.notFound', 'work.notFound')
  })
  await sender.sendNow()
  expect(sent).toEqual([1])
  expect(await database.list(ME)).toMatchObject([
    { state: 'refused', refusal: { status: 404, key: 'work.notFound' }, write: rated(3, null) },
  ])
})

test('OFF-44 OFF-53 a proxy that answers one write again and again does not hold up the others', async () => {
  const database = aDatabase()
  await database.add(ME, entry(rated(3, null)))
  await database.add(ME, entry(listed(true)))
  const { sender, sent } = aSender(database, async ({ write }) => {
    if (write.kind === 'review') throw new ApiError(403, undefined, '403 Forbidden')
  })
  for (let attempt = 0; attempt < 2; attempt++) {
    await sender.sendNow()
    expect(sent).toEqual([])
    expect(await database.list(ME)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
  }
  await sender.sendNow()
  expect(sent).toEqual([1])
  expect(await database.list(ME)).toMatchObject([{ state: 'refused', refusal: { status: 403 } }])
})

test('OFF-44 OFF-45 after a 401 it waits for the login of its member, and no other sends it', async () => {
  const database = aDatabase()
  await database.add(ME, entry(rated(3, null)))
  let account: number | null = ME
  let isExpired = true
  const { sender, calls } = aSender(
    database,
    async () => {
      if (isExpired) throw new ApiError(401, 'jwt expired', 'jwt expired')
    },
    { account: () => account },
  )
  await sender.sendNow()
  isExpired = false
  for (account of [null, 8]) await sender.sendNow()
  expect(calls).toHaveLength(1)
  expect(await database.list(ME)).toMatchObject([{ state: 'waiting' }])
  account = ME
  await sender.sendNow()
  expect(await database.list(ME)).toEqual([])
})

test('OFF-45 when another account logs in meanwhile, nothing more is sent', async () => {
  const database = aDatabase()
  await database.add(ME, entry(rated(3, null)))
  await database.add(ME, entry(listed(true)))
  let account = ME
  const { sender, calls } = aSender(database, async () => void (account = 8), { account: () => account })
  await sender.sendNow()
  expect(calls).toHaveLength(1)
  expect(await database.list(ME)).toHaveLength(1)
})

test('OFF-48 a conflict waits, unless what the server has is from this device', async () => {
  const database = aDatabase()
  await database.add(ME, entry(rated(3, null), true))
  await database.add(ME, entry(rated(4, 3)))
  const changed = (rating: number) =>
    new ApiError(409, 'write.changedSince', 'write.changedSince', { present: { rating } })
  const answers = [changed(3), changed(1)]
  const { sender, writes } = aSender(database, async () => {
    const answer = answers.shift()
    if (answer) throw answer
  })
  await sender.sendNow()
  expect(writes()).toEqual([rated(4, null), rated(4, 3)])
  expect(await database.list(ME)).toMatchObject([{ state: 'conflict', present: { rating: 1 } }])
})

test('OFF-51 a device keeps 500 changes of all accounts, and refuses more instead of losing one', async () => {
  const database = aDatabase()
  const work = (id: number) => ({ id, title: '' })
  for (let id = 1; id <= MAX_WAITING; id++) await database.add(id % 3, entry(rated(3, null, work(id))))
  await expect(database.add(ME, entry(rated(3, null)))).rejects.toBeInstanceOf(OutboxFullError)
  // What is merged needs no room.
  await database.add(1, entry(rated(5, 3, work(1))))
  expect((await database.list(1))[0]?.write).toEqual(rated(5, null, work(1)))
  await database.clear(1)
  await database.add(ME, entry(rated(3, null)))
  expect(await database.list(ME)).toHaveLength(1)
  expect(await database.list(1)).toEqual([])
})
