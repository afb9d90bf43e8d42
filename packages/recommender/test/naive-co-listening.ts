import type { Listening, Parameters } from '../src/index.ts'

/**
 * How alike two works are by who has listened to both, as one would write it down: the cosine of their listeners, each with
 * the strength of their listening, a share of their source and a damping for much listening, shrunk by how few are common.
 */
export function naiveCoListening(works: ReadonlySet<number>, rows: readonly Listening[], parameters: Parameters) {
  const histories = [...Map.groupBy(rows, ({ listener }) => listener).values()]
    .map((history) => {
      const known = history.filter(({ work, strength }) => works.has(work) && strength > 0)
      return known.toSorted((a, b) => b.at - a.at || a.work - b.work)
    })
    .filter((history) => history.length > 0)
  const people = histories.map((history) => {
    const kept = history.slice(0, parameters.worksPerListener)
    const source = history[0]!.source
    const ofSource = histories.filter((other) => other[0]!.source === source).length
    return {
      share: 1 / ofSource,
      damping: kept.length ** -parameters.heavyListenerDamping,
      strengths: new Map(kept.map(({ work, strength }) => [work, strength])),
    }
  })

  return (a: number, b: number): number => {
    let [product, squaresOfA, squaresOfB, common] = [0, 0, 0, 0]
    for (const { share, damping, strengths } of people) {
      const [ofA, ofB] = [strengths.get(a), strengths.get(b)]
      if (ofA !== undefined) squaresOfA += share * damping * ofA ** 2
      if (ofB !== undefined) squaresOfB += share * damping * ofB ** 2
      if (ofA === undefined || ofB === undefined) continue
      product += share * damping * ofA * ofB
      common += share
    }
    if (common === 0) return 0
    return (product / Math.sqrt(squaresOfA * squaresOfB)) * (common / (common + parameters.shrinkage))
  }
}
