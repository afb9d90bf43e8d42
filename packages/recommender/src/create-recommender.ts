import { parameters as usual, type Parameters } from './parameters.ts'
import { createTopList } from './top-list.ts'
import type { Listened, Recommendation, Recommender, RecommenderModel } from './types.ts'
import { createVariety } from './variety.ts'
import { ordinalOf } from './work-table.ts'

const HISTORY = 500
const USUAL_LIMIT = 500

/**
 * The candidates of one answer. Reused for the same size, because allocating it for each answer burdens the garbage
 * collector.
 */
function createShortlist(most: number) {
  return { most, best: createTopList(most), candidates: new Uint32Array(most), scores: new Float64Array(most) }
}

/** A listened work, its weight, and the same without regard to its age: 0 to 1 each. */
type Weighed = { work: number; weight: number; strength: number }

/** Creates a recommender that answers from a model in memory. */
export function createRecommender(model: RecommenderModel, parameters: Parameters = usual): Recommender {
  const { workIds, groups, byPopularity, base, byBase, favour, neighbourStarts, neighbours, neighbourScores } = model
  const popularIds = byPopularity.map((ordinal) => workIds[ordinal]!)
  const choose = createVariety(model, parameters.sameCircleFactor, Number.POSITIVE_INFINITY)
  // All zero between two calls. By ordinal: the total score, the largest contribution, and the work it is from; by
  // group: whether it is excluded.
  const sums = new Float64Array(workIds.length)
  const strongest = new Float64Array(workIds.length)
  const because = new Uint32Array(workIds.length)
  const isGroupOut = new Uint8Array(workIds.length)
  const touched = new Uint32Array(workIds.length)
  let shortlist = createShortlist(2 * USUAL_LIMIT + 100)

  return {
    isRanked: model.isRanked,

    popular: () => popularIds,

    neighbours(work) {
      const ordinal = ordinalOf(workIds, work)
      if (ordinal < 0) return []
      const [from, to] = [neighbourStarts[ordinal]!, neighbourStarts[ordinal + 1]!]
      return Array.from({ length: to - from }, (_, place) => ({
        id: workIds[neighbours[from + place]!]!,
        score: neighbourScores[from + place]!,
      }))
    },

    recommend(history, now, exclude, { limit = USUAL_LIMIT, accepts = () => true, among } = {}) {
      const wanted = Math.max(0, Math.min(Math.floor(limit), workIds.length)) || 0
      if (wanted === 0) return []
      const excluded = [...exclude].map((id) => ordinalOf(workIds, id)).filter((ordinal) => ordinal >= 0)
      const { touches, evidence } = hear(weigh(history, now))
      const asked = among?.map((id) => ordinalOf(workIds, id)).filter((ordinal) => ordinal >= 0)
      for (const ordinal of excluded) isGroupOut[groups[ordinal]!] = 1
      try {
        // More than requested, because editions and works of one circle are skipped.
        for (let most = 2 * wanted + 100; ; most *= 4) {
          const { recommended, candidates } = shortlisted(touches, evidence, most, wanted, accepts, asked)
          if (recommended.length === wanted || candidates < most) return recommended
        }
      } finally {
        for (let at = 0; at < touches; at += 1) {
          sums[touched[at]!] = 0
          strongest[touched[at]!] = 0
        }
        for (const ordinal of excluded) isGroupOut[groups[ordinal]!] = 0
      }
    },
  }

  /** Chooses the `wanted` best of a shortlist of `most`, after `hear`; returns the number of candidates. */
  function shortlisted(
    touches: number,
    evidence: number,
    most: number,
    wanted: number,
    accepts: (id: number) => boolean,
    asked: readonly number[] | undefined,
  ): { recommended: Recommendation[]; candidates: number } {
    let greatest = 0
    for (let at = 0; at < touches; at += 1) {
      const ordinal = touched[at]!
      if (sums[ordinal]! > greatest && isGroupOut[groups[ordinal]!] === 0) greatest = sums[ordinal]!
    }
    const belief = beliefIn(evidence, parameters)
    const weight = greatest > 0 ? (model.personalWeight * belief) / greatest : 0

    if (shortlist.most !== most) shortlist = createShortlist(most)
    const { best, candidates, scores } = shortlist
    // Empty, unless `accepts` threw during the last call.
    best.empty(() => {})
    const consider = (ordinal: number, score: number): boolean => {
      if (score < best.least() || isGroupOut[groups[ordinal]!] === 1 || !accepts(workIds[ordinal]!)) return false
      best.offer(ordinal, score)
      return true
    }
    if (asked) {
      for (const ordinal of asked) consider(ordinal, base[ordinal]! + weight * sums[ordinal]!)
    } else {
      for (let at = 0; at < touches; at += 1) {
        const ordinal = touched[at]!
        consider(ordinal, base[ordinal]! + weight * sums[ordinal]!)
      }
      let untouched = 0
      for (const ordinal of byBase) {
        const score = base[ordinal]!
        if (untouched === most || score < best.least()) break
        if (sums[ordinal] === 0 && consider(ordinal, score)) untouched += 1
      }
    }

    let count = 0
    best.drain((ordinal, score) => {
      candidates[count] = ordinal
      scores[count] = score
      count += 1
    })
    const recommended: Recommendation[] = []
    choose(candidates, scores, count, (ordinal, score) => {
      recommended.push({ id: workIds[ordinal]!, score, because: sums[ordinal]! > 0 ? because[ordinal]! : null })
      return recommended.length < wanted
    })
    return { recommended, candidates: count }
  }

  /**
   * Adds up each listened work's contribution to its neighbours: fills `sums`, `strongest`, `because` and `touched`.
   */
  function hear(history: readonly Weighed[]): { touches: number; evidence: number } {
    let touches = 0
    let evidence = 0
    for (const { work, weight, strength } of history) {
      const ordinal = ordinalOf(workIds, work)
      if (ordinal < 0) continue
      evidence += strength
      for (let at = neighbourStarts[ordinal]!; at < neighbourStarts[ordinal + 1]!; at += 1) {
        const other = neighbours[at]!
        const said = weight * neighbourScores[at]! * favour[other]!
        if (said === 0) continue
        if (sums[other] === 0) touched[touches++] = other
        sums[other]! += said
        if (said > strongest[other]!) {
          strongest[other] = said
          because[other] = work
        }
      }
    }
    return { touches, evidence }
  }

  /** Returns the weight of each work; only of the latest ones. */
  function weigh(history: readonly Listened[], now: number): Weighed[] {
    const byWork = new Map<number, Weighed>()
    for (const { work, strength, at } of history) {
      const weight = weightOf(strength, at, now, parameters)
      if (weight > 0 && weight > (byWork.get(work)?.weight ?? 0))
        byWork.set(work, { work, weight, strength: Math.min(1, strength) })
    }
    const all = [...byWork.values()].sort((a, b) => b.weight - a.weight || a.work - b.work)
    return all.slice(0, HISTORY)
  }
}

/** Returns how much a listened work says of a listener's taste, 0 to 1. */
export function weightOf(strength: number, at: number, now: number, { historyHalfLifeMs }: Parameters): number {
  return Math.min(1, strength) * 2 ** (-Math.max(0, now - at) / historyHalfLifeMs)
}

/**
 * Returns how much a history counts beside what recommends works to any listener. Old listening is as much evidence of a
 * taste as new.
 *
 * @param evidence sum of the strengths of a history
 */
export function beliefIn(evidence: number, { halfBelievedHistory }: Parameters): number {
  return evidence > 0 ? evidence / (evidence + halfBelievedHistory) : 0
}
