import { isDeepStrictEqual } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { type Catalogue, type CatalogueQuery, type CatalogueWork, createCatalogue } from '@otodana/catalogue'

import { parseKeyword } from '@otodana/keyword'

import { createNaiveCatalogue } from '../packages/catalogue/test/naive-catalogue.ts'
import { type Figure, figure, median } from './figure.ts'
import { changesOf, generateCatalogue, type GeneratedCatalogue } from './lib/generated-works.ts'
import { catalogueQueryOf, mixedLoad } from './lib/mixed-load.ts'

/** Rounds of queries: 300 are about 11,000, nearly all of them different. */
const ROUNDS = { usual: 300, large: 60 }
const PASSES = 3
const CHANGES = 1_000
/** As the web app's lists ask. */
const ONE_EDITION = { oneEditionIn: ['CHI_HANS', 'CHI_HANT', 'CHI'] }

type Question = { shape: string; query: CatalogueQuery }
type Measured = { loadSeconds: number; megabytes: number; queriesPerSecond: number; p99Ms: number }

/**
 * Measures the read model alone in one thread, without HTTP and database: with 100,000 works, and with 500,000 to see
 * how it scales.
 */
export async function run(): Promise<Figure> {
  const usual = measure(100_000, { rounds: ROUNDS.usual, isChecked: true })
  const large = measure(500_000, { rounds: ROUNDS.large, isChecked: false })
  return figure('catalogue', [
    { name: '100,000 works', value: usual.queriesPerSecond, unit: 'queries/CPU-s', goal: 10_000, better: 'more' },
    { name: 'p99', value: usual.p99Ms, unit: 'ms', goal: 2, better: 'less', digits: 2 },
    { name: 'load', value: usual.loadSeconds, unit: 's', goal: 1.5, better: 'less', digits: 2 },
    { name: 'memory', value: usual.megabytes, unit: 'MB', goal: 220, better: 'less' },
    { name: '500,000 works: load', value: large.loadSeconds, unit: 's', goal: 8, better: 'less', digits: 2 },
    { name: 'memory', value: large.megabytes, unit: 'MB', goal: 650, better: 'less' },
  ])
}

function measure(count: number, { rounds, isChecked }: { rounds: number; isChecked: boolean }): Measured {
  const generated = generateCatalogue(count)
  const changes = [...changesOf(generated)]
  const before = usedMegabytes()
  const catalogue = createCatalogue()
  const loadMs = cpuMsOf(() => {
    catalogue.load(changes)
    // The first query sorts what was loaded, and the first search indexes its texts.
    catalogue.query({ terms: [], order: 'id', direction: 'asc', offset: 0, limit: 0 })
    while (catalogue.indexSome());
  })
  const megabytes = usedMegabytes() - before
  console.log(
    `${count.toLocaleString('en')} works: loaded in ${(loadMs / 1_000).toFixed(2)} s, ${megabytes.toFixed(0)} MB`,
  )
  if (isChecked) check(catalogue, generated)
  const queries = measureQueries(catalogue, generated, rounds)
  console.log('the same with one edition of each work:')
  measureQueries(catalogue, generated, rounds, ONE_EDITION)
  measureCounts(catalogue)
  measureChanges(catalogue, generated.works)
  return { loadSeconds: loadMs / 1_000, megabytes, ...queries }
}

/** Compares every kind of query with a linear scan. */
function check(catalogue: Catalogue, generated: GeneratedCatalogue): void {
  const naive = createNaiveCatalogue()
  naive.load(changesOf(generated))
  const questions = [...questionsOf(generated, 1, 4), ...questionsOf(generated, 1, 4, ONE_EDITION)]
  for (const { shape, query } of questions) {
    const [answer, expected] = [catalogue.query(query), naive.query(query)]
    if (!isDeepStrictEqual(answer, expected)) {
      throw new Error(`${shape}: ${JSON.stringify({ query, answer, expected })}`)
    }
  }
  console.log(`${questions.length} kinds of queries equal a linear scan`)
}

function measureQueries(
  catalogue: Catalogue,
  generated: GeneratedCatalogue,
  rounds: number,
  more: Partial<CatalogueQuery> = {},
): Pick<Measured, 'queriesPerSecond' | 'p99Ms'> {
  for (const { query } of questionsOf(generated, rounds / 10, 3, more)) catalogue.query(query)
  const questions = questionsOf(generated, rounds, 2, more)
  const cpuMs = cpuMsOf(() => {
    for (const { query } of questions) catalogue.query(query)
  })
  // CPU time cannot be measured for a single query; the fastest of a few runs is the least disturbed.
  const times = questions.map(({ shape }) => ({ shape, ms: Number.POSITIVE_INFINITY }))
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const [index, { query }] of questions.entries()) {
      const startedAt = performance.now()
      catalogue.query(query)
      times[index]!.ms = Math.min(times[index]!.ms, performance.now() - startedAt)
    }
  }
  const queriesPerSecond = (questions.length / cpuMs) * 1_000
  const sorted = times.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  console.log(
    `${queriesPerSecond.toLocaleString('en', { maximumFractionDigits: 0 })} queries/CPU-s; ` +
      `median ${microseconds(at(0.5))}, p99 ${microseconds(at(0.99))}, longest ${microseconds(at(1))}`,
  )
  const shapes = [...Map.groupBy(times, ({ shape }) => shape)]
    .map(([shape, all]) => ({
      shape,
      median: median(all.map(({ ms }) => ms)),
      longest: Math.max(...all.map(({ ms }) => ms)),
    }))
    .sort((a, b) => b.median - a.median)
  for (const { shape, median, longest } of shapes) {
    console.log(`  ${shape}: ${microseconds(median)}, longest ${microseconds(longest)}`)
  }
  return { queriesPerSecond, p99Ms: at(0.99) }
}

/** As the filter panel asks: ten groups with their choices, and the most frequent names of four. */
function measureCounts(catalogue: Catalogue): void {
  const choicesOf = (text: string) => text.split(' ').map((term) => parseKeyword(term))
  const groups = [
    { choices: choicesOf('$-duration:10m$ $duration:10m$ $duration:30m$ $duration:1h$ $duration:2h$') },
    { choices: choicesOf('$age:general$ $age:r15$ $age:adult$ $age:unrated$ $-age:adult$') },
    { choices: choicesOf('$rate:3$ $rate:4$ $rate:4.5$ $rate:4.8$') },
    { choices: choicesOf('$-price:500$ $price:500$ $price:1000$ $price:2000$') },
    { choices: Array.from({ length: 20 }, (_, at) => parseKeyword(`$release:${2007 + at}$$-release:${2008 + at}$`)) },
    ...(['language', 'circle', 'voiceActor', 'tag'] as const).map((names) => ({ choices: [], names })),
  ]
  for (const keyword of ['', 'ASMR', '$-age:adult$', '雨']) {
    for (const isOneEach of [false, true]) {
      const narrowing = { terms: parseKeyword(keyword) }
      const times = Array.from({ length: 9 }, () =>
        cpuMsOf(() => {
          for (const group of groups) catalogue.count({ narrowing, isOneEach, limit: 50, ...group })
        }),
      )
      const how = isOneEach ? 'works' : 'editions'
      console.log(
        `  counts of all filters, “${keyword}”, ${how}: ${median(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms`,
      )
    }
  }
}

function measureChanges(catalogue: Catalogue, works: readonly CatalogueWork[]): void {
  const some = works.filter((_, index) => index % Math.floor(works.length / CHANGES) === 0).slice(0, CHANGES)
  const apply = (name: string, changed: (work: CatalogueWork) => CatalogueWork | null) => {
    const ms = cpuMsOf(() => {
      for (const work of some) {
        const next = changed(work)
        catalogue.apply(next ? { kind: 'work', work: next } : { kind: 'workRemoved', id: work.id })
      }
    })
    console.log(`  ${name}: ${microseconds(ms / some.length)} per work`)
  }
  apply('nothing changed', (work) => work)
  apply('rated', (work) => ({ ...work, rateAverage: 5 - work.rateAverage, reviewCount: work.reviewCount + 1 }))
  apply('another title', (work) => ({ ...work, title: `${work.title.slice(5)}${work.title.slice(0, 5)}` }))
  apply('removed', () => null)
  apply('new', (work) => work)
}

function questionsOf(
  generated: GeneratedCatalogue,
  rounds: number,
  seed: number,
  more: Partial<CatalogueQuery> = {},
): Question[] {
  return mixedLoad(generated, rounds, seed).map((query) => ({
    shape: query.shape,
    query: { ...catalogueQueryOf(query), ...more },
  }))
}

function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function usedMegabytes(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1_000_000
}

function microseconds(ms: number): string {
  return `${(ms * 1_000).toLocaleString('en', { maximumFractionDigits: ms < 0.01 ? 1 : 0 })} µs`
}
