import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { freePort } from '../../../scripts/lib/free-port.ts'
import { startNginx, statusOf } from '../test/nginx.ts'
import { newPostgres } from '../test/postgres-databases.ts'
import { programEnv } from '../test/program-env.ts'
import { main } from '../test/programs.ts'
import { aFolder } from '../test/work-folders.ts'

const DRAIN_SECONDS = 1
const SERVERS = 2
const VISITORS = 4

async function startServer(port: number, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main], {
    env: programEnv({ PORT: String(port), OTODANA_WEB: 'off', LOG_LEVEL: 'warn', ...env }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(() => statusOf(port, '/api/livez'), { timeout: 60_000 }).toBe(200)
  return child
}

/** Asks again and again, each request after the last, and counts the statuses of the answers. */
function aVisitor(port: number, method: string, path: string, body?: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statuses = new Map<number, number>()
  let isOver = false
  const ask = () =>
    new Promise<number>((resolve) => {
      const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }
      const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      })
      sent.once('error', () => resolve(0))
      sent.end(body)
    })
  const asking = (async () => {
    while (!isOver) {
      const status = await ask()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    agent.destroy()
  })()
  return {
    statuses,
    end: async () => {
      isOver = true
      await asking
    },
  }
}

test('DEP-13 servers are restarted one after another without a failed request', { timeout: 240_000 }, async () => {
  using folder = aFolder()
  const database = await newPostgres()
  onTestFinished(() => database.drop())
  const { location } = database
  if (location.kind !== 'postgres') throw new Error('the database is PostgreSQL')
  const library = join(folder.path, 'library')
  mkdirSync(join(library, 'RJ900001 Tide'), { recursive: true })
  writeFileSync(join(library, 'RJ900001 Tide', 'readme.txt'), 'tide')
  const ports = await Promise.all(Array.from({ length: SERVERS }, () => freePort()))
  const start = (at: number) =>
    startServer(ports[at]!, {
      DATABASE_URL: location.url,
      DATA_DIR: join(folder.path, `data-${at}`),
      LIBRARY_DIRS: library,
      SESSION_SECRET: 'x'.repeat(64),
      SETUP: 'off',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    })
  const servers: ChildProcess[] = []
  for (const at of ports.keys()) servers.push(await start(at))
  const { port, process: nginx, log } = await startNginx(folder.path, ports)
  onTestFinished(() => void nginx.kill('SIGKILL'))
  const asked = () => readFileSync(log, 'utf8')

  const search = JSON.stringify({ keyword: 'tide' })
  const visitors = Array.from({ length: VISITORS }, (_, at) =>
    at % 2 === 0 ? aVisitor(port, 'GET', '/api/works') : aVisitor(port, 'POST', '/api/recommender/popular', search),
  )
  const isAsking = () => visitors.every(({ statuses }) => (statuses.get(200) ?? 0) > 10)
  await expect.poll(isAsking).toBe(true)
  for (const [at, server] of servers.entries()) {
    const ended = once(server, 'close')
    server.kill('SIGTERM')
    await expect.poll(() => statusOf(ports[at]!, '/api/readyz'), { interval: 20 }).toBe(503)
    expect(await statusOf(ports[at]!, '/api/works')).toBe(200)
    expect(await statusOf(ports[at]!, '/api/livez')).toBe(503)
    expect(await ended).toEqual([0, null])
    await start(at)
    const before = asked().length
    await expect.poll(() => asked().slice(before).split('\n')).toContain(`127.0.0.1:${ports[at]!}`)
  }
  for (const visitor of visitors) await visitor.end()
  for (const { statuses } of visitors) {
    expect([...statuses.keys()]).toEqual([200])
    expect(statuses.get(200)).toBeGreaterThan(10)
  }
})
