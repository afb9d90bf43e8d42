import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { openTestDatabase } from '../../test/databases.ts'
import { startApp } from '../../test/start-app.ts'
import { aFolder } from '../../test/work-folders.ts'
import { isDatabaseAway } from './dialect.ts'
import { openDatabase } from './open.ts'

/** A proxy that can freeze: connections are accepted and stay open, but nothing is sent. */
async function aFreezingRoad(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isFrozen = false
  let made = 0
  let asked = 0
  const road = createServer((near) => {
    made++
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}).on('close', () => (sockets.delete(from), to.destroy()))
      from.pipe(to)
      if (isFrozen) from.pause()
    }
    near.on('data', () => asked++)
  }).listen(0, '127.0.0.1')
  await once(road, 'listening')
  const through = new URL(url)
  through.port = String((road.address() as AddressInfo).port)
  return {
    url: through.href,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    count: () => sockets.size,
    made: () => made,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      road.close()
      await once(road, 'close')
    },
  }
}

const LATE_MS = 100

/** @param answers  milliseconds after which a server that does not answer counts as frozen */
async function openThroughRoad(answers = 1_000) {
  const own = await openTestDatabase('postgres')
  if (own.location.kind !== 'postgres') throw new Error('it is in PostgreSQL')
  const road = await aFreezingRoad(own.location.url)
  const location = { kind: 'postgres', url: road.url } as const
  // Until a test says otherwise no call is late: a server that is slow while all begins would count as frozen.
  const patience = { lookEvery: 20, waits: Infinity, answers }
  const database = await openDatabase(location, { patience, connections: 2 })
  const remove = async () => {
    await database.close()
    await own.remove()
    await road[Symbol.asyncDispose]()
  }
  return {
    road,
    direct: own.write,
    database: { ...database, location, remove },
    lookForLateCalls: () => void (patience.waits = LATE_MS),
    freeze() {
      patience.waits = LATE_MS
      road.freeze()
    },
    thaw() {
      patience.waits = Infinity
      road.thaw()
    },
    remove,
  }
}

test('ADM-15 calls to a frozen PostgreSQL fail, waiting and new ones, and it is found again', async () => {
  const { freeze, thaw, database, remove } = await openThroughRoad()
  const ask = () => sql`select 1`.execute(database.read)
  await ask()
  freeze()
  // More than the pool's connections, so that some wait for one.
  const refusals = await Promise.allSettled(Array.from({ length: 6 }, ask))
  for (const refusal of refusals) {
    if (refusal.status === 'fulfilled') throw new Error('it was answered')
    expect(isDatabaseAway(refusal.reason)).toBe(true)
  }
  await expect(ask()).rejects.toThrow('does not answer')
  thaw()
  await expect.poll(() => ask().then(() => 'answered', String)).toBe('answered')
  await remove()
})

test('ADM-15 a query that only takes long is left alone, and the server is asked over one connection meanwhile', async () => {
  // Longer than the server takes on a busy machine.
  const { road, direct, database, lookForLateCalls, remove } = await openThroughRoad(20_000)
  await sql`select 1`.execute(database.read)
  // Opening may have taken more connections than the one that stays.
  await expect.poll(() => road.count()).toBe(2)
  const before = { made: road.made(), asked: road.asked() }
  const long = await direct.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(1)`.execute(holder)
    lookForLateCalls()
    const waiting = sql`select 1 as done from pg_advisory_lock(1)`.execute(database.read)
    // The query, the greetings of the other connection, and then many probes.
    await expect.poll(() => road.asked()).toBeGreaterThan(before.asked + 20)
    await sql`select pg_advisory_unlock(1)`.execute(holder)
    return waiting
  })
  expect(long.rows).toEqual([{ done: 1 }])
  expect(road.made()).toBe(before.made + 1)
  // Ends when nothing is waiting any more.
  await expect.poll(() => road.count()).toBe(2)
  await remove()
})

test('ADM-15 while PostgreSQL is frozen, calls answer 503 and say when to come back', async () => {
  using folder = aFolder()
  const { freeze, thaw, database } = await openThroughRoad()
  const app = await startApp({ libraryDirs: [folder.path], scan: false, database })
  freeze()
  const logIn = () =>
    fetch(`${app.url}/api/auth/me`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'first-one', password: 'first-one-secret' }),
    })
  const response = await logIn()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  thaw()
  await expect.poll(async () => (await logIn()).status).toBe(401)
  await app.close()
  await database.remove()
})
