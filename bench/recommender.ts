import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'

import { buffersOf, createRecommender, type Listened, type WorkFacts } from '@otodana/recommender'

import { type Figure, figure, median } from './figure.ts'
import { baselines, evaluate, type Evaluation } from './lib/evaluate-recommender.ts'
import { generateListening } from './lib/generated-listening.ts'
import { InteractionFileError, readInteractions } from './lib/read-interactions.ts'
import type { BuildOrder, Built } from './lib/recommender.worker.ts'
import type { Interaction } from './lib/time-split.ts'

const SIZE: BuildOrder = { works: 50_000, events: 1_000_000, seed: 2 }
const LATER_BUILDS = 3
const WARM_UP = 100
/** The parameters were tuned on the history of seed 1. */
const JUDGED_SEEDS = [2, 3]
const JUDGED = { works: 10_000, events: 200_000 }

/**
 * Measures how fast a worker thread builds models, the latency of answers meanwhile, and their quality on generated
 * listening with planted tastes. `npm run bench -- recommender --file events.csv` evaluates a file of user,item,time
 * instead.
 */
export async function run(): Promise<Figure> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { file: { type: 'string' } } })
  if (values.file !== undefined) return await judgeFile(values.file)
  const speed = await measureSpeed()
  const evaluations = JUDGED_SEEDS.map((seed) => {
    const { works, events } = generateListening(JUDGED.works, JUDGED.events, seed)
    console.log(
      `generated, seed ${seed}: ${JUDGED.works.toLocaleString('en')} works, ${events.length.toLocaleString('en')} events`,
    )
    return reported(evaluate(works, events))
  })
  return figure('recommender (50,000 works, 1,000,000 events)', [
    { name: 'first build', value: speed.firstSeconds, unit: 's', goal: 30, better: 'less', digits: 1 },
    { name: 'after 1 % has changed', value: speed.laterShare * 100, unit: '% of it', goal: 60, better: 'less' },
    { name: 'answers meanwhile, p99', value: speed.p99Ms, unit: 'ms', goal: 5, better: 'less', digits: 2 },
    ...qualityFigures(evaluations),
  ])
}

/** Returns the shipped blend's worst result of all evaluations, relative to the best baseline. */
function qualityFigures(evaluations: readonly Evaluation[]) {
  const timesBest = (of: 'recall' | 'ndcg') =>
    Math.min(
      ...evaluations.map((one) => {
        const best = Math.max(...baselines.map((name) => one[name][of]))
        // Zero is not better than zero.
        return one.shipped[of] === 0 ? 0 : one.shipped[of] / best
      }),
    )
  return [
    {
      name: 'recall@20',
      value: timesBest('recall'),
      unit: '× the best baseline',
      goal: 1.05,
      better: 'more' as const,
      digits: 2,
    },
    {
      name: 'NDCG@20',
      value: timesBest('ndcg'),
      unit: '× the best baseline',
      goal: 1.05,
      better: 'more' as const,
      digits: 2,
    },
  ]
}

async function judgeFile(path: string): Promise<Figure> {
  try {
    return figure(path, qualityFigures([await evaluateFile(path)]))
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
    sales: 0,
    rating: 0,
    ratings: 0,
  }))
  console.log(
    `${path}: ${works.length.toLocaleString('en')} items, ${interactions.length.toLocaleString('en')} interactions`,
  )
  return reported(evaluate(works, interactions))
}

function reported(evaluation: Evaluation): Evaluation {
  console.log(
    `  ${evaluation.listeners} listeners evaluated, ${evaluation.past.toLocaleString('en')} interactions known`,
  )
  for (const name of ['shipped', ...baselines] as const) {
    const { recall, ndcg, coverage, longTailShare } = evaluation[name]
    console.log(
      `  ${name}: recall@20 ${recall.toFixed(4)}, NDCG@20 ${ndcg.toFixed(4)}, ` +
        `coverage ${percent(coverage)}, long tail ${percent(longTailShare)}`,
    )
  }
  return evaluation
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

async function measureSpeed(): Promise<{ firstSeconds: number; laterShare: number; p99Ms: number }> {
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
    return { firstSeconds: first.seconds, laterShare: median(laterSeconds) / first.seconds, p99Ms: Math.max(...p99s) }
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
