import type { WorkFacts } from './types.ts'

export const featureKinds = ['tag', 'circle', 'voice'] as const

/** The works by ordinal (ascending id), with their features as numbers. */
export type WorkTable = {
  works: readonly WorkFacts[]
  ids: Uint32Array<ArrayBuffer>
  groups: Uint32Array<ArrayBuffer>
  /** Counted from 1; 0 is none. */
  circles: Uint32Array<ArrayBuffer>
  /** By ordinal: start of its features in `features`, with one more entry at the end. */
  featureStarts: Uint32Array
  /** Ascending within a work. */
  features: Uint32Array
  /** By feature: its index in `featureKinds`. */
  kinds: Uint8Array
}

/** Of works with the same id the last one wins; those whose id is not a 32-bit integer are ignored. */
export function createWorkTable(facts: Iterable<WorkFacts>): WorkTable {
  const byId = new Map<number, WorkFacts>()
  for (const work of facts) if (work.id >>> 0 === work.id) byId.set(work.id, work)
  const works = [...byId.values()].sort((a, b) => a.id - b.id)

  const groups = createNumbering<number>()
  const circles = createNumbering<number>()
  const names = createNumbering<string>()
  const kinds: number[] = []
  const starts = new Uint32Array(works.length + 1)
  const features: number[] = []
  const numberOf = (kind: number, name: string | number) => {
    const number = names.of(`${kind}${name}`)
    kinds[number] = kind
    return number
  }
  for (const [ordinal, work] of works.entries()) {
    const own = new Set<number>()
    for (const tag of work.tags) own.add(numberOf(0, tag))
    if (work.circle !== null) own.add(numberOf(1, work.circle))
    for (const voice of work.voices) own.add(numberOf(2, voice))
    features.push(...[...own].sort((a, b) => a - b))
    starts[ordinal + 1] = features.length
  }
  return {
    works,
    ids: Uint32Array.from(works, ({ id }) => id),
    groups: Uint32Array.from(works, ({ group }) => groups.of(group)),
    circles: Uint32Array.from(works, ({ circle }) => (circle === null ? 0 : circles.of(circle) + 1)),
    featureStarts: starts,
    features: Uint32Array.from(features),
    kinds: Uint8Array.from(kinds),
  }
}

/** Whether two tables are equal in everything that content similarity uses. */
export function haveSameContent(a: WorkTable, b: WorkTable): boolean {
  return (
    isSame(a.groups, b.groups) &&
    isSame(a.circles, b.circles) &&
    isSame(a.featureStarts, b.featureStarts) &&
    isSame(a.features, b.features) &&
    isSame(a.kinds, b.kinds)
  )
}

function isSame(a: Uint32Array | Uint8Array, b: Uint32Array | Uint8Array): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}

function createNumbering<T>(): { of(name: T): number } {
  const numbers = new Map<T, number>()
  return {
    of(name) {
      let number = numbers.get(name)
      if (number === undefined) {
        number = numbers.size
        numbers.set(name, number)
      }
      return number
    },
  }
}

/** Returns the index of `id` in ascending `ids`, or −1. */
export function ordinalOf(ids: Uint32Array, id: number): number {
  let low = 0
  let high = ids.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = ids[middle]!
    if (found === id) return middle
    if (found < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}
