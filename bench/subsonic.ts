import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import type { Session } from '@otodana/contract'

import { ensureWebBuilt } from '../scripts/build-web.ts'
import { type Figure, figure, type Measured } from './figure.ts'
import { addSongs } from './lib/add-songs.ts'
import { fillDatabase } from './lib/fill-database.ts'
import { generateCatalogue } from './lib/generated-works.ts'
import { requireProc } from './lib/process-figures.ts'
import { costOf, untilQuiet } from './lib/request-cost.ts'
import { type ServerProcess, startOurs } from './lib/server-process.ts'

const WORKS = 100_000
const SONGS_OF_WORK = 10
const PAGE = 500
/** One in five of all pages of songs. */
const PAGES = 400
const REQUESTS = 500
const WARM_UP = 50
const PASSWORD = 'of no importance'

type Answer = { status: number; isPacked: boolean; body: Buffer }

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Pages that are asked for without those before, as apps do that count songs by trying. */
const DEEP_PAGES = 40

/**
 * Measures OpenSubsonic on 100,000 works with a million songs, SQLite, one process: an app that copies the whole library in pages of 500
 * songs, and single requests beside those of our own API that give the same.
 */
export async function run(): Promise<Figure> {
  requireProc()
  await ensureWebBuilt()
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-subsonic-'))
  try {
    const dataDir = join(dir, 'data')
    mkdirSync(dataDir)
    const path = join(dataDir, 'otodana.db')
    const workIds = await fill(path, join(dir, 'generated'))
    const server = await startOurs({ DATA_DIR: dataDir, LIBRARY_DIRS: join(dir, 'generated'), SETUP: 'off' })
    try {
      return await measure(server, workIds)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Holds nothing but ids afterwards: with 100,000 works in memory, collections of this process's heap would be measured too. */
async function fill(path: string, root: string): Promise<number[]> {
  const catalogue = generateCatalogue(WORKS)
  await fillDatabase({ kind: 'sqlite', path }, catalogue, root)
  await addSongs(path, SONGS_OF_WORK)
  return catalogue.works.map(({ id }) => id)
}

async function measure(server: ServerProcess, workIds: readonly number[]): Promise<Figure> {
  const { url, pid } = server
  const json = { 'content-type': 'application/json' }
  const registered = await fetch(`${url}/api/auth/reg`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name: 'copier', password: PASSWORD }),
  })
  const { token } = (await registered.json()) as Session
  const made = await fetch(`${url}/api/auth/app-passwords`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: 'Bench', password: PASSWORD }),
  })
  const { secret } = (await made.json()) as { secret: string }
  const rest = (call: string, values: Record<string, string | number>) => {
    const texts = Object.entries(values).map(([name, value]) => [name, String(value)])
    const query = new URLSearchParams([...texts, ['apiKey', secret], ['f', 'json'], ['c', 'bench']])
    return `/rest/${call}?${query.toString()}`
  }
  const songs = (page: number) =>
    rest('search3', { query: '""', songCount: PAGE, songOffset: page * PAGE, albumCount: 0, artistCount: 0 })
  const workOf = (n: number) => workIds[(n * 7_919) % workIds.length] ?? 0

  const cost = (count: number, pathOf: (n: number) => string, headers: Record<string, string> = {}) =>
    costOf(pid, count, async (n) => {
      const { status, isPacked, body } = await read(url + pathOf(n), headers)
      return () => {
        const text = (isPacked ? gunzipSync(body) : body).toString()
        if (status !== 200 || text.includes('"failed"')) throw new Error(`${pathOf(n)} answered ${text.slice(0, 200)}`)
      }
    })

  // Only what apps ask for is to be measured, and not what the server reads ahead after its start.
  await untilQuiet(pid)
  const first = await cost(WARM_UP, songs)
  const copied = await cost(PAGES, songs)
  const deep = await cost(DEEP_PAGES, (n) => songs((n * 761 + 1_500) % ((WORKS * SONGS_OF_WORK) / PAGE)))
  const albumPage = (page: number) =>
    rest('search3', { query: '', albumCount: PAGE, albumOffset: page * PAGE, songCount: 0, artistCount: 0 })
  // From the end, where no song has been asked for yet.
  const albums = await cost(WORKS / PAGE, (n) => albumPage(WORKS / PAGE - 1 - n))
  const again = await cost(WORKS / PAGE, albumPage)
  const byName = (page: number) =>
    rest('getAlbumList2', { type: 'alphabeticalByName', size: PAGE, offset: page * PAGE })
  const named = await cost(WORKS / PAGE, byName)
  const headers = { authorization: `Bearer ${token}` }
  const ownPage = (page: number) => `/api/works?order=id&sort=asc&page=${page + 1}&pageSize=${PAGE}`
  const ownWorks = await cost(WORKS / PAGE, ownPage, headers)
  const artists = await cost(20, () => rest('getArtists', {}))
  const album = (n: number) => rest('getAlbum', { id: `w${workOf(n)}` })
  await cost(WARM_UP, album)
  const theirs = await cost(REQUESTS, album)
  const own = async (path: string) => cost(REQUESTS, (n) => `${path}/${workOf(n + REQUESTS)}`, headers)
  const [work, tracks] = [await own('/api/work'), await own('/api/tracks')]
  const ours = work.cpuMicroseconds + tracks.cpuMicroseconds
  const pages = { songs: copied, 'any songs': deep, albums, 'albums again': again, 'albums by name': named }
  const milliseconds = ({ p50Ms, p99Ms, longestMs, cpuMicroseconds }: typeof copied) =>
    `median ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(0)}, longest ${longestMs.toFixed(0)}, CPU ${(cpuMicroseconds / 1_000).toFixed(1)} ms`
  for (const [name, measured] of Object.entries({ 'first songs': first, ...pages, 'our own works': ownWorks })) {
    console.log(`page of ${PAGE}, ${name}: ${milliseconds(measured)}`)
  }
  console.log(
    `all artists: median ${artists.p50Ms.toFixed(0)} ms; album with songs: ${theirs.cpuMicroseconds.toFixed(0)} µs CPU, our own API's work and tracks: ${ours.toFixed(0)} µs`,
  )
  const longest = Math.max(...Object.values({ first, ...pages }).map(({ longestMs }) => longestMs))
  return figure(`subsonic (${WORKS.toLocaleString('en')} works, a million songs, SQLite, one process)`, [
    ...Object.entries(pages).map(([name, { p99Ms }]) => atMost(`${name} p99`, p99Ms, 50, 'ms')),
    atMost('longest of all pages', longest, 50, 'ms'),
    ...Object.entries(pages).map(([name, { cpuMicroseconds }]) =>
      atMost(`${name} CPU`, cpuMicroseconds / 1_000, 25, 'ms'),
    ),
    atMost('albums again beside our own works', again.cpuMicroseconds / ownWorks.cpuMicroseconds, 2, '×'),
    atMost('album beside our own API', theirs.cpuMicroseconds / ours, 1.5, '×'),
  ])
}

/**
 * The bytes as they come: an app unpacks and reads them on a device of its own, but here every text of half a megabyte and every
 * collection of them would take a core from the server.
 */
async function read(url: string, headers: Record<string, string>): Promise<Answer> {
  const request = get(url, { agent, headers: { ...headers, 'accept-encoding': 'gzip' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const isPacked = response.headers['content-encoding'] === 'gzip'
  return { status: response.statusCode ?? 0, isPacked, body: Buffer.concat(chunks) }
}

function atMost(name: string, value: number, goal: number, unit: string): Measured {
  return { name, value, unit, goal, better: 'less', digits: unit === '×' ? 2 : 1 }
}
