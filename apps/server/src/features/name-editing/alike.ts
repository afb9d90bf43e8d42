import { foldForFinding } from '@otodana/keyword'

import type { NameId } from '#features/metadata/index.ts'

export type AlikeName = { id: NameId; name: string; count: number; others?: readonly string[] }

const IN_BRACKETS = /\([^)]*\)|\[[^\]]*\]|【[^】]*】|「[^」]*」|『[^』]*』/g
const NO_LETTER = /[^\p{L}\p{N}]+/gu
/** Long vowels are written with any dash, or left out. */
const LONG = /[ーｰ〜～]/g

/**
 * Returns what spellings of one name often share: without case, width, spaces, punctuation, long vowel marks and what
 * is in brackets, katakana as hiragana.
 */
export function alikeKey(name: string): string {
  const folded = foldForFinding(name)
  const plain = (text: string) => text.replace(LONG, '').replace(NO_LETTER, '')
  return plain(folded.replace(IN_BRACKETS, '')) || plain(folded) || folded
}

/**
 * Returns groups of names with works of which one spelling is alike, those with most works first.
 *
 * @param pause  called now and then, to let other work run
 */
export async function groupAlike<N extends AlikeName>(
  names: readonly N[],
  limit: number,
  pause: () => Promise<void>,
): Promise<N[][]> {
  const groups = createGroups(names.length)
  const firstWith = new Map<string, number>()
  for (const [at, { name, count, others = [] }] of names.entries()) {
    if (at % 200 === 0) await pause()
    if (count === 0) continue
    for (const key of new Set([name, ...others].map(alikeKey))) {
      const first = firstWith.get(key)
      if (first === undefined) firstWith.set(key, at)
      else groups.join(first, at)
    }
  }
  const works = (group: readonly N[]) => group.reduce((sum, { count }) => sum + count, 0)
  const members = Map.groupBy(names.keys(), (at) => groups.of(at))
  return [...members.values()]
    .map((group) => group.flatMap((at) => names[at] ?? []))
    .filter((group) => group.length > 1)
    .map((group) => group.toSorted((a, b) => b.count - a.count))
    .sort((a, b) => works(b) - works(a))
    .slice(0, limit)
}

/** Disjoint sets of the numbers below `size`. */
function createGroups(size: number) {
  const parents = Array.from({ length: size }, (_, at) => at)
  function of(at: number): number {
    let root = at
    for (let parent = parents[root] ?? root; parent !== root; parent = parents[root] ?? root) {
      parents[root] = parents[parent] ?? parent
      root = parent
    }
    return root
  }
  return { of, join: (a: number, b: number) => void (parents[of(b)] = of(a)) }
}
