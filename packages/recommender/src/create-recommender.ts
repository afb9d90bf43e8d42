import { parameters as usual, type Parameters } from './parameters.ts'
import { createTopList } from './top-list.ts'
import type { Listened, Recommendation, Recommender, RecommenderModel } from './types.ts'
import { createVariety } from './variety.ts'
import { ordinalOf } from './work-table.ts'

const HISTORY = 500
const USUAL_LIMIT = 500

/** Answers from a model, in memory. */
export function createRecommender(model: RecommenderModel, parameters: Parameters = usual): Recommender {
  const { workIds, groups, popularity, byPopularity, neighbourStarts, neighbours, neighbourScores } = model
  const popularIds = byPopularity.map((ordinal) => workIds[ordinal]!)
  const favour = popularity.map((score) => score ** parameters.popularFavour)
  const choose = createVariety(model, parameters.sameCircleFactor, Number.POSITIVE_INFINITY)
  // By ordinal, all zero between two calls: what speaks for a work, what most, and who says so.
  const sums = new Float64Array(workIds.length)
  const strongest = new Float64Array(workIds.length)
  const because = new Uint32Array(workIds.length)

  return {
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

    recommend(history, now, exclude, { limit = USUAL_LIMIT, accepts = () => true } = {}) {
      const excludedGroups = new Set<number>()
      for (const id of exclude) {
        const ordinal = ordinalOf(workIds, id)
        if (ordinal >= 0) excludedGroups.add(groups[ordinal]!)
      }
      const touched: number[] = []
      let evidence = 0
      for (const { work, weight } of weighed(history, now)) {
        const ordinal = ordinalOf(workIds, work)
        if (ordinal < 0) continue
        evidence += weight
        for (let at = neighbourStarts[ordinal]!; at < neighbourStarts[ordinal + 1]!; at += 1) {
          const other = neighbours[at]!
          const said = weight * neighbourScores[at]! * favour[other]!
          if (said === 0) continue
          if (sums[other] === 0) touched.push(other)
          sums[other]! += said
          if (said > strongest[other]!) {
            strongest[other] = said
            because[other] = work
          }
        }
      }

      let greatest = 0
      for (const other of touched) greatest = Math.max(greatest, sums[other]!)
      const belief = greatest > 0 ? evidence / (evidence + parameters.halfBelievedHistory) : 0
      const popularWeight = 1 - belief + parameters.popularityWeight
      const scoreOf = (ordinal: number) =>
        popularWeight * popularity[ordinal]! + (sums[ordinal]! > 0 ? (belief * sums[ordinal]!) / greatest : 0)

      // More than are asked for, since editions and works of one circle make room for others.
      const wanted = Math.max(0, Math.min(limit, workIds.length))
      const best = createTopList(2 * wanted + 100)
      const isWanted = (ordinal: number) => !excludedGroups.has(groups[ordinal]!) && accepts(workIds[ordinal]!)
      for (const other of touched) if (isWanted(other)) best.offer(other, scoreOf(other))
      let popular = 0
      for (const ordinal of byPopularity) {
        if (popular > 2 * wanted + 100) break
        if (sums[ordinal] !== 0 || !isWanted(ordinal)) continue
        best.offer(ordinal, scoreOf(ordinal))
        popular += 1
      }
      const candidates: number[] = []
      const scores: number[] = []
      best.drain((ordinal, score) => {
        candidates.push(ordinal)
        scores.push(score)
      })
      const recommended: Recommendation[] = []
      if (wanted > 0) {
        choose(Uint32Array.from(candidates), Float64Array.from(scores), candidates.length, (ordinal, score) => {
          const isSpokenFor = strongest[ordinal]! > 0
          recommended.push({ id: workIds[ordinal]!, score, because: isSpokenFor ? because[ordinal]! : null })
          return recommended.length < wanted
        })
      }
      for (const other of touched) {
        sums[other] = 0
        strongest[other] = 0
      }
      return recommended
    },
  }

  /** Of each work what it weighs; the latest ones only. */
  function weighed(history: readonly Listened[], now: number): { work: number; weight: number }[] {
    const byWork = new Map<number, { work: number; weight: number }>()
    for (const { work, strength, at } of history) {
      const ageMs = Math.max(0, now - at)
      const weight = Math.min(1, strength) * 2 ** (-ageMs / parameters.historyHalfLifeMs)
      if (weight > 0 && weight > (byWork.get(work)?.weight ?? 0)) byWork.set(work, { work, weight })
    }
    const all = [...byWork.values()].sort((a, b) => b.weight - a.weight || a.work - b.work)
    return all.slice(0, HISTORY)
  }
}
