import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'

import { buffersOf, createRecommender, type Listened, type WorkFacts } from '@otodana/recommender'

import { type Figure, figure, type Measured, median } from './figure.ts'
import { baselines, evaluate, type Evaluation } from './lib/evaluate-recommender.ts'
import { generatedFiles, generateListening } from './lib/generated-listening.ts'
import { InteractionFileError, readInteractions } from './lib/read-interactions.ts'
import type { BuildOrder, Built, Tuned } from './lib/recommender.worker.ts'
import type { Interaction } from './lib/time-split.ts'

const SIZE: BuildOrder = { works: 50_000, events: 1_000_000, seed: 2 }
const LATER_BUILDS = 3
const WARM_UP = 100
/** The blend's recall relative to the best baseline: at least this on each file, and on average. */
const LEAST_TIMES_BEST = 1
const MEAN_TIMES_BEST = 1.05
const MOST_TUNING_SECONDS = 20

/**
 * Measures how fast a worker thread builds models and tunes the blend, the latency of answers meanwhile, and their
 * quality on generated files with planted tastes. `npm run bench -- recommender --file events.csv` (repeatable) evaluates
 * files of user,item,time instead, `--quality` the generated files alone.
 */
export async function run(): Promise<Figure> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { file: { type: 'string', multiple: true }, quality: { type: 'boolean', default: false } },
  })
  if (values.file !== undefined) return await judgeFiles(values.file)
  const speed = values.quality ? null : await measureSpeed()
  const evaluations = Object.entries(generatedFiles).map(([name, { works: count, events: wanted, seed, habits }]) => {
    const { works, events } = generateListening(count, wanted, seed, habits)
    return evaluated(`generated, ${name}`, works, events)
  })
  return figure('recommender (50,000 works, 1,000,000 events)', [
    ...(speed === null ? [] : speedFigures(speed)),
    ...qualityFigures(evaluations),
  ])
}

function speedFigures(speed: Speed): Measured[] {
  return [
    { name: 'first build', value: speed.firstSeconds, unit: 's', goal: 30, better: 'less', digits: 1 },
    { name: 'after 1 % has changed', value: speed.laterShare * 100, unit: '% of it', goal: 60, better: 'less' },
    {
      name: 'tuning',
      value: speed.tuningSeconds,
      unit: 's of CPU',
      goal: MOST_TUNING_SECONDS,
      better: 'less',
      digits: 1,
    },
    { name: 'answers meanwhile, p99', value: speed.p99Ms, unit: 'ms', goal: 5, better: 'less', digits: 2 },
  ]
}

/** The blend's recall relative to the best baseline of each file. */
function qualityFigures(evaluations: readonly Evaluation[]): Measured[] {
  const ratios = evaluations.map(timesBest)
  return [
    {
      name: 'recall@20, worst file',
      value: Math.min(...ratios),
      unit: '× the best baseline',
      goal: LEAST_TIMES_BEST,
      better: 'more',
      digits: 3,
    },
    {
      name: 'mean of all files',
      value: ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length,
      unit: '×',
      goal: MEAN_TIMES_BEST,
      better: 'more',
      digits: 3,
    },
  ]
}

function timesBest({ qualities }: Evaluation): number {
  const best = Math.max(...baselines.map((name) => qualities[name].recall))
  // Zero is not better than zero.
  return qualities.shipped.recall === 0 ? 0 : qualities.shipped.recall / best
}

async function judgeFiles(paths: readonly string[]): Promise<Figure> {
  try {
    const evaluations: Evaluation[] = []
    for (const path of paths) evaluations.push(await evaluateFile(path))
    return figure(paths.join(', '), qualityFigures(evaluations))
  } catch (error) {
    // The message describes the problem in the file; a stack trace would not help.
    if (error instanceof InteractionFileError || (error instanceof Error && 'code' in error)) {
      return { ok: false, line: error.message }
    }
    throw error
  }
}

async function evaluateFile(path: string): Promise<Evaluation> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })
  const interactions: Interaction[] = await readInteractions(lines, path)
  const works: WorkFacts[] = [...new Set(interactions.map(({ work }) => work))].map((id) => ({
    id,
    group: id,
    circle: null,
    voices: [],
    tags: [],
    released: null,
    added: null,
    sales: 0,
    rating: 0,
    ratings: 0,
  }))
  return evaluated(path, works, interactions)
}

function evaluated(name: string, works: readonly WorkFacts[], interactions: readonly Interaction[]): Evaluation {
  console.log(
    `${name}: ${works.length.toLocaleString('en')} works, ${interactions.length.toLocaleString('en')} interactions`,
  )
  const evaluation = evaluate(works, interactions)
  const { listeners, past, tuning, tuningSeconds, qualities } = evaluation
  console.log(`  ${listeners} listeners evaluated, ${past.toLocaleString('en')} interactions known`)
  const weights = Object.entries(tuning.blend).map(([part, weight]) => `${part} ${Number(weight.toFixed(3))}`)
  console.log(
    `  tuned in ${tuningSeconds.toFixed(1)} s on ${tuning.listeners} listeners of the known part, ${tuning.compared} blends: ${weights.join(', ')}`,
  )
  for (const one of ['shipped', 'untuned', ...baselines] as const) {
    const { recall, ndcg, coverage, longTailShare } = qualities[one]
    console.log(
      `  ${one}: recall@20 ${recall.toFixed(4)}, NDCG@20 ${ndcg.toFixed(4)}, ` +
        `coverage ${percent(coverage)}, long tail ${percent(longTailShare)}`,
    )
  }
  console.log(`  shipped: ${timesBest(evaluation).toFixed(3)} × the best baseline`)
  return evaluation
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

type Speed = { firstSeconds: number; laterShare: number; tuningSeconds: number; p99Ms: number }

async function measureSpeed(): Promise<Speed> {
  const worker = new Worker(new URL('./lib/recommender.worker.ts', import.meta.url), { workerData: SIZE })
  let built: Built | undefined
  const failed = new Promise<never>((_, reject) => worker.once('error', reject))
  const next = () => Promise.race([failed, new Promise<Built>((resolve) => worker.once('message', resolve))])
  try {
    built = await next()
    const first = built
    const bytes = buffersOf(first.model).reduce((sum, { byteLength }) => sum + byteLength, 0)
    console.log(
      `first build: ${first.seconds.toFixed(1)} s for ${first.events.toLocaleString('en')} events, a model of ${(bytes / 1e6).toFixed(0)} MB`,
    )
    const laterSeconds: number[] = []
    const times: Times = { recommend: [], neighbours: [], popular: [] }
    for (let round = 0; round < LATER_BUILDS; round += 1) {
      const later = next()
      worker.postMessage('again')
      const [again] = await Promise.all([later, askUntil(later, first, times)])
      laterSeconds.push(again.seconds)
    }
    console.log(`later builds: ${laterSeconds.map((seconds) => seconds.toFixed(1)).join(', ')} s`)
    const p99s = Object.entries(times).map(([kind, some]) => {
      const sorted = some.toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
      console.log(
        `  ${kind}, ${some.length.toLocaleString('en')} times during them: median ${at(0.5).toFixed(3)} ms, p99 ${at(0.99).toFixed(3)}, longest ${at(1).toFixed(1)}`,
      )
      return at(0.99)
    })
    const tuned = new Promise<Tuned>((resolve) => worker.once('message', resolve))
    worker.postMessage('tune')
    const { tuningSeconds } = await Promise.race([failed, tuned])
    return {
      firstSeconds: first.seconds,
      laterShare: median(laterSeconds) / first.seconds,
      tuningSeconds,
      p99Ms: Math.max(...p99s),
    }
  } finally {
    await worker.terminate()
  }
}

type Times = Record<'recommend' | 'neighbours' | 'popular', number[]>

/** Requests recommendations, similar works and popular works in turn while the worker builds. */
async function askUntil(end: Promise<unknown>, { model, histories }: Built, times: Times): Promise<void> {
  let isOver = false
  void end.finally(() => (isOver = true))
  const recommender = createRecommender(model)
  const all: Listened[][] = histories.map((rows) => rows.map(([work, strength, at]) => ({ work, strength, at })))
  for (let round = 0; !isOver; round += 1) {
    const history = all[round % all.length]!
    const heard = new Set(history.map(({ work }) => work))
    const work = history[round % history.length]!.work
    const timed = {
      recommend: () => recommender.recommend(history, model.builtAt, heard),
      neighbours: () => recommender.neighbours(work),
      popular: () => recommender.popular().slice(0, 100),
    }
    for (const kind of ['recommend', 'neighbours', 'popular'] as const) {
      const startedAt = performance.now()
      timed[kind]()
      // The first ones are slow until they are compiled.
      if (round >= WARM_UP) times[kind].push(performance.now() - startedAt)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}
