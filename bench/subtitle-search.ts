import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { SubtitlePage } from '@otodana/contract'

import { type Figure, figure, median } from './figure.ts'
import { fillDatabase } from './lib/fill-database.ts'
import { createSubtitleGenerator, type SubtitleGenerator } from './lib/generated-subtitles.ts'
import { generateCatalogue } from './lib/generated-works.ts'
import { cpuMs, residentMegabytes } from './lib/process-figures.ts'
import { pick, seededRandom, zipf } from './lib/random.ts'
import { type ServerProcess, startOurs } from './lib/server-process.ts'
import { FILES_OF_A_WORK, fillSubtitles } from './lib/subtitle-library.ts'

const USUAL_FILES = 100_000
const QUERIES = 600
const WARM_UP = 40
const SCANNED = ['雨', '耳かき', 'good night', 'ゆっくりまどろみ']
const PROBES = 400

type Query = { shape: string; query: string; page: number }

/**
 * Measures the subtitle search over HTTP from one process, on SQLite: time and size of the index of generated files,
 * latency of mixed uncached searches, and of other requests meanwhile. Compares with a LIKE scan of every line. `npm
 * run bench -- subtitle-search [files] [folder to keep the database in]`.
 */
export async function run(): Promise<Figure> {
  const files = Number(process.argv[3] ?? USUAL_FILES)
  const kept = process.argv[4]
  const dir = kept ?? mkdtempSync(join(tmpdir(), 'otodana-bench-subtitles-'))
  const path = join(dir, 'otodana.db')
  const generator = createSubtitleGenerator()
  try {
    if (!existsSync(path)) await build(path, files, generator)
    report(path)
    const server = await startOurs({
      DATA_DIR: dir,
      LIBRARY_DIRS: join(dir, 'generated'),
      SUBTITLE_SEARCH: 'on',
      OTODANA_WEB: 'off',
    })
    const searched = await measureAndStop(server, files, generator)
    const scanMs = measureScan(dir, files, generator)
    return figure(`subtitle-search (${files.toLocaleString('en')} files, SQLite, one process)`, [
      { name: 'median', value: searched.medianMs, unit: 'ms', goal: 25, better: 'less', digits: 1 },
      { name: 'p99', value: searched.p99Ms, unit: 'ms', goal: 50, better: 'less', digits: 1 },
      { name: 'other requests, p99', value: searched.othersP99Ms, unit: 'ms', goal: 20, better: 'less', digits: 1 },
      { name: 'times as fast as LIKE', value: scanMs / searched.medianMs, unit: '×', goal: 20, better: 'more' },
    ])
  } finally {
    if (kept === undefined) rmSync(dir, { recursive: true, force: true })
  }
}

async function build(path: string, files: number, generator: SubtitleGenerator): Promise<void> {
  mkdirSync(join(path, '..'), { recursive: true })
  const location = { kind: 'sqlite', path } as const
  const catalogue = generateCatalogue(Math.ceil(files / FILES_OF_A_WORK))
  await fillDatabase(location, catalogue, join(path, '..', 'generated'))
  const before = statSync(path).size
  const cpuBefore = process.cpuUsage()
  const { lines, seconds } = await fillSubtitles(location, catalogue.works, files, generator)
  const { user, system } = process.cpuUsage(cpuBefore)
  console.log(
    `${files.toLocaleString('en')} files of ${lines.toLocaleString('en')} lines indexed in ${seconds.toFixed(0)} s ` +
      `(${((user + system) / 1e6).toFixed(0)} s of CPU time including generating them),` +
      `${megabytes(statSync(path).size - before)} of database, ${megabytes(process.memoryUsage().rss)} of memory`,
  )
}

function report(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true })
  const sizes = database
    .prepare(
      `select name, sum(pgsize) as bytes from dbstat where name like 'subtitle%' group by name order by bytes desc`,
    )
    .all() as { name: string; bytes: number }[]
  for (const { name, bytes } of sizes) console.log(`  ${name}: ${megabytes(bytes)}`)
  database.close()
}

async function measureAndStop(server: ServerProcess, files: number, generator: SubtitleGenerator) {
  try {
    return await measure(server, files, generator)
  } finally {
    await server.stop()
  }
}

async function measure(server: ServerProcess, files: number, generator: SubtitleGenerator) {
  const ask = async ({ query, page }: Query) => {
    const url = `${server.url}/api/subtitles/search?page=${page}&query=${encodeURIComponent(query)}`
    const startedAt = performance.now()
    const answer = (await (await fetch(url)).json()) as SubtitlePage
    return { ms: performance.now() - startedAt, answer }
  }
  for (const query of queries(files, generator, 3, WARM_UP)) await ask(query)
  const asked = queries(files, generator, 4, QUERIES)
  const cpuBefore = cpuMs(server.pid)
  const times: { shape: string; ms: number; found: number }[] = []
  for (const query of asked) {
    const { ms, answer } = await ask(query)
    times.push({ shape: query.shape, ms, found: answer.pagination.totalCount })
  }
  const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  console.log(
    `${asked.length} searches: median ${at(0.5).toFixed(1)} ms, p90 ${at(0.9).toFixed(1)}, p99 ${at(0.99).toFixed(1)}, ` +
      `longest ${at(1).toFixed(1)}; ${((cpuMs(server.pid) - cpuBefore) / asked.length).toFixed(1)} ms of CPU time` +
      `each; ${residentMegabytes(server.pid).toFixed(0)} MB of memory`,
  )
  for (const [shape, all] of Map.groupBy(times, ({ shape }) => shape)) {
    const ms = all.map((one) => one.ms)
    console.log(
      `  ${shape}: median ${median(ms).toFixed(1)} ms, longest ${Math.max(...ms).toFixed(1)}, ` +
        `found in ${median(all.map(({ found }) => found))} works`,
    )
  }
  return {
    medianMs: at(0.5),
    p99Ms: at(0.99),
    othersP99Ms: await measureOthers(server, queries(files, generator, 5, QUERIES), ask),
  }
}

/** Measures the latency of a small request during consecutive searches. */
async function measureOthers(server: ServerProcess, asked: readonly Query[], ask: (query: Query) => Promise<unknown>) {
  let isOver = false
  const searching = (async () => {
    for (let index = 0; !isOver; index++) await ask(asked[index % asked.length]!)
  })()
  const times: number[] = []
  for (let probe = 0; probe < PROBES; probe++) {
    const startedAt = performance.now()
    await (await fetch(`${server.url}/api/health`)).text()
    times.push(performance.now() - startedAt)
  }
  isOver = true
  await searching
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(PROBES * 0.99)]!
  console.log(`another request meanwhile: median ${median(times).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  return p99
}

/**
 * Returns mixed searches, hardly any of them twice: one and two characters, words, two words, whole lines, and text
 * without matches.
 */
export function queries(files: number, generator: SubtitleGenerator, seed: number, count: number): Query[] {
  const random = seededRandom(seed)
  const { ja, zh, en } = generator.words
  const rank = zipf(Math.min(ja.length, zh.length, en.length), 0.7, random)
  const anyLine = (language?: 'en') => {
    for (;;) {
      const file = Math.floor(random() * files)
      if (language === 'en' && file % 15 < 13) continue
      return pick(generator.lines(file), random).text
    }
  }
  const slice = (text: string, length: number) => {
    const start = Math.floor(random() * Math.max(1, text.length - length))
    return text.slice(start, start + length)
  }
  const shapes: Record<string, () => string> = {
    'one character': () => slice(anyLine(), 1),
    'two characters': () => slice(anyLine(), 2),
    'three characters': () => slice(anyLine(), 3),
    'a Japanese word': () => ja[rank()]!,
    'a Chinese word': () => zh[rank()]!,
    'an English word': () => en[rank()]!,
    'two Japanese words': () => `${ja[rank()]} ${ja[rank()]}`,
    'two English words': () => `${en[rank()]} ${en[rank()]}`,
    'a phrase': () => slice(anyLine(), 8),
    'an English phrase': () => `"${anyLine('en').split(' ').slice(1, 4).join(' ')}"`,
    'a whole line': () => anyLine(),
    'no match': () => `${ja[rank()]}${zh[rank()]}${ja[rank()]}`,
  }
  const names = Object.keys(shapes)
  return Array.from({ length: count }, (_, index) => {
    const shape = names[index % names.length]!
    return { shape, query: shapes[shape]!(), page: random() < 0.8 ? 1 : 1 + Math.floor(random() * 4) }
  })
}

/** Returns the median duration of a LIKE scan for a few words, in milliseconds. The lines are in their own table. */
function measureScan(dir: string, files: number, generator: SubtitleGenerator): number {
  const path = join(dir, 'lines.db')
  const isNew = !existsSync(path)
  const database = new DatabaseSync(path)
  if (isNew) {
    database.exec(
      'pragma journal_mode = off; pragma synchronous = off; create table line (file_id integer, text text); begin',
    )
    const insert = database.prepare('insert into line values (?, ?)')
    for (let file = 0; file < files; file++) for (const { text } of generator.lines(file)) insert.run(file, text)
    database.exec('commit')
  }
  const count = database.prepare(`select count(distinct file_id) as found from line where text like ?`)
  const times = SCANNED.map((words) => {
    const startedAt = performance.now()
    const { found } = count.get(`%${words}%`) as { found: number }
    const ms = performance.now() - startedAt
    console.log(`  LIKE '%${words}%': ${ms.toFixed(0)} ms, ${found} files`)
    return ms
  })
  database.close()
  return median(times)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 0 })} MB`
}
