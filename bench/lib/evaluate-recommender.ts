import {
  createModelBuilder,
  createRecommender,
  parameters as shipped,
  type Parameters,
  type Recommender,
  type WorkFacts,
} from '@otodana/recommender'

import { longTail, ndcgAt, recallAt } from './ranking-quality.ts'
import { seededRandom } from './random.ts'
import { type Interaction, type SplitListener, splitByTime } from './time-split.ts'

export type Quality = {
  recall: number
  ndcg: number
  /** The share of all works that were recommended at least once. */
  coverage: number
  /** The share of recommendations that are works of the long tail. */
  longTailShare: number
}

/** Returns the best works for a listener, best first, without those already heard. */
type Ranking = (one: SplitListener) => number[]

const FIRST = 20
const PAST_SHARE = 0.85
const MOST_LISTENERS = 3_000

export const baselines = ['popularity', 'content only', 'co-occurrence'] as const
export type Evaluation = { listeners: number; past: number } & Record<'shipped' | (typeof baselines)[number], Quality>

/** Evaluates each recommender on the same listeners at the same time. */
export function evaluate(
  works: readonly WorkFacts[],
  interactions: readonly Interaction[],
  parameters = shipped,
): Evaluation {
  const split = prepareSplit(works, interactions)
  const model = learn(split, parameters)
  const judge = (ranking: Ranking) => qualityOf(ranking, split)
  return {
    listeners: split.listeners.length,
    past: split.past.length,
    shipped: judge(recommended(model, split.at)),
    popularity: judge(popular(model)),
    'content only': judge(
      recommended(
        learn(split, { ...parameters, coListeningWeight: 0, popularityWeight: 0, halfBelievedHistory: 0 }),
        split.at,
      ),
    ),
    'co-occurrence': judge(coOccurring(split)),
  }
}

export type Split = {
  works: WorkFacts[]
  at: number
  past: Interaction[]
  listeners: SplitListener[]
  tail: Set<number>
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

function learn({ works, past, at }: Split, parameters: Parameters): Recommender {
  const builder = createModelBuilder(parameters)
  builder.setWorks(works)
  builder.setListening(past.map((one) => ({ ...one, source: one.listener, isAnonymous: false })))
  return createRecommender(builder.build(at), parameters)
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
