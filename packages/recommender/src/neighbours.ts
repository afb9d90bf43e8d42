import { type CoListening } from './co-listening.ts'
import { contentNearest, type ContentNeighbours } from './content.ts'
import type { Parameters } from './parameters.ts'
import { createTopList } from './top-list.ts'
import type { RecommenderModel } from './types.ts'
import { createVariety } from './variety.ts'
import type { WorkTable } from './work-table.ts'

/** Works with common listeners that are looked at closer. */
const CO_LISTENED = 120
/** The best of them and of those that are alike, from which the neighbours are chosen. */
const SHORTLIST = 120

/** Of each work those that are most like it: by who else listened to them, and by what they are made of. */
export function blendNeighbours(
  table: WorkTable,
  co: CoListening,
  content: ContentNeighbours,
  parameters: Parameters,
): Pick<RecommenderModel, 'neighbourStarts' | 'neighbours' | 'neighbourScores'> {
  const count = table.ids.length
  const most = parameters.neighbours
  const neighbourStarts = new Uint32Array(count + 1)
  const neighbours = new Uint32Array(count * most)
  const neighbourScores = new Float32Array(count * most)
  const coScores = new Float64Array(count)
  const touched = new Uint32Array(count + contentNearest)
  const coBest = createTopList(CO_LISTENED)
  const best = createTopList(SHORTLIST)
  const candidates = new Uint32Array(SHORTLIST)
  const scores = new Float64Array(SHORTLIST)
  const choose = createVariety(table, parameters.sameCircleFactor, parameters.worksPerCircle)
  let end = 0
  for (let work = 0; work < count; work += 1) {
    let touches = 0
    const likeness = content.likenessTo(work)
    const contentWeight = contentWeightAt(co.listeners[work]!, parameters)
    const offer = (other: number, coScore: number, likeness: number) => {
      const score = parameters.coListeningWeight * coScore + contentWeight * likeness
      if (score > 0) best.offer(other, score)
    }
    co.forEachOther(work, (other, score) => {
      coScores[other] = score
      touched[touches++] = other
      if (table.groups[other] !== table.groups[work]) coBest.offer(other, score)
    })
    for (let at = content.starts[work]!; at < content.starts[work + 1]!; at += 1) {
      const other = content.nearest[at]!
      offer(other, coScores[other]!, content.scores[at]!)
      // Marked as done for what comes next.
      coScores[other] = -1
      touched[touches++] = other
    }
    coBest.empty((other, score) => {
      if (coScores[other]! >= 0) offer(other, score, likeness(other))
    })
    for (let at = 0; at < touches; at += 1) coScores[touched[at]!] = 0

    let found = 0
    best.drain((other, score) => {
      candidates[found] = other
      scores[found] = score
      found += 1
    })
    const from = end
    choose(candidates, scores, found, (other, score) => {
      neighbours[end] = other
      neighbourScores[end] = score
      end += 1
      return end - from < most
    })
    neighbourStarts[work + 1] = end
  }
  return {
    neighbourStarts,
    neighbours: neighbours.slice(0, end),
    neighbourScores: neighbourScores.slice(0, end),
  }
}

/** The fewer have listened to a work, the more its content says. */
function contentWeightAt(listeners: number, parameters: Parameters): number {
  const { contentWeight, contentWeightUnheard, contentHalfListeners } = parameters
  return contentWeight + (contentWeightUnheard * contentHalfListeners) / (contentHalfListeners + listeners)
}
