import {
  type Blend,
  createModelBuilder,
  createRecommender,
  type ModelBuilder,
  parameters as shipped,
  type Parameters,
  type Recommender,
  type Tuning,
  usualBlend,
  type WorkFacts,
} from '@otodana/recommender'

import { ease, itemCosine, recentlyPopular } from './baselines.ts'
import { longTail, ndcgAt, recallAt } from './ranking-quality.ts'
import { seededRandom } from './random.ts'
import { type Interaction, type Ranking, type Split, splitByTime } from './time-split.ts'

export type Quality = {
  recall: number
  ndcg: number
  /** The share of all works that were recommended at least once. */
  coverage: number
  /** The share of recommendations that are works of the long tail. */
  longTailShare: number
}

const FIRST = 20
const PAST_SHARE = 0.85
const MOST_LISTENERS = 3_000

export const baselines = [
  'popularity',
  'popular in 7 days',
  'popular in 30 days',
  'popular in 90 days',
  'popular at all times',
  'content only',
  'co-occurrence',
  'item cosine',
  'EASE',
] as const
type Baseline = (typeof baselines)[number]
export type Evaluation = {
  listeners: number
  past: number
  tuning: Tuning
  tuningSeconds: number
  /** With the blend that is chosen on the known part of the history, and with the one that needs none. */
  qualities: Record<'shipped' | 'untuned' | Baseline, Quality>
}

/** Evaluates each recommender on the same listeners at the same time. None knows anything of what is predicted. */
export function evaluate(works: readonly WorkFacts[], interactions: readonly Interaction[]): Evaluation {
  const split = prepareSplit(works, interactions)
  const { at } = split
  const builder = learn(split, shipped)
  const since = performance.now()
  const tuning = builder.tune(at)
  const tuningSeconds = (performance.now() - since) / 1_000
  const judge = (ranking: Ranking) => qualityOf(ranking, split)
  const blended = (blend: Blend) => judge(recommended(createRecommender(builder.build(at, blend)), at))
  const contentOnly = learn(split, { ...shipped, coListeningWeight: 0 }).build(at, onlyPersonal)
  return {
    listeners: split.listeners.length,
    past: split.past.length,
    tuning,
    tuningSeconds,
    qualities: {
      shipped: blended(tuning.blend),
      untuned: blended(usualBlend),
      popularity: judge(popular(createRecommender(builder.build(at)))),
      'popular in 7 days': judge(recentlyPopular(split, 7)),
      'popular in 30 days': judge(recentlyPopular(split, 30)),
      'popular in 90 days': judge(recentlyPopular(split, 90)),
      'popular at all times': judge(recentlyPopular(split, Number.POSITIVE_INFINITY)),
      'content only': judge(recommended(createRecommender(contentOnly), at)),
      'co-occurrence': judge(coOccurring(split)),
      'item cosine': judge(itemCosine(split)),
      EASE: judge(ease(split)),
    },
  }
}

const onlyPersonal: Blend = {
  personal: 1,
  content: 1,
  fashion: 0,
  popular: 0,
  week: 0,
  month: 0,
  quarter: 0,
  ever: 0,
  fresh: 0,
}

/** Excludes works released after the split. Of very many listeners a fixed sample is evaluated. */
export function prepareSplit(works: readonly WorkFacts[], interactions: readonly Interaction[]): Split {
  const { at, past, listeners } = splitByTime(interactions, PAST_SHARE)
  const out = works.filter(({ released }) => released === null || released < at)
  const isOut = new Set(out.map(({ id }) => id))
  const random = seededRandom(7)
  const asked = listeners
    .map((one) => ({ ...one, wanted: new Set([...one.wanted].filter((id) => isOut.has(id))), chance: random() }))
    .filter(({ wanted }) => wanted.size > 0)
    .sort((a, b) => a.chance - b.chance)
    .slice(0, MOST_LISTENERS)
  const listenersOf = new Map<number, number>()
  for (const { work } of past) listenersOf.set(work, (listenersOf.get(work) ?? 0) + 1)
  const tail = longTail([...isOut], listenersOf)
  return { works: out, at, past, listeners: asked, tail }
}

function learn({ works, past }: Split, parameters: Parameters): ModelBuilder {
  const builder = createModelBuilder(parameters)
  builder.setWorks(works)
  builder.setListening(past.map((one) => ({ ...one, source: one.listener, isAnonymous: false })))
  return builder
}

function recommended(recommender: Recommender, at: number): Ranking {
  return ({ history }) =>
    recommender.recommend(history, at, new Set(history.map(({ work }) => work)), { limit: FIRST }).map(({ id }) => id)
}

function popular(recommender: Recommender): Ranking {
  return ({ history }) => {
    const heard = new Set(history.map(({ work }) => work))
    const ids: number[] = []
    for (const id of recommender.popular()) {
      if (ids.length === FIRST) break
      if (!heard.has(id)) ids.push(id)
    }
    return ids
  }
}

/** Ranks works by how often the listeners of the history's works heard them. */
function coOccurring({ past }: Split): Ranking {
  const worksOf = new Map(
    [...Map.groupBy(past, ({ listener }) => listener)].map(([who, some]) => [who, some.map(({ work }) => work)]),
  )
  const listenersOf = new Map(
    [...Map.groupBy(past, ({ work }) => work)].map(([work, some]) => [work, some.map(({ listener }) => listener)]),
  )
  return ({ listener, history }) => {
    const counts = new Map<number, number>()
    const heard = new Set(history.map(({ work }) => work))
    for (const work of heard) {
      for (const who of listenersOf.get(work)!) {
        if (who === listener) continue
        for (const other of worksOf.get(who)!) if (!heard.has(other)) counts.set(other, (counts.get(other) ?? 0) + 1)
      }
    }
    return [...counts]
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, FIRST)
      .map(([id]) => id)
  }
}

export function qualityOf(ranking: Ranking, { works, listeners, tail }: Split): Quality {
  const shown = new Set<number>()
  let [recall, ndcg, places, inTail] = [0, 0, 0, 0]
  for (const one of listeners) {
    const ids = ranking(one)
    recall += recallAt(FIRST, ids, one.wanted)
    ndcg += ndcgAt(FIRST, ids, one.wanted)
    places += ids.length
    for (const id of ids) {
      shown.add(id)
      if (tail.has(id)) inTail += 1
    }
  }
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  return {
    recall: share(recall, listeners.length),
    ndcg: share(ndcg, listeners.length),
    coverage: share(shown.size, works.length),
    longTailShare: share(inTail, places),
  }
}
