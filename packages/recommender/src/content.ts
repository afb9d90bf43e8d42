import type { Parameters } from './parameters.ts'
import { createTopList } from './top-list.ts'
import { featureKinds, type WorkTable } from './work-table.ts'

/** Number of works whose features are scanned to find those that share a rare one. */
const SEARCHED = 20_000
const SHORTLIST = 150
/** Number of nearest works kept for each work, and the maximum of its own circle among them. */
const NEAREST = 60
const OWN_CIRCLE = 6

/** Content-based similarity by tags, circles and voice actors. */
export type ContentNeighbours = {
  /**
   * Returns a function that gives the similarity of another work to this one, 0 to 1: the cosine of their features,
   * weighted by rarity. Valid until the next call.
   */
  likenessTo(work: number): (other: number) => number
  /** By ordinal: start of its nearest works, with one more entry at the end. */
  starts: Uint32Array
  nearest: Uint32Array
  scores: Float64Array
}

export function contentNeighbours(table: WorkTable, parameters: Parameters): ContentNeighbours {
  const count = table.ids.length
  const { featureStarts, features } = table
  const weights = weightsOf(table, parameters)
  const lengths = new Float64Array(count)
  for (let work = 0; work < count; work += 1) {
    let squares = parameters.contentShrinkage
    for (let at = featureStarts[work]!; at < featureStarts[work + 1]!; at += 1) squares += weights[features[at]!]!
    lengths[work] = Math.sqrt(squares)
  }

  // By feature: its weight if the current work has it.
  const own = new Float64Array(weights.length)
  let turnedTo = -1
  function likeness(other: number): number {
    let common = 0
    for (let at = featureStarts[other]!; at < featureStarts[other + 1]!; at += 1) common += own[features[at]!]!
    return common === 0 ? 0 : common / (lengths[turnedTo]! * lengths[other]!)
  }
  function likenessTo(work: number): (other: number) => number {
    if (turnedTo >= 0) {
      for (let at = featureStarts[turnedTo]!; at < featureStarts[turnedTo + 1]!; at += 1) own[features[at]!] = 0
    }
    turnedTo = work
    for (let at = featureStarts[work]!; at < featureStarts[work + 1]!; at += 1)
      own[features[at]!] = weights[features[at]!]!
    return likeness
  }

  const works = worksByFeature(table)
  const found = new Float64Array(count)
  const shortlist = createTopList(SHORTLIST)
  const ownCircle = createTopList(OWN_CIRCLE)
  const best = createTopList(NEAREST)
  const starts = new Uint32Array(count + 1)
  const nearest = new Uint32Array(count * NEAREST)
  const scores = new Float64Array(count * NEAREST)
  const touched = new Uint32Array(count)
  const judge = (other: number) => best.offer(other, likeness(other))
  let end = 0
  for (let work = 0; work < count; work += 1) {
    let searched = 0
    let touches = 0
    const rarestFirst = features.slice(featureStarts[work], featureStarts[work + 1])
    rarestFirst.sort((a, b) => weights[b]! - weights[a]! || a - b)
    for (const feature of rarestFirst) {
      const [from, to] = [works.starts[feature]!, works.starts[feature + 1]!]
      if (searched > 0 && searched + to - from > SEARCHED) break
      searched += to - from
      const weight = weights[feature]!
      if (weight === 0) break
      for (let at = from; at < to; at += 1) {
        const other = works.of[at]!
        if (found[other] === 0) touched[touches++] = other
        found[other]! += weight
      }
    }
    for (let at = 0; at < touches; at += 1) {
      const other = touched[at]!
      const score = found[other]! / lengths[other]!
      found[other] = 0
      if (table.groups[other] === table.groups[work]) continue
      if (table.circles[work] !== 0 && table.circles[other] === table.circles[work]) ownCircle.offer(other, score)
      else shortlist.offer(other, score)
    }
    likenessTo(work)
    shortlist.empty(judge)
    ownCircle.empty(judge)
    best.drain((other, score) => {
      nearest[end] = other
      scores[end] = score
      end += 1
    })
    starts[work + 1] = end
  }
  return { likenessTo, starts, nearest: nearest.slice(0, end), scores: scores.slice(0, end) }
}

/** By feature: the square of its weight, which is the kind's weight times its rarity. */
function weightsOf({ ids, features, kinds }: WorkTable, parameters: Parameters): Float64Array {
  const byKind = { tag: parameters.tagWeight, circle: parameters.circleWeight, voice: parameters.voiceWeight }
  const counts = new Uint32Array(kinds.length)
  for (const feature of features) counts[feature]! += 1
  return Float64Array.from(kinds, (kind, feature) => {
    const rarity = Math.log(ids.length / counts[feature]!)
    return (byKind[featureKinds[kind]!] * rarity) ** 2
  })
}

function worksByFeature({ ids, featureStarts, features, kinds }: WorkTable): { starts: Uint32Array; of: Uint32Array } {
  const starts = new Uint32Array(kinds.length + 1)
  for (const feature of features) starts[feature + 1]! += 1
  for (let feature = 0; feature < kinds.length; feature += 1) starts[feature + 1]! += starts[feature]!
  const ends = starts.slice()
  const of = new Uint32Array(features.length)
  for (let work = 0; work < ids.length; work += 1) {
    for (let at = featureStarts[work]!; at < featureStarts[work + 1]!; at += 1) {
      const feature = features[at]!
      of[ends[feature]!] = work
      ends[feature]! += 1
    }
  }
  return { starts, of }
}
