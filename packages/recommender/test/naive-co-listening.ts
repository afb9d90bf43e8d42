import type { Listening, Parameters } from '../src/index.ts'

/**
 * Co-listening similarity, written plainly: the cosine of two works' listeners, each weighted by strength, share of the
 * source and damping for heavy listeners, shrunk where hardly more are common than expected by chance.
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
    let [product, squaresOfA, squaresOfB] = [0, 0, 0]
    let [ofBoth, listenersOfA, listenersOfB, everybody] = [0, 0, 0, 0]
    for (const { share, damping, strengths } of people) {
      const [ofA, ofB] = [strengths.get(a), strengths.get(b)]
      everybody += share
      if (ofA !== undefined) {
        squaresOfA += share * damping * ofA ** 2
        listenersOfA += share
      }
      if (ofB !== undefined) {
        squaresOfB += share * damping * ofB ** 2
        listenersOfB += share
      }
      if (ofA === undefined || ofB === undefined) continue
      product += share * damping * ofA * ofB
      ofBoth += share
    }
    const excess = ofBoth - (listenersOfA * listenersOfB) / (everybody + parameters.strangers)
    if (!(excess > 0)) return 0
    return (product / Math.sqrt(squaresOfA * squaresOfB)) * (excess ** 2 / (excess ** 2 + parameters.shrinkage ** 2))
  }
}
