import type { CoListening } from './co-listening.ts'
import type { ContentNeighbours } from './content.ts'
import type { Parameters } from './parameters.ts'
import { createTopList } from './top-list.ts'
import type { RecommenderModel } from './types.ts'
import { createVariety } from './variety.ts'
import type { WorkTable } from './work-table.ts'

/** Number of works with common listeners that are scored. */
const CO_LISTENED = 120
/** Number of the best of them, and of similar works, from which the neighbours are chosen. */
const SHORTLIST = 120

type Neighbours = Pick<RecommenderModel, 'neighbourStarts' | 'neighbours' | 'neighbourScores'>

/**
 * Returns the most similar works of each work, by co-listening and by content.
 *
 * @param contentFactor of the content's weight
 */
export function blendNeighbours(
  table: WorkTable,
  co: CoListening,
  content: ContentNeighbours,
  parameters: Parameters,
  contentFactor: number,
): Neighbours {
  const count = table.ids.length
  const most = parameters.neighbours
  const neighbourStarts = new Uint32Array(count + 1)
  const neighbours = new Uint32Array(count * most)
  const neighbourScores = new Float32Array(count * most)
  const find = neighbourSearch(table, co, content, parameters, contentFactor)
  let end = 0
  for (let work = 0; work < count; work += 1) {
    find(work, (other, score) => {
      neighbours[end] = other
      neighbourScores[end] = score
      end += 1
    })
    neighbourStarts[work + 1] = end
  }
  return {
    neighbourStarts,
    neighbours: neighbours.slice(0, end),
    neighbourScores: neighbourScores.slice(0, end),
  }
}

type Found = (other: number, score: number, contentScore: number) => void

/**
 * Returns a function that finds the neighbours of a work, best first, with their scores and what content contributes
 * to them.
 */
export function neighbourSearch(
  table: WorkTable,
  co: CoListening,
  content: ContentNeighbours,
  parameters: Parameters,
  contentFactor: number,
): (work: number, found: Found) => void {
  const count = table.ids.length
  const most = parameters.neighbours
  const isDone = new Uint8Array(count)
  const coBest = createTopList(CO_LISTENED)
  const best = createTopList(SHORTLIST)
  const candidates = new Uint32Array(SHORTLIST)
  const scores = new Float64Array(SHORTLIST)
  // By ordinal: what content contributes to the score of an offered work.
  const contentScores = new Float32Array(count)
  const choose = createVariety(table, parameters.sameCircleFactor, parameters.worksPerCircle)
  return (work, found) => {
    co.turnTo(work)
    const likeness = content.likenessTo(work)
    const contentWeight = contentFactor * contentWeightAt(co.listeners[work]!, parameters)
    // Scores are compared in the precision they are stored in: the last bits of a sum depend on the order of its terms.
    const offer = (other: number, coScore: number, alike: number) => {
      const score = Math.fround(parameters.coListeningWeight * coScore + contentWeight * alike)
      if (score <= 0) return
      contentScores[other] = contentWeight * alike
      best.offer(other, score)
    }
    const group = table.groups[work]!
    for (let at = 0; at < co.count(); at += 1) {
      const other = co.others[at]!
      const score = Math.fround(co.scoreOf(other))
      if (score >= coBest.least() && table.groups[other] !== group) coBest.offer(other, score)
    }
    const [from, to] = [content.starts[work]!, content.starts[work + 1]!]
    for (let at = from; at < to; at += 1) {
      const other = content.nearest[at]!
      isDone[other] = 1
      offer(other, co.scoreOf(other), content.scores[at]!)
    }
    coBest.empty((other, score) => {
      if (isDone[other] === 0) offer(other, score, likeness(other))
    })
    for (let at = from; at < to; at += 1) isDone[content.nearest[at]!] = 0

    let offered = 0
    best.drain((other, score) => {
      candidates[offered] = other
      scores[offered] = score
      offered += 1
    })
    let chosen = 0
    choose(candidates, scores, offered, (other, score) => {
      found(other, score, Math.min(score, contentScores[other]!))
      chosen += 1
      return chosen < most
    })
  }
}

/** The fewer listeners a work has, the more its content counts. */
function contentWeightAt(listeners: number, parameters: Parameters): number {
  const { contentWeight, contentWeightUnheard, contentHalfListeners } = parameters
  return contentWeight + (contentWeightUnheard * contentHalfListeners) / (contentHalfListeners + listeners)
}
