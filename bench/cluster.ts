import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Session, TrackFile, Work, WorkEditForm } from '@otodana/contract'
import pg from 'pg'

import { startNginx } from '#server-test/nginx.ts'
import { ensureWebBuilt } from '../scripts/build-web.ts'
import { startTemporaryPostgres } from '../scripts/start-postgres.ts'
import { type Figure, figure, median } from './figure.ts'
import { fillDatabase } from './lib/fill-database.ts'
import { generateCatalogue, type GeneratedCatalogue } from './lib/generated-works.ts'
import { type Costs, type Kind, modelHour } from './lib/hour-of-listening.ts'
import { apiPathOf, mixedLoad } from './lib/mixed-load.ts'
import { measurePaced } from './lib/paced-load.ts'
import { cpuMs, requireProc, residentMegabytes } from './lib/process-figures.ts'
import { makeFolders } from './lib/real-folders.ts'
import { untilQuiet } from './lib/request-cost.ts'
import { type ServerProcess, startOurs } from './lib/server-process.ts'
import { ensureWrk, measureLoad } from './lib/wrk.ts'

const WORKS = 20_000
const NODES = [1, 2, 3]
const WARM_UP_SECONDS = 4
const SECONDS = 8
/** Far below what one server answers, as on a site that is well. */
const LISTS_PER_SECOND = 200
const CHANGES = 31
const POLL_MS = 2
/** Of each kind, to learn what one costs. */
const REQUESTS = 1_000
const REST_SECONDS = 10
/** Servers of the model. */
const MANY = 10
const AT_ONCE = 8

/**
 * Measures one, two and three servers with one PostgreSQL behind nginx, all on this machine: lists per second, their CPU time and latency;
 * the time until a change is seen by the others; and what each kind of request costs the server and the database.
 */
export async function run(): Promise<Figure> {
  requireProc()
  ensureWrk()
  await ensureWebBuilt()
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-cluster-'))
  const postgres = await startTemporaryPostgres()
  try {
    const catalogue = generateCatalogue(WORKS)
    await fillDatabase({ kind: 'postgres', url: postgres.url }, catalogue, join(dir, 'generated'))
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      // The temporary server does not do it by itself.
      await client.query('analyze')
      await makeFolders(join(dir, 'library'), CHANGES)
      return await measure(dir, postgres.url, catalogue, client)
    } finally {
      await client.end()
    }
  } finally {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function measure(dir: string, url: string, catalogue: GeneratedCatalogue, client: pg.Client): Promise<Figure> {
  const paths = mixedLoad(catalogue, 100).map(apiPathOf)
  const nodes: ServerProcess[] = []
  const lists: Awaited<ReturnType<typeof measureLists>>[] = []
  const kinds: Costs[] = []
  let admin = ''
  let restMs = 0
  try {
    for (const count of NODES) {
      nodes.push(await startNode(dir, url, count))
      for (const { pid } of nodes) await untilQuiet(pid)
      if (count === 1) admin = await register(nodes[0]!, 'administrator')
      lists.push(await measureLists(dir, nodes, paths, client))
      if (count === 2) continue
      restMs = await measureRest(client)
      console.log(`at rest with ${count}: database ${restMs.toFixed(1)} ms CPU a second`)
      kinds.push(await measureKinds(nodes, catalogue, paths, client))
    }
    const seenMs = await measureChanges(nodes, join(dir, 'library'), admin)
    const [one, , three] = lists
    const [alone, amongThree] = kinds as [Costs, Costs]
    const { readShare, ...hour } = modelHour(alone, amongThree, { servers: NODES.length, many: MANY })
    console.log(
      `an hour of a member's listening: ${hour.aloneMs.node.toFixed(0)} ms CPU of a server and ${hour.aloneMs.database.toFixed(0)} ms of ` +
        `the database with one, ${hour.togetherMs.node.toFixed(0)} and ${hour.togetherMs.database.toFixed(0)} ms with three (reads ` +
        `${(readShare * 100).toFixed(0)} %); a changed work costs the database ${hour.perServerMicroseconds.toFixed(0)} µs for each further ` +
        `server, so ${MANY} servers make it ${hour.databaseOfManyMs.toFixed(0)} ms, and ` +
        `${((restMs * MANY) / NODES.length).toFixed(0)} ms a second at rest`,
    )
    return figure(`cluster (${WORKS.toLocaleString('en')} works, PostgreSQL, nginx, all on one machine)`, [
      {
        name: 'CPU of a list, three servers to one',
        value: three!.nodeMicroseconds / one!.nodeMicroseconds,
        unit: '×',
        goal: 1.5,
        better: 'less',
        digits: 2,
      },
      { name: 'its p99 with three', value: three!.pacedP99Ms, unit: 'ms', goal: 50, better: 'less', digits: 1 },
      {
        name: 'database per list',
        value: three!.databaseMicroseconds,
        unit: 'µs CPU',
        goal: 50,
        better: 'less',
        digits: 1,
      },
      { name: 'a change is seen after (median)', value: median(seenMs), unit: 'ms', goal: 150, better: 'less' },
      { name: 'at most', value: Math.max(...seenMs), unit: 'ms', goal: 1_000, better: 'less' },
      { name: 'reads of the database’s work', value: readShare * 100, unit: '%', goal: 50, better: 'less' },
    ])
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
  }
}

function startNode(dir: string, url: string, number: number): Promise<ServerProcess> {
  const dataDir = join(dir, `data-${number}`)
  mkdirSync(dataDir)
  return startOurs({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    // The generated works' folders do not exist, as if their disk were not mounted, so they stay.
    LIBRARY_DIRS: `${join(dir, 'generated')}\n${join(dir, 'library')}`,
    SESSION_SECRET: 'x'.repeat(64),
    SETUP: 'off',
    TRUST_PROXY: 'loopback',
  })
}

async function measureLists(dir: string, nodes: ServerProcess[], paths: readonly string[], client: pg.Client) {
  const folder = join(dir, `nginx-${nodes.length}`)
  mkdirSync(folder)
  const ports = nodes.map(({ url }) => Number(new URL(url).port))
  const { port, process: nginx } = await startNginx(folder, ports)
  try {
    const balancer = { url: `http://127.0.0.1:${port}`, pid: nginx.pid!, startSeconds: 0, stop: async () => {} }
    await measureLoad(balancer, paths, { seconds: WARM_UP_SECONDS })
    const cpuOfNodes = () => nodes.reduce((total, { pid }) => total + cpuMs(pid), 0)
    const before = { nodes: cpuOfNodes(), database: await databaseCpu(client) }
    const load = await measureLoad(balancer, paths, { seconds: SECONDS })
    const nodeMicroseconds = ((cpuOfNodes() - before.nodes) * 1_000) / load.requests
    const databaseMicroseconds = (cpuSince(before.database, await databaseCpu(client)) * 1_000) / load.requests
    const paced = await measurePaced(balancer.url, paths, LISTS_PER_SECOND, sleep(SECONDS * 1_000))
    console.log(
      `${nodes.length} behind nginx: at ${LISTS_PER_SECOND} lists a second p99 ${paced.p99Ms.toFixed(1)} ms; at most ${load.perSecond.toFixed(0)} a second, median ${load.p50Ms.toFixed(1)} ms, p99 ` +
        `${load.p99Ms.toFixed(1)} ms; CPU of a list: servers ${nodeMicroseconds.toFixed(0)} µs, nginx ` +
        `${load.cpuMicroseconds.toFixed(0)} µs, database ${databaseMicroseconds.toFixed(1)} µs; memory of a server ` +
        `${median(nodes.slice(0, 1).map(({ pid }) => residentMegabytes(pid))).toFixed(0)} MB`,
    )
    return { pacedP99Ms: paced.p99Ms, nodeMicroseconds, databaseMicroseconds }
  } finally {
    nginx.kill('SIGKILL')
  }
}

/** Edits titles at one server, and measures when the others answer with them. */
async function measureChanges(nodes: ServerProcess[], library: string, token: string): Promise<number[]> {
  const [editing, ...others] = nodes
  const took: number[] = []
  // Only what was scanned can be edited.
  const folders = readdirSync(library, { recursive: true, encoding: 'utf8' })
  const codes = new Set(folders.flatMap((path) => /RJ\d+/.exec(path)?.[0] ?? []))
  for (const [change, id] of [...codes].entries()) {
    const { version } = await call<WorkEditForm>(editing!, 'GET', `/api/edit/works/${id}`, token)
    const title = `change ${change}`
    await call(editing!, 'PUT', `/api/edit/works/${id}`, token, { version, set: { title } })
    const changedAt = performance.now()
    for (const other of others) {
      while ((await call<Work>(other, 'GET', `/api/work/${id}`)).title !== title) await sleep(POLL_MS)
    }
    took.push(performance.now() - changedAt)
  }
  return took
}

/** Returns the CPU of the database when nothing is asked, in milliseconds a second. */
async function measureRest(client: pg.Client): Promise<number> {
  const before = await databaseCpu(client)
  await sleep(REST_SECONDS * 1_000)
  return cpuSince(before, await databaseCpu(client)) / REST_SECONDS
}

/** Measures each kind at the first server, while the others do nothing but follow. */
async function measureKinds(nodes: ServerProcess[], { works }: GeneratedCatalogue, lists: string[], client: pg.Client) {
  const [node] = nodes as [ServerProcess]
  const tokens = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) =>
      register(node, `member-${nodes.length}-${n}`, `10.${nodes.length}.0.${n}`),
    ),
  )
  const idOf = (n: number) => works[(n * 7_919) % works.length]!.id
  const hashes = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const [track] = await call<TrackFile[]>(node, 'GET', `/api/tracks/${idOf(n)}`)
      return track!.hash
    }),
  )
  const hashOf = (n: number) => hashes[n % hashes.length]!
  const deviceId = randomUUID()
  const day = new Date().toISOString().slice(0, 10)
  const ask: Record<Kind, (n: number, token: string) => Promise<unknown>> = {
    'a list': (n, token) => call(node, 'GET', lists[n % lists.length]!, token),
    'a work': (n, token) => call(node, 'GET', `/api/work/${idOf(n)}`, token),
    'its tracks': (n, token) => call(node, 'GET', `/api/tracks/${idOf(n)}`, token),
    'its positions': (n, token) => call(node, 'GET', `/api/places/${idOf(n)}`, token),
    'begun works': (_, token) => call(node, 'GET', '/api/history/begun', token),
    'a position saved': (n, token) =>
      call(node, 'POST', '/api/places', token, {
        device: { id: deviceId, name: 'a phone' },
        places: [{ hash: hashOf(n), seconds: n % 600, secondsAgo: 0 }],
      }),
    'history saved': (n, token) => {
      const heard = { heardSeconds: 60 + (n % 600), seconds: n % 600, durationSeconds: 3_600 }
      const track = { hash: hashOf(n), day, firstSecondsAgo: 60, lastSecondsAgo: 0, ...heard }
      return call(node, 'POST', '/api/history', token, { deviceId, tracks: [track] })
    },
    'listening reported': (n, token) =>
      call(
        node,
        'POST',
        '/api/recommender/feedback',
        token,
        { type: 'start-listen', recommenderUuid: randomUUID(), itemId: idOf(n) },
        anAddress(n),
      ),
    'a rating': (n, token) => call(node, 'PUT', '/api/review', token, { work_id: idOf(n), rating: (n % 5) + 1 }),
  }
  const costs = new Map()
  for (const [kind, one] of Object.entries(ask) as [Kind, (n: number, token: string) => Promise<unknown>][]) {
    const all = (count: number, from: number) =>
      Promise.all(
        tokens.map(async (token, member) => {
          for (let n = member; n < count; n += AT_ONCE) await one(from + n, token)
        }),
      )
    await all(REQUESTS / 5, 0)
    const before = { node: cpuMs(node.pid), database: await databaseCpu(client) }
    await all(REQUESTS, REQUESTS / 5)
    const cost = {
      node: ((cpuMs(node.pid) - before.node) * 1_000) / REQUESTS,
      database: (cpuSince(before.database, await databaseCpu(client)) * 1_000) / REQUESTS,
    }
    costs.set(kind, cost)
    console.log(
      `${kind}, ${nodes.length} servers: server ${cost.node.toFixed(0)} µs CPU, database ${cost.database.toFixed(0)} µs`,
    )
  }
  return costs
}

/** CPU milliseconds by process of the database that this connection is of, this connection's own left out. */
async function databaseCpu(client: pg.Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  const cpu = new Map<number, number>()
  for (const { pid } of rows) {
    try {
      cpu.set(pid, cpuMs(pid))
    } catch (error) {
      // It has ended since.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return cpu
}

/** Few reports are taken from one. */
const anAddress = (n: number) => `10.9.${Math.floor(n / 250) % 250}.${n % 250}`

function cpuSince(before: Map<number, number>, after: Map<number, number>): number {
  let total = 0
  for (const [pid, cpu] of after) total += cpu - (before.get(pid) ?? 0)
  return total
}

async function register(node: ServerProcess, name: string, address = '10.0.0.1'): Promise<string> {
  const body = { name, password: 'of no importance' }
  return (await call<Session>(node, 'POST', '/api/auth/reg', undefined, body, address)).token
}

async function call<T>(
  { url }: ServerProcess,
  method: string,
  path: string,
  token?: string,
  body?: object,
  address = '10.0.0.1',
): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      'x-forwarded-for': address,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}
