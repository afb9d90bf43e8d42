import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Session, TrackFile } from '@otodana/contract'

import { ensureWebBuilt } from '../scripts/build-web.ts'
import { type Figure, figure } from './figure.ts'
import { addSongs } from './lib/add-songs.ts'
import { fillDatabase } from './lib/fill-database.ts'
import { type GeneratedCatalogue, generateCatalogue } from './lib/generated-works.ts'
import { requireProc } from './lib/process-figures.ts'
import { costOf, untilQuiet } from './lib/request-cost.ts'
import { type ServerProcess, startOurs } from './lib/server-process.ts'

const WORKS = 100_000
const SONGS_OF_WORK = 10
const REQUESTS = 500
const ROUNDS = 5
const WARM_UP = 100
/** About as many works as a circle with a shelf of its own has. */
const WORKS_OF_CIRCLE = 100
const PASSWORD = 'of no importance'
/** A work with files on disk, which the generated ones have not. */
const REAL = 'RJ99000001'
const REAL_FILES = 20
const FILE_BYTES = 64 * 1024

/**
 * Measures WebDAV on 100,000 works with a million files, 20,000 circles, SQLite, one process: requests beside those of our own API
 * that give the same, and the largest lists.
 */
export async function run(): Promise<Figure> {
  requireProc()
  await ensureWebBuilt()
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-webdav-'))
  try {
    const dataDir = join(dir, 'data')
    const real = join(dir, 'real')
    mkdirSync(dataDir)
    mkdirSync(join(real, REAL), { recursive: true })
    for (let n = 1; n <= REAL_FILES; n++) writeFileSync(join(real, REAL, `${n}.mp3`), Buffer.alloc(FILE_BYTES, n))
    const path = join(dataDir, 'otodana.db')
    const catalogue = generateCatalogue(WORKS)
    await fillDatabase({ kind: 'sqlite', path }, catalogue, join(dir, 'generated'))
    await addSongs(path, SONGS_OF_WORK)
    const folders = [join(dir, 'generated'), real].join(';')
    const server = await startOurs({ DATA_DIR: dataDir, LIBRARY_DIRS: folders, SETUP: 'off' })
    try {
      return await measure(server, catalogue)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function measure({ url, pid }: ServerProcess, { works }: GeneratedCatalogue): Promise<Figure> {
  const json = { 'content-type': 'application/json' }
  const post = async <T>(path: string, body: object, token?: string) => {
    const headers = { ...json, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    return (await (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as T
  }
  const { token } = await post<Session>('/api/auth/reg', { name: 'copier', password: PASSWORD })
  const made = await post<{ secret: string }>('/api/auth/app-passwords', { name: 'Bench', password: PASSWORD }, token)
  const basic = { authorization: `Basic ${Buffer.from(`copier:${made.secret}`).toString('base64')}` }
  const bearer = { authorization: `Bearer ${token}` }

  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(url + path, init)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  }
  const list = (path: string) => ask(path, { method: 'PROPFIND', headers: { ...basic, depth: '1' } })
  const get = (path: string, headers: Record<string, string>) => ask(path, { headers })
  const warmCost = async (requests: number, send: (n: number) => Promise<void>) => {
    await costOf(pid, WARM_UP, (n) => send(n + REQUESTS))
    return costOf(pid, requests, send)
  }
  /** In turns, so that what else the machine does is in both. */
  const bothCosts = async (theirs: (n: number) => Promise<void>, ours: (n: number) => Promise<void>) => {
    const sums = [0, 0]
    for (let round = -1; round < ROUNDS; round++) {
      for (const [which, send] of [theirs, ours].entries()) {
        const { cpuMicroseconds } = await costOf(pid, REQUESTS / ROUNDS, (n) =>
          send(n + ((round + 1) * REQUESTS) / ROUNDS),
        )
        // The first round warms up.
        if (round >= 0) sums[which]! += cpuMicroseconds / ROUNDS
      }
    }
    return sums.map((cpuMicroseconds) => ({ cpuMicroseconds })) as [Cpu, Cpu]
  }

  const files = await realFiles(url)
  const workOf = (n: number) => works[(n * 7_919) % works.length]!
  await untilQuiet(pid)
  const [theirWork, ourWork] = await bothCosts(
    (n) => list(`/dav/works/${workOf(n).code}`),
    async (n) => {
      await get(`/api/work/${workOf(n).id}`, bearer)
      await get(`/api/tracks/${workOf(n).id}`, bearer)
    },
  )

  const names = await circleNames(url, works)
  const circleOf = (n: number) => names[n % names.length]!
  const [theirCircle, ourCircle] = await bothCosts(
    (n) => list(`/dav/${encodeURIComponent(circleOf(n).name)}`),
    (n) => get(`/api/circles/${circleOf(n).id}/works?pageSize=${WORKS_OF_CIRCLE * 2}`, bearer),
  )

  const fileOf = (n: number) => files[n % files.length]!
  const [theirFile, ourFile] = await bothCosts(
    (n) => get(`/dav/works/${REAL}/${fileOf(n).title}`, basic),
    (n) => get(`/api/media/stream/${fileOf(n).hash}`, bearer),
  )

  const root = await warmCost(50, () => list('/dav/'))
  const allWorks = await warmCost(50, () => list('/dav/works/'))

  const microseconds = (cost: Cpu) => `${cost.cpuMicroseconds.toFixed(0)} µs CPU`
  console.log(
    `list of a work: ${microseconds(theirWork)}, our own work and tracks: ${microseconds(ourWork)}; ` +
      `list of a circle of about ${WORKS_OF_CIRCLE} works: ${microseconds(theirCircle)}, our own: ${microseconds(ourCircle)}; ` +
      `a file of ${FILE_BYTES / 1024} kB: ${microseconds(theirFile)}, our own: ${microseconds(ourFile)}; ` +
      `root: median ${root.p50Ms.toFixed(1)} ms, all works: median ${allWorks.p50Ms.toFixed(1)} ms`,
  )
  const beside = (name: string, theirs: Cpu, ours: Cpu, goal: number) => ({
    name: `${name} beside our own API`,
    value: theirs.cpuMicroseconds / ours.cpuMicroseconds,
    unit: '×',
    goal,
    better: 'less' as const,
    digits: 2,
  })
  return figure(`webdav (${WORKS.toLocaleString('en')} works, a million files, SQLite, one process)`, [
    beside('list of a work', theirWork, ourWork, 1.5),
    beside('list of a circle', theirCircle, ourCircle, 1.5),
    beside('a file', theirFile, ourFile, 1.5),
    { name: 'root', value: root.p50Ms, unit: 'ms', goal: 50, better: 'less', digits: 0 },
    { name: 'all works', value: allWorks.p50Ms, unit: 'ms', goal: 25, better: 'less', digits: 0 },
  ])
}

type Cpu = { cpuMicroseconds: number }
type Named = { id: number; name: string; count: number }

/** Circles with about {@link WORKS_OF_CIRCLE} works, whose names need no change to be those of folders. */
async function circleNames(url: string, works: GeneratedCatalogue['works']): Promise<Named[]> {
  const circles = (await (await fetch(`${url}/api/circles/`)).json()) as Named[]
  const counts = Map.groupBy(works, ({ circleId }) => circleId)
  return circles.filter(({ id, name }) => {
    const count = counts.get(id)?.length ?? 0
    return count > WORKS_OF_CIRCLE * 0.6 && count < WORKS_OF_CIRCLE * 1.8 && /^[\p{L}\p{N} ]+$/u.test(name)
  })
}

/** The files of the work on disk, once the first scan has ended. */
async function realFiles(url: string): Promise<TrackFile[]> {
  for (;;) {
    const { state } = (await (await fetch(`${url}/api/library/scan`)).json()) as { state: string }
    const answer = await fetch(`${url}/api/tracks/${REAL}`)
    const tracks = (await answer.json()) as TrackFile[]
    if (answer.ok && state === 'idle') return tracks
  }
}
