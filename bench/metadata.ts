import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { CatalogueWork } from '@otodana/catalogue'
import type { MetadataFetch, WorkPage } from '@otodana/contract'
import { findWorkCode } from '@otodana/work-code'
import sharp from 'sharp'

import { ensureServerBuilt } from '../scripts/build-server.ts'
import { ensureWebBuilt } from '../scripts/build-web.ts'
import { programSettings } from '../scripts/lib/become-program.ts'
import { type Figure, figure } from './figure.ts'
import { generateCatalogue, type GeneratedCatalogue } from './lib/generated-works.ts'
import { apiPathOf, mixedLoad } from './lib/mixed-load.ts'
import { measurePaced, type PacedLoad } from './lib/paced-load.ts'
import { cpuMs, requireProc } from './lib/process-figures.ts'
import { makeFolders } from './lib/real-folders.ts'
import { type ServerProcess, startOurs } from './lib/server-process.ts'

const WORKS = 1_000
/** The number of the first work of `makeFolders`. */
const FIRST_NUMBER = 1_000_001
const REQUESTS_PER_SECOND = 100
const WARM_UP_MS = 10_000
const POLL_MS = 50
/** A word in the titles of the provider alone. */
const WORD = '外部'

/**
 * Measures how fast 1,000 works that have only their folders' names are filled by a provider on this machine, without a
 * pause between requests: facts and a cover for each, until the last is found in a search. Other visitors request lists
 * and searches meanwhile.
 */
export async function run(): Promise<Figure> {
  requireProc()
  await ensureWebBuilt()
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-metadata-'))
  const catalogue = generateCatalogue(WORKS)
  const provider = await startProvider(catalogue)
  try {
    const library = join(dir, 'library')
    await makeFolders(library, WORKS)
    const env = {
      LIBRARY_DIRS: library,
      DATA_DIR: join(dir, 'data'),
      METADATA_PROVIDERS: 'http',
      METADATA_URL: `${provider.url}/{code}.json`,
      METADATA_DELAY_SECONDS: '0',
    }
    await scan(env)
    const server = await startOurs(env)
    try {
      const token = readFileSync(join(env.DATA_DIR, 'admin-token'), 'utf8').trim()
      const paths = mixedLoad(catalogue, 50).map(apiPathOf)
      print('alone', await measurePaced(server.url, paths, REQUESTS_PER_SECOND, sleep(WARM_UP_MS)))
      const cpuBefore = cpuMs(server.pid)
      const startedAt = performance.now()
      const load = await measurePaced(server.url, paths, REQUESTS_PER_SECOND, fetchAll(server, token))
      const seconds = (performance.now() - startedAt) / 1_000
      const cpu = (cpuMs(server.pid) - cpuBefore) / WORKS
      print(`while ${WORKS.toLocaleString('en')} works are filled in ${seconds.toFixed(1)} s`, load)
      console.log(`${cpu.toFixed(1)} ms CPU a work, other requests included; at most ${provider.mostAtOnce()} at once`)
      return figure(`metadata (${WORKS.toLocaleString('en')} works, SQLite, one process)`, [
        { name: 'filled', value: WORKS / seconds, unit: 'works/s', goal: 50, better: 'more' },
        { name: 'p99 of other requests', value: load.p99Ms, unit: 'ms', goal: 20, better: 'less', digits: 1 },
      ])
    } finally {
      await server.stop()
    }
  } finally {
    provider.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function scan(env: Record<string, string>): Promise<void> {
  const cli = join(await ensureServerBuilt(), 'cli.js')
  const { status, stderr } = spawnSync(process.execPath, [cli, 'scan'], {
    env: programSettings({ ...process.env, LOG_LEVEL: 'error', ...env }),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the scan exited with code ${status}: ${stderr}`)
}

/** Asks the provider about all works, and waits until the last is in the lists and in searches. */
async function fetchAll({ url }: ServerProcess, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const admin = async (method: string, path: string, body?: object): Promise<MetadataFetch> => {
    const answer = await fetch(`${url}/api/admin/metadata${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as MetadataFetch
  }
  await admin('POST', '/fetch', { works: 'missing' })
  for (;;) {
    const { waiting, failed } = await admin('GET', '')
    if (failed > 0) throw new Error(`${failed} works failed`)
    const search = await fetch(`${url}/api/search/${encodeURIComponent(WORD)}?pageSize=1`)
    const { pagination } = (await search.json()) as WorkPage
    if (waiting === 0 && pagination.totalCount === WORKS) return
    await sleep(POLL_MS)
  }
}

/** Answers with a sidecar's fields for the folders' codes, and with a cover of storefront size. */
async function startProvider(catalogue: GeneratedCatalogue) {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const cover = await sharp({ create: { width: 560, height: 420, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
  let open = 0
  let mostOpen = 0
  const server = createServer((request, response) => {
    mostOpen = Math.max(mostOpen, ++open)
    response.once('close', () => open--)
    const path = request.url ?? ''
    if (path.endsWith('.jpg')) return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(cover)
    const work = catalogue.works[(findWorkCode(path)?.id ?? 0) - FIRST_NUMBER]
    if (!work) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(factsOf(catalogue, work, path)))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mostAtOnce: () => mostOpen,
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}

function factsOf({ circles, tags, voiceActors }: GeneratedCatalogue, work: CatalogueWork, path: string) {
  const tagOf = new Map(tags.map((tag) => [tag.id, tag]))
  const actorOf = new Map(voiceActors.map(({ id, name }) => [id, name]))
  return {
    title: `${WORD} ${work.title}`,
    circle: circles[work.circleId - 1]?.name,
    voiceActors: work.voiceActorIds.map((id) => actorOf.get(id)),
    tags: work.tagIds.flatMap((id) => {
      const tag = tagOf.get(id)
      return tag ? [{ name: tag.ja, zh: tag.zh, en: tag.en }] : []
    }),
    age: work.age,
    release: '2024-05-06',
    price: work.price,
    description: `${work.title}。`.repeat(10),
    cover: path.replace('.json', '.jpg'),
  }
}

function print(name: string, load: PacedLoad): void {
  console.log(
    `${name}: ${load.requests} requests, p50 ${load.p50Ms.toFixed(1)} ms, p99 ${load.p99Ms.toFixed(1)} ms, max ${load.maxMs.toFixed(0)} ms`,
  )
}
