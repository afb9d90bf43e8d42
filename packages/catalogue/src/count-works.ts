import { type Bitmap, countBits, hasBit, listBits, subtract } from './bits.ts'
import type { Links } from './links.ts'
import type { Selection } from './selection.ts'
import type { CountAnswer, CountedNames, CountQuery } from './types.ts'
import type { WorkIndex } from './work-index.ts'

/** Works have fewer ordinals than this, so a family and an ordinal fit into one exact number. */
const ORDINALS = 2 ** 26

/** Counts selected works, and the names that most of them have. */
export function createWorkCounter(index: WorkIndex) {
  let seen = new Int32Array(0)
  let round = 0
  let sorted = new Uint32Array(0)
  let sortedVersion = -1

  /** Of each family only one counts. */
  function countFamilies({ bits, words }: Selection): number {
    const { families, related } = index.editions
    if (seen.length < families.length) seen = new Int32Array(families.length)
    round += 1
    let extra = 0
    forEachCommon(bits, related, words, (work) => {
      const family = families[work]!
      if (seen[family] === round) extra += 1
      seen[family] = round
    })
    return countBits(bits, words) - extra
  }

  /** All works with other editions, sorted by family. */
  function sortByFamily(version: number): Uint32Array {
    if (version !== sortedVersion) {
      const { families, related } = index.editions
      const works = new Uint32Array(index.capacity)
      const keys = new Float64Array(listBits(related, related.length, works))
      for (let at = 0; at < keys.length; at += 1) keys[at] = families[works[at]!]! * ORDINALS + works[at]!
      sorted = Uint32Array.from(keys.sort(), (key) => key % ORDINALS)
      sortedVersion = version
    }
    return sorted
  }

  /** Splits the selection into works without other editions, and the others sorted by family. */
  function split({ bits, words }: Selection, version: number): { single: Uint32Array; grouped: Uint32Array } {
    const { related } = index.editions
    const alone = bits.slice(0, words)
    subtract(alone, related, words)
    const single = new Uint32Array(countBits(alone, words))
    listBits(alone, words, single)
    return { single, grouped: sortByFamily(version).filter((work) => hasBit(bits, work)) }
  }

  function countNames(selection: Selection, links: Links, size: number, version: number | null): Uint32Array {
    const counts = new Uint32Array(size)
    if (version === null) {
      links.count(selection.list(), counts, null)
      return counts
    }
    const { single, grouped } = split(selection, version)
    links.count(single, counts, null)
    links.count(grouped, counts, index.editions.families)
    return counts
  }

  const kinds: Record<CountedNames, () => { links: Links; ids: readonly (number | string)[] }> = {
    tag: () => ({ links: index.tagsOf, ids: index.tags.ids }),
    circle: () => ({ links: index.circlesOf, ids: index.circles.ids }),
    voiceActor: () => ({ links: index.voiceActorsOf, ids: index.voiceActors.ids }),
    language: () => ({ links: index.languagesOf, ids: index.languages }),
    subtitleLanguage: () => ({ links: index.subtitleLanguagesOf, ids: index.languages }),
  }

  /** @param version  of the catalogue */
  return (
    selection: Selection,
    version: number,
    { isOneEach, names, limit }: Pick<CountQuery, 'isOneEach' | 'names' | 'limit'>,
  ): Pick<CountAnswer, 'total' | 'names'> => {
    const total = isOneEach ? countFamilies(selection) : selection.count()
    if (names === undefined) return { total, names: [] }
    const { links, ids } = kinds[names]()
    return {
      total,
      names: mostFrequent(countNames(selection, links, ids.length, isOneEach ? version : null), ids, limit),
    }
  }
}

/** Of equal counts those that were known first go first. */
function mostFrequent(counts: Uint32Array, ids: readonly (number | string)[], limit: number): CountAnswer['names'] {
  const used = Array.from(counts.keys()).filter((number) => counts[number]! > 0)
  return used
    .sort((a, b) => counts[b]! - counts[a]! || a - b)
    .slice(0, limit)
    .map((number) => ({ id: ids[number]!, count: counts[number]! }))
}

function forEachCommon(a: Bitmap, b: Bitmap, words: number, visit: (number: number) => void): void {
  for (let index = 0; index < words; index += 1) {
    for (let word = a[index]! & b[index]!; word !== 0; word &= word - 1) {
      visit((index << 5) + 31 - Math.clz32(word & -word))
    }
  }
}
