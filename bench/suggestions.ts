import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { openDatabase } from '#server/db/open.ts'
import { type Figure, figure } from './figure.ts'
import { fillDatabase } from './lib/fill-database.ts'
import { generateCatalogue } from './lib/generated-works.ts'
import { generateListening } from './lib/generated-listening.ts'
import { requireProc, residentMegabytes } from './lib/process-figures.ts'
import { seededRandom } from './lib/random.ts'
import { type ServerProcess, startOurs } from './lib/server-process.ts'

const WORKS = 50_000
const EVENTS = 250_000
const ASKED = 4_000
const WARM_UP = 300
/** New listening, so that every refresh has something to build. */
const FEEDBACK_EVERY_MS = 200
const ROWS_AT_ONCE = 2_000
const FILTERS = [' ', ' ', ' ', '-$tag:耳かき$', '$rate:4$', '雨', '$age:general$ -$lang:ENG$', 'rain']

/**
 * Measures the three lists of suggestions over HTTP from one process with 50,000 works and a quarter of a million rows
 * of listening, on SQLite: the latency for one visitor, with and without a filter, while the model is idle and while it
 * is continuously rebuilt.
 */
export async function run(): Promise<Figure> {
  requireProc()
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-suggestions-'))
  try {
    const dataDir = join(dir, 'data')
    mkdirSync(dataDir)
    const path = join(dataDir, 'otodana.db')
    const catalogue = generateCatalogue(WORKS)
    await fillDatabase({ kind: 'sqlite', path }, catalogue, join(dir, 'generated'))
    const workIds = catalogue.works.map(({ id }) => id)
    const listeners = await fillListening(path, workIds)
    const env = {
      DATA_DIR: dataDir,
      LIBRARY_DIRS: join(dir, 'generated'),
      SETUP: 'off',
      TRUST_PROXY: 'loopback',
      OTODANA_WEB: 'off',
    }
    const server = await startOurs({ ...env, RECOMMENDER_REFRESH_SECONDS: '1' })
    try {
      const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
      return await measure(server, token, workIds, listeners)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** @returns the listeners' ids */
async function fillListening(path: string, workIds: readonly number[]): Promise<string[]> {
  const { events } = generateListening(WORKS, EVENTS, 1)
  const uuids = new Map<number, string>()
  const rows = events.flatMap(({ listener, work, strength, at }) => {
    const work_id = workIds[work % workIds.length]
    if (work_id === undefined) return []
    const uuid = uuids.get(listener) ?? randomUUID()
    uuids.set(listener, uuid)
    const milestones = strength > 0.8 ? 255 : strength > 0.3 ? 7 : 1
    return [
      { listener: uuid, work_id, milestones, opinion: 0 as const, network: uuid, first_at_ms: at, last_at_ms: at },
    ]
  })
  const database = await openDatabase({ kind: 'sqlite', path })
  await database.write.transaction().execute(async (tx) => {
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      await tx
        .insertInto('listening')
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
  await database.close()
  return [...uuids.values()]
}

async function measure(
  server: ServerProcess,
  token: string,
  workIds: readonly number[],
  listeners: readonly string[],
): Promise<Figure> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  const random = seededRandom(7)
  const one = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]
  const bodies = {
    popular: () => ({}),
    'recommend-for-user': () => ({ recommenderUuid: one(listeners) }),
    'item-neighbors': () => ({ itemId: one(workIds) }),
  }
  const post = (call: string, body: object, address = '10.0.0.1') => ask(agent, server, call, body, address)
  const askAll = async (count: number) => {
    const times: Record<string, number[]> = {}
    for (let sent = 0; sent < count; sent += 1) {
      for (const [call, body] of Object.entries(bodies)) {
        const startedAt = performance.now()
        await post(call, { ...body(), keyword: one(FILTERS), page: 1, pageSize: 20 })
        ;(times[call] ??= []).push(performance.now() - startedAt)
      }
    }
    return times
  }
  const listen = () => {
    const network = `10.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}.1`
    return post('feedback', { type: 'listen-90percent', recommenderUuid: randomUUID(), itemId: one(workIds) }, network)
  }

  const figureOf = (name: string) => readMetric(server, token, name)
  while (!((await figureOf('works')) > 0)) await sleep(200)
  await askAll(WARM_UP)
  const quiet = await askAll(ASKED)
  const busySince = performance.now()
  const listening = setInterval(() => void listen(), FEEDBACK_EVERY_MS)
  const busy = await askAll(ASKED)
  clearInterval(listening)
  const busySeconds = (performance.now() - busySince) / 1_000
  if ((await figureOf('model_age_seconds')) > busySeconds) throw new Error('no model was built meanwhile')
  agent.destroy()

  for (const [call, times] of Object.entries(quiet)) {
    console.log(
      `${call}: median ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms; ` +
        `while building: median ${at(busy[call], 0.5)} ms, p99 ${at(busy[call], 0.99)} ms`,
    )
  }
  console.log(
    `a build takes ${(await figureOf('build_seconds')).toFixed(1)} s; ${residentMegabytes(server.pid).toFixed(0)} MB`,
  )
  const worst = (of: Record<string, number[]>) => Math.max(...Object.values(of).map((times) => Number(at(times, 0.99))))
  return figure(`suggestions (${WORKS.toLocaleString('en')} works, SQLite, one process)`, [
    { name: 'p99', value: worst(quiet), unit: 'ms', goal: 5, better: 'less', digits: 1 },
    { name: 'p99 while building', value: worst(busy), unit: 'ms', goal: 5, better: 'less', digits: 1 },
  ])
}

function at(times: readonly number[] | undefined, share: number): string {
  const sorted = [...(times ?? [])].sort((a, b) => a - b)
  return (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)
}

function ask(agent: Agent, { url }: ServerProcess, call: string, body: object, address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const text = JSON.stringify(body)
  const sent = request(
    `${url}/api/recommender/${call}`,
    {
      agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        'accept-encoding': 'gzip, br',
        'x-forwarded-for': address,
      },
    },
    (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${call} was answered with ${response.statusCode}`))
      })
    },
  )
  sent.once('error', reject)
  sent.end(text)
  return promise
}

async function readMetric({ url }: ServerProcess, token: string, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const [, value = ''] = new RegExp(`^otodana_recommender_${name} (.*)$`, 'm').exec(await answer.text()) ?? []
  return Number(value)
}
