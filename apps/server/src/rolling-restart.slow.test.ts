import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { findNginx } from '../../../scripts/ensure-test-tools.ts'
import { freePort } from '../../../scripts/lib/free-port.ts'
import { newPostgres } from '../test/postgres-databases.ts'
import { programEnv } from '../test/program-env.ts'
import { main } from '../test/programs.ts'
import { aFolder } from '../test/work-folders.ts'

const DRAIN_SECONDS = 1
const SERVERS = 2
/** How long nginx avoids a server that refused a connection. */
const FAIL_SECONDS = 1
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

/** 0: it does not answer. */
const statusOf = (port: number, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )

/** As `deploy/nginx.scale.conf`, over TCP. */
async function aBalancer(folder: string, ports: readonly number[]): Promise<number> {
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr crit; events {}
     http {
       log_format upstream '$upstream_addr'; access_log ${folder}/asked.log upstream; ${temporary.join(' ')}
       upstream otodana { ${ports.map((one) => `server 127.0.0.1:${one} fail_timeout=${FAIL_SECONDS}s;`).join(' ')} keepalive 32; }
       server {
         listen 127.0.0.1:${port};
         location / { proxy_pass http://otodana; proxy_http_version 1.1; proxy_set_header Connection ""; }
       }
     }`,
  )
  const child = spawn(findNginx() ?? 'nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(() => statusOf(port, '/api/livez')).toBe(200)
  return port
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
  const port = await aBalancer(folder.path, ports)
  /** The servers that nginx has asked, a line for each request. */
  const asked = () => readFileSync(join(folder.path, 'asked.log'), 'utf8')

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
