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
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      road.close()
      await once(road, 'close')
    },
  }
}

/** @param answers  milliseconds after which a server that does not answer counts as frozen */
async function openThroughRoad(answers = 1_000) {
  const own = await openTestDatabase('postgres')
  if (own.location.kind !== 'postgres') throw new Error('it is in PostgreSQL')
  const road = await aFreezingRoad(own.location.url)
  const location = { kind: 'postgres', url: road.url } as const
  const patience = { lookEvery: 20, waits: 100, answers }
  const database = await openDatabase(location, { patience, connections: 2 })
  const remove = async () => {
    await database.close()
    await own.remove()
    await road[Symbol.asyncDispose]()
  }
  return { road, database: { ...database, location, remove }, remove }
}

test('ADM-15 calls to a frozen PostgreSQL fail, waiting and new ones, and it is found again', async () => {
  const { road, database, remove } = await openThroughRoad()
  const ask = () => sql`select 1`.execute(database.read)
  await ask()
  road.freeze()
  // More than the pool's connections, so that some wait for one.
  const refusals = await Promise.allSettled(Array.from({ length: 6 }, ask))
  for (const refusal of refusals) {
    if (refusal.status === 'fulfilled') throw new Error('it was answered')
    expect(isDatabaseAway(refusal.reason)).toBe(true)
  }
  await expect(ask()).rejects.toThrow('does not answer')
  road.thaw()
  await expect.poll(() => ask().then(() => 'answered', String)).toBe('answered')
  await remove()
})

test('ADM-15 a query that only takes long is left alone, and the server is asked over one connection meanwhile', async () => {
  // Longer than the server takes on a busy machine.
  const { road, database, remove } = await openThroughRoad(20_000)
  await sql`select 1`.execute(database.read)
  const before = { made: road.made(), count: road.count() }
  const { rows } = await sql`select 1 as done from pg_sleep(1)`.execute(database.read)
  expect(rows).toEqual([{ done: 1 }])
  expect(road.made()).toBe(before.made + 1)
  // Ends when nothing is waiting any more.
  await expect.poll(() => road.count()).toBe(before.count)
  await remove()
})

test('ADM-15 while PostgreSQL is frozen, calls answer 503 and say when to come back', async () => {
  using folder = aFolder()
  const { road, database } = await openThroughRoad()
  const app = await startApp({ libraryDirs: [folder.path], scan: false, database })
  road.freeze()
  const logIn = () =>
    fetch(`${app.url}/api/auth/me`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'first-one', password: 'first-one-secret' }),
    })
  const response = await logIn()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  road.thaw()
  await expect.poll(async () => (await logIn()).status).toBe(401)
  await app.close()
  await database.remove()
})
