import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openDatabase, type Database } from '#db/open.ts'
import { createServerSettings } from '#db/server-settings.ts'
import { NO_MODEL } from '#features/recommender/index.ts'
import { createHttp } from '#http/create-http.ts'

import { openTestDatabase, type TestDatabase } from '../../../test/databases.ts'

import { aboutRoutes } from './about.routes.ts'
import { aGate } from '../../../test/a-gate.ts'

/** A proxy to the database that tests can close and open again. */
type Wire = { server: Server; port: number; cut(): Promise<void>; mend(): Promise<void> }

let real: TestDatabase
let wire: Wire
let database: Database
let app: FastifyInstance
/** Number of queries for a setting. */
let asked: number

beforeEach(async () => {
  real = await openTestDatabase('postgres')
  if (real.location.kind !== 'postgres') throw new Error('this test needs PostgreSQL')
  const address = new URL(real.location.url)
  wire = await openWire(Number(address.port))
  address.port = String(wire.port)
  database = await openDatabase({ kind: 'postgres', url: address.href })
  app = await createHttp({
    publicUrl: null,
    trustProxy: false,
    checksResponses: true,
    gate: aGate(),
    log: pino({ level: 'silent' }),
  })
  asked = 0
  const settings = createServerSettings(database)
  await aboutRoutes(app, {
    settings: {
      ...settings,
      get(name) {
        asked++
        return settings.get(name)
      },
    },
    config: { about: { contact: [], bugBounty: null, mirrors: [] }, hasMetrics: false },
    version: '1',
    model: () => NO_MODEL,
    mail: null,
    backups: { figures: () => Promise.resolve({ lastAtMs: null, hasFailed: false }) },
  })
  app.get('/api/ask', () => database.read.selectFrom('work').select('id').execute())
})
afterEach(async () => {
  await app.close()
  await database.close()
  await wire.cut()
  await real.remove()
})

test('API-01 without its database the server is not well, answers "busy", and recovers by itself', async () => {
  const healthy = { statusCode: 200, body: 'OK' }
  const busy = { statusCode: 503, body: '{"error":"server.busy"}' }
  expect(await app.inject('/api/health')).toMatchObject(healthy)
  await wire.cut()
  expect(await app.inject('/api/health')).toMatchObject(busy)
  const answer = await app.inject('/api/ask')
  expect(answer).toMatchObject(busy)
  expect(answer.headers['retry-after']).toBe('2')
  await wire.mend()
  await expect.poll(async () => (await app.inject('/api/health')).statusCode).toBe(200)
})

test('HLT-02 however many ask at once, the database is asked for them together', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject('/api/health')))
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['OK']))
  expect(asked).toBeLessThan(5)
  const before = asked
  await app.inject('/api/health')
  expect(asked).toBe(before + 1)
})

async function openWire(target: number): Promise<Wire> {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      open.add(socket)
      // Closing the proxy resets both ends, as intended.
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
    }
    near.pipe(far).pipe(near)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  return {
    server,
    port: address.port,
    async cut() {
      for (const socket of open) socket.destroy()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
    mend: () => listen(address.port),
  }
}
