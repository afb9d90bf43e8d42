import { baseOf, favourOf, type Parts, partsOf } from './blend.ts'
import { coListening } from './co-listening.ts'
import type { ContentNeighbours } from './content.ts'
import { beliefIn, weightOf } from './create-recommender.ts'
import type { Histories } from './listening-store.ts'
import { neighbourSearch } from './neighbours.ts'
import type { Parameters } from './parameters.ts'
import { listeningBySource, popularityFrom } from './popularity.ts'
import { createTopList } from './top-list.ts'
import type { Tuning } from './types.ts'
import { type Blend, type Part, parts, usualBlend } from './usual-blend.ts'
import { ordinalOf, type WorkTable } from './work-table.ts'

/** The shares of all listening between which it is predicted, from what was before: fashions change. */
const WINDOWS = [
  [0.85, 1],
  [0.7, 0.85],
  [0.55, 0.7],
] as const
/** With fewer listeners to predict, or a shorter history, the usual blend stays. */
const LEAST_HISTORY_MS = 14 * 86_400_000
const LEAST_LISTENERS = 30
/** Of more listeners in a window a sample is predicted, and of each history the latest works count. */
const MOST_LISTENERS = 500
const MOST_HISTORY = 100
/** Number of the best works by each part, and among the neighbours, that compete for a place. */
const CANDIDATES = 40
const CANDIDATE_NEIGHBOURS = 120
const FIRST = 20
/** Ranks count beside recall, so that nearly equal blends differ. */
const RANK_WEIGHT = 0.25
const ROUNDS = 3
const MOST_COMPARED = 500
/** A gain of so many standard errors is trusted half: the best of many blends is partly the luckiest. */
const TRUSTED_ERRORS = 2

/**
 * Chooses a blend on the library's own history: the last part of all listening is hidden, and predicted for a sample of
 * listeners from what was known before it. Weights are changed one by one, starting from the usual blend and from the
 * best single part, as long as predictions improve.
 */
export function tuneBlend(
  table: WorkTable,
  histories: Histories,
  content: ContentNeighbours,
  now: number,
  parameters: Parameters,
): Tuning {
  const predicted: Predicted[] = []
  for (const window of windowsOf(histories, now)) {
    const asked = sampleOf(table, histories, window)
    if (asked.length > 0) predicted.push({ window, asked })
  }
  const listeners = predicted.reduce((sum, { asked }) => sum + asked.length, 0)
  if (listeners < LEAST_LISTENERS) {
    return {
      blend: usualBlend,
      tunedAt: now,
      window: null,
      listeners,
      compared: 0,
      recall: 0,
      usualRecall: 0,
      bestPart: null,
    }
  }
  const judges = predicted.map(({ window, asked }) =>
    createJudge(table, asked, historiesBefore(histories, window.from), content, window.from, parameters),
  )
  const found = search((blend, each) => judges.forEach((judge) => judge(blend, each)))
  const window = { from: predicted.at(-1)!.window.from, to: predicted[0]!.window.to }
  return { ...found, tunedAt: now, window, listeners }
}

type Window = { from: number; to: number }
type Predicted = { window: Window; asked: Asked[] }

/** The last parts of the history, by the number of rows, latest first. */
function windowsOf({ times }: Histories, now: number): Window[] {
  const past = times.filter((at) => at <= now && at > Number.NEGATIVE_INFINITY).sort()
  if (past.length === 0 || past.at(-1)! - past[0]! < LEAST_HISTORY_MS) return []
  const timeAt = (share: number) => past[Math.min(past.length - 1, Math.floor(past.length * share))]!
  return WINDOWS.map(([from, to]) => ({ from: timeAt(from), to: timeAt(to) })).filter(
    ({ from, to }) => past[0]! < from && from < to,
  )
}

/** A listener at the beginning of the window. */
type Asked = {
  /** Ordinals, latest first. */
  history: { ordinal: number; strength: number; at: number }[]
  /** Groups of editions. */
  heard: Set<number>
  /**
   * The works that they hear in the window, and no edition of which is in `history`. Of a row only the latest time is
   * known, so a work begun before the window and continued in it counts as well.
   */
  wanted: Set<number>
}

/** Listeners with a past and other works in the window, one of each source, evenly from all. */
function sampleOf(table: WorkTable, histories: Histories, { from, to }: Window): Asked[] {
  const { listeners, starts, works, strengths, times, sources } = histories
  const asked: Asked[] = []
  const seen = new Set<number>()
  // In an order that has nothing to do with when they came, so that the first ones are a sample.
  const order = Uint32Array.from(listeners, (_, one) => one).sort((a, b) => mixed(a) - mixed(b) || a - b)
  for (const one of order) {
    if (asked.length === MOST_LISTENERS) break
    const source = sources[starts[one]!]!
    if (seen.has(source)) continue
    const history: Asked['history'] = []
    const later: number[] = []
    for (let row = starts[one]!; row < starts[one + 1]!; row += 1) {
      const ordinal = ordinalOf(table.ids, works[row]!)
      const at = times[row]!
      if (ordinal < 0 || at > to) continue
      if (at < from) history.push({ ordinal, strength: strengths[row]!, at })
      else if (isOut(table, ordinal, from)) later.push(ordinal)
    }
    const heard = new Set(history.map(({ ordinal }) => table.groups[ordinal]!))
    const wanted = new Set(later.filter((ordinal) => !heard.has(table.groups[ordinal]!)))
    if (history.length === 0 || wanted.size === 0) continue
    seen.add(source)
    history.sort((a, b) => b.at - a.at || a.ordinal - b.ordinal)
    asked.push({ history: history.slice(0, MOST_HISTORY), heard, wanted })
  }
  return asked
}

/** Whether a work could be recommended at that time. */
function isOut(table: WorkTable, ordinal: number, at: number): boolean {
  const { released } = table.works[ordinal]!
  return released === null || !(released > at)
}

/** Mixes the bits of a number: neighbouring numbers come far apart. */
function mixed(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** A copy without the rows from `until` on. */
function historiesBefore({ times, ...histories }: Histories, until: number): Histories {
  const count = times.reduce((sum, at) => (at < until ? sum + 1 : sum), 0)
  const before: Histories = {
    listeners: histories.listeners,
    starts: new Uint32Array(histories.starts.length),
    works: new Float64Array(count),
    strengths: new Float64Array(count),
    times: new Float64Array(count),
    sources: new Float64Array(count),
    isAnonymous: new Uint8Array(count),
  }
  let end = 0
  for (let one = 0; one < before.listeners.length; one += 1) {
    for (let row = histories.starts[one]!; row < histories.starts[one + 1]!; row += 1) {
      if (!(times[row]! < until)) continue
      before.works[end] = histories.works[row]!
      before.strengths[end] = histories.strengths[row]!
      before.times[end] = times[row]!
      before.sources[end] = histories.sources[row]!
      before.isAnonymous[end] = histories.isAnonymous[row]!
      end += 1
    }
    before.starts[one + 1] = end
  }
  return before
}

/** Calls `each` with how good a blend is for each listener, 0 to 1. */
type Judge = (blend: Blend, each: (recall: number, ndcg: number) => void) => void

/** What may be recommended to a listener. */
type Contest = {
  /** Ordinals. */
  candidates: Uint32Array
  /** By candidate: the sum of its scores as a neighbour by co-listening, and by content with the factor 1. */
  co: Float32Array
  content: Float32Array
  isWanted: Uint8Array
  wanted: number
  belief: number
}

/** Prepares what is the same for all blends. */
function createJudge(
  table: WorkTable,
  asked: readonly Asked[],
  histories: Histories,
  content: ContentNeighbours,
  at: number,
  parameters: Parameters,
): Judge {
  const bySource = listeningBySource(table, histories, parameters)
  const known = partsOf(bySource, popularityFrom(bySource, table, at, parameters), table, at)
  const contests = prepareContests(table, asked, histories, content, known, at, parameters)
  const best = createTopList(FIRST)
  return (blend, each) => {
    const base = baseOf(known, blend)
    const favour = favourOf(known, blend)
    for (const { candidates, co, content: alike, isWanted, wanted, belief } of contests) {
      let greatest = 0
      for (let index = 0; index < candidates.length; index += 1) {
        greatest = Math.max(greatest, (co[index]! + blend.content * alike[index]!) * favour[candidates[index]!]!)
      }
      const weight = greatest > 0 ? (blend.personal * belief) / greatest : 0
      for (let index = 0; index < candidates.length; index += 1) {
        const ordinal = candidates[index]!
        const personal = (co[index]! + blend.content * alike[index]!) * favour[ordinal]!
        const score = base[ordinal]! + weight * personal
        if (score > best.least()) best.offer(index, score)
      }
      let [hits, gained, place, possible] = [0, 0, 0, 0]
      best.drain((index) => {
        place += 1
        if (isWanted[index] === 0) return
        hits += 1
        gained += 1 / Math.log2(place + 1)
      })
      for (let rank = 1; rank <= Math.min(FIRST, wanted); rank += 1) possible += 1 / Math.log2(rank + 1)
      each(hits / wanted, gained / possible)
    }
  }
}

function prepareContests(
  table: WorkTable,
  asked: readonly Asked[],
  histories: Histories,
  content: ContentNeighbours,
  known: Parts,
  at: number,
  parameters: Parameters,
): Contest[] {
  const find = neighbourSearch(table, coListening(table.ids, histories, parameters), content, parameters, 1)
  const neighboursOf = new Map<number, { others: Uint32Array; co: Float32Array; content: Float32Array }>()
  const others: number[] = []
  const coScores: number[] = []
  const contentScores: number[] = []
  const neighbours = (ordinal: number) => {
    const found = neighboursOf.get(ordinal)
    if (found) return found
    others.length = coScores.length = contentScores.length = 0
    find(ordinal, (other, score, byContent) => {
      others.push(other)
      coScores.push(score - byContent)
      contentScores.push(byContent)
    })
    const made = {
      others: Uint32Array.from(others),
      co: Float32Array.from(coScores),
      content: Float32Array.from(contentScores),
    }
    neighboursOf.set(ordinal, made)
    return made
  }
  const orders = parts.map((part) => {
    const values = known[part]
    const order = Uint32Array.from(values, (_, ordinal) => ordinal)
    const isCandidate = (ordinal: number) => values[ordinal]! > 0 && isOut(table, ordinal, at)
    return order.filter(isCandidate).sort((a, b) => values[b]! - values[a]! || a - b)
  })
  // By ordinal; all zero between two listeners.
  const co = new Float64Array(table.ids.length)
  const alike = new Float64Array(table.ids.length)
  const best = createTopList(CANDIDATE_NEIGHBOURS)
  return asked.map(({ history, heard, wanted }) => {
    const touched = new Set<number>()
    let evidence = 0
    for (const { ordinal, strength, at: heardAt } of history) {
      const weight = weightOf(strength, heardAt, at, parameters)
      if (weight === 0) continue
      evidence += strength
      const near = neighbours(ordinal)
      for (const [index, other] of near.others.entries()) {
        touched.add(other)
        co[other]! += weight * near.co[index]!
        alike[other]! += weight * near.content[index]!
      }
    }
    const isNew = (ordinal: number) => !heard.has(table.groups[ordinal]!)
    const chosen = new Set<number>()
    // By the sum in which both count the same, and by each with its fashion, since a blend may prefer either.
    for (const worth of [() => 1, (ordinal: number) => known.month[ordinal]!]) {
      for (const other of touched) {
        if (isNew(other) && isOut(table, other, at)) best.offer(other, (co[other]! + alike[other]!) * worth(other))
      }
      best.empty((other) => chosen.add(other))
    }
    for (const order of orders) {
      let count = 0
      for (const ordinal of order) {
        if (count === CANDIDATES) break
        if (!isNew(ordinal)) continue
        chosen.add(ordinal)
        count += 1
      }
    }
    // Ascending: of equal scores the smaller ordinal is recommended.
    const candidates = Uint32Array.from(chosen).sort()
    const contest: Contest = {
      candidates,
      co: Float32Array.from(candidates, (ordinal) => co[ordinal]!),
      content: Float32Array.from(candidates, (ordinal) => alike[ordinal]!),
      isWanted: Uint8Array.from(candidates, (ordinal) => (wanted.has(ordinal) ? 1 : 0)),
      wanted: wanted.size,
      belief: beliefIn(evidence, parameters),
    }
    for (const other of touched) {
      co[other] = 0
      alike[other] = 0
    }
    return contest
  })
}

const nothing: Blend = { ...usualBlend, personal: 0, popular: 0, week: 0, month: 0, quarter: 0, ever: 0, fresh: 0 }
const single: Record<Part | 'personal', Blend> = {
  personal: { ...nothing, personal: 1, fashion: 0 },
  popular: { ...nothing, popular: 1 },
  week: { ...nothing, week: 1 },
  month: { ...nothing, month: 1 },
  quarter: { ...nothing, quarter: 1 },
  ever: { ...nothing, ever: 1 },
  fresh: { ...nothing, fresh: 1 },
}
const factors = [0, 0.25, 0.5, 0.75, 1.33, 2, 4]
const firstWeights = [0.05, 0.1, 0.3, 1]
/** The weights in the order in which they are changed, and the values that are tried. */
const steps: readonly (readonly [keyof Blend, (value: number) => readonly number[]])[] = [
  ['month', weights],
  ['week', weights],
  ['popular', weights],
  ['fashion', () => [0, 0.15, 0.3, 0.5, 0.75, 1]],
  ['content', () => [0.25, 0.5, 1, 2, 4]],
  ['personal', weights],
  ['quarter', weights],
  ['ever', weights],
  ['fresh', weights],
]

function weights(value: number): readonly number[] {
  return value === 0 ? firstWeights : factors.map((factor) => factor * value)
}

type Compared = { blend: Blend; recall: number; worth: number }

/** Changes one weight after the other as long as it helps. */
function search(judge: Judge): Pick<Tuning, 'blend' | 'compared' | 'recall' | 'usualRecall' | 'bestPart'> {
  let compared = 0
  function compare(blend: Blend): Compared {
    compared += 1
    let [listeners, recalled, worth] = [0, 0, 0]
    judge(blend, (recall, ndcg) => {
      listeners += 1
      recalled += recall
      worth += recall + RANK_WEIGHT * ndcg
    })
    return { blend, recall: recalled / listeners, worth: worth / listeners }
  }
  function climb(start: Compared): Compared {
    let best = start
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = best.worth
      for (const [weight, valuesFor] of steps) {
        for (const value of valuesFor(best.blend[weight])) {
          if (compared >= MOST_COMPARED || value === best.blend[weight]) continue
          const changed = compare({ ...best.blend, [weight]: value })
          if (changed.worth > best.worth) best = changed
        }
      }
      if (best.worth === before) break
    }
    return best
  }
  const usual = compare(usualBlend)
  const alone = Object.entries(single).map(([name, blend]) => ({ ...compare(blend), name: name as Part | 'personal' }))
  const bestPart = alone.reduce((best, one) => (one.recall > best.recall ? one : best))
  let best = usual
  for (const start of [usual, bestPart].sort((a, b) => b.worth - a.worth)) {
    const end = climb(start)
    if (end.worth > best.worth) best = end
  }
  const careful = compare(mixedOf(usual.blend, best.blend, trustIn(judge, usual.blend, best.blend)))
  // Neither caution nor better ranks make up for a recall below that of one part.
  const chosen = [careful, best].find(({ recall }) => recall >= bestPart.recall) ?? bestPart
  return {
    blend: chosen.blend,
    compared,
    recall: chosen.recall,
    usualRecall: usual.recall,
    bestPart: { name: bestPart.name, recall: bestPart.recall },
  }
}

/** Returns how far the gain of a blend over the usual one is to be trusted, 0 to 1, by how it differs among listeners. */
function trustIn(judge: Judge, usual: Blend, chosen: Blend): number {
  const gains: number[] = []
  judge(usual, (recall, ndcg) => gains.push(-recall - RANK_WEIGHT * ndcg))
  let index = 0
  judge(chosen, (recall, ndcg) => (gains[index++]! += recall + RANK_WEIGHT * ndcg))
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length * (gains.length - 1))
  return mean > 0 ? mean ** 2 / (mean ** 2 + TRUSTED_ERRORS ** 2 * variance) : 0
}

/** Mixes two blends by their shares of the sum of weights. */
function mixedOf(usual: Blend, chosen: Blend, share: number): Blend {
  const sumOf = (blend: Blend) => parts.reduce((sum, part) => sum + blend[part], blend.personal)
  const [ofUsual, ofChosen] = [(1 - share) / sumOf(usual), share / sumOf(chosen)]
  const mixed: Blend = { ...usual }
  for (const part of [...parts, 'personal'] as const) mixed[part] = ofUsual * usual[part] + ofChosen * chosen[part]
  mixed.content = usual.content ** (1 - share) * chosen.content ** share
  mixed.fashion = (1 - share) * usual.fashion + share * chosen.fashion
  return mixed
}
