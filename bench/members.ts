import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Playlist, Session } from '@otodana/contract'

import { ensureWebBuilt } from '../scripts/build-web.ts'
import { type Figure, figure } from './figure.ts'
import { fillDatabase } from './lib/fill-database.ts'
import { generateCatalogue } from './lib/generated-works.ts'
import { requireProc } from './lib/process-figures.ts'
import { type ServerProcess, startOurs } from './lib/server-process.ts'
import { ensureWrk, measureLoad } from './lib/wrk.ts'

const WORKS = 100_000
const MEMBERS = 20
const WRITES = 4_000
const RATED_BY_EACH = 500
const SECONDS = 6

/**
 * Measures members' requests on a library of 100,000 works over HTTP from one process, on SQLite with every commit on
 * disk: ratings per second from twenty members at once, and the cost of a page of works with the member's own ratings
 * and playlist status, compared with the public page.
 */
export async function run(): Promise<Figure> {
  requireProc()
  ensureWrk()
  await ensureWebBuilt()
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-members-'))
  try {
    const dataDir = join(dir, 'data')
    mkdirSync(dataDir)
    const catalogue = generateCatalogue(WORKS)
    await fillDatabase({ kind: 'sqlite', path: join(dataDir, 'otodana.db') }, catalogue, join(dir, 'generated'))
    const server = await startOurs({
      DATA_DIR: dataDir,
      LIBRARY_DIRS: join(dir, 'generated'),
      SETUP: 'off',
      TRUST_PROXY: 'loopback',
    })
    try {
      return await measure(
        server,
        catalogue.works.map(({ id }) => id),
      )
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function measure(server: ServerProcess, workIds: readonly number[]): Promise<Figure> {
  const tokens: string[] = []
  for (let n = 0; n < MEMBERS; n++) tokens.push(await register(server, n))
  const workOf = (n: number) => workIds[(n * 7_919) % workIds.length] ?? 0

  const begun = performance.now()
  await Promise.all(
    tokens.map(async (token, member) => {
      for (let n = member; n < WRITES; n += MEMBERS) {
        await call(server, 'PUT', '/api/review', token, { work_id: workOf(n), rating: (n % 5) + 1 })
      }
    }),
  )
  const writesPerSecond = WRITES / ((performance.now() - begun) / 1_000)

  const [token = ''] = tokens
  const list = await call<Playlist>(server, 'POST', '/api/playlist/create-playlist', token, {
    name: 'Night',
    works: Array.from({ length: RATED_BY_EACH }, (_, n) => workOf(n)),
  })
  const plain = Array.from({ length: 200 }, (_, page) => `/api/works?page=${page + 1}`)
  const marked = plain.map((path) => `${path}&withPlaylistStatus[]=${list.id}`)
  const headers = { authorization: `Bearer ${token}` }
  for (const paths of [plain, marked]) await measureLoad(server, paths, { seconds: 3, headers })
  const everybodys = await measureLoad(server, plain, { seconds: SECONDS })
  const own = await measureLoad(server, marked, { seconds: SECONDS, headers })
  console.log(
    `page of 20 works: public ${everybodys.cpuMicroseconds.toFixed(0)} µs CPU, p99 ${everybodys.p99Ms.toFixed(1)} ms;` +
      `member's ${own.cpuMicroseconds.toFixed(0)} µs CPU, median ${own.p50Ms.toFixed(1)} ms at ${own.perSecond.toFixed(0)} per second`,
  )
  return figure(`members (${WORKS.toLocaleString('en')} works, SQLite, one process)`, [
    { name: 'ratings', value: writesPerSecond, unit: 'a second', goal: 300, better: 'more' },
    { name: 'list with status', value: own.cpuMicroseconds, unit: 'µs CPU', goal: 500, better: 'less' },
    { name: 'p99', value: own.p99Ms, unit: 'ms', goal: 20, better: 'less', digits: 1 },
  ])
}

async function register(server: ServerProcess, n: number): Promise<string> {
  const body = { name: `member-${n}`, password: 'of no importance' }
  const { token } = await call<Session>(server, 'POST', '/api/auth/reg', undefined, body, `10.0.0.${n + 1}`)
  return token
}

async function call<T>(
  { url }: ServerProcess,
  method: string,
  path: string,
  token: string | undefined,
  body: object,
  address = '10.0.0.1',
): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}
