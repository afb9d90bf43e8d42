import type { Bitmap } from './bits.ts'
import { foldForSearch } from './fold.ts'
import type { Selection } from './selection.ts'
import type { WorkIndex } from './work-index.ts'

/** Of the whole library, by preference: as many as there are languages that listeners prefer. */
const MAX_CACHED = 16

/** Keeps one edition of each work: see `oneEditionIn` of `CatalogueQuery`. */
export function createOneEdition(index: WorkIndex) {
  const ofAllWorks = new Map<string, Bitmap>()
  let cachedVersion = -1

  function keepBest(bits: Bitmap, preferred: readonly number[]): void {
    const { editions, languagesOf } = index
    const ids = index.columns.get('id').keys
    const rankOf = (work: number) => {
      const place = preferred.indexOf(languagesOf.firstOf(work))
      return place === -1 ? preferred.length : place
    }
    editions.keepBest(bits, (work, other) => {
      const difference =
        rankOf(work) - rankOf(other) || Number(editions.isOriginal(other)) - Number(editions.isOriginal(work))
      return difference === 0 ? ids[work]! < ids[other]! : difference < 0
    })
  }

  function bestOfAll({ bits }: Selection, preferred: readonly number[], version: number): Bitmap {
    if (cachedVersion !== version || ofAllWorks.size === MAX_CACHED) ofAllWorks.clear()
    cachedVersion = version
    const key = preferred.join()
    const known = ofAllWorks.get(key)
    if (known) return known
    const best = bits.slice()
    keepBest(best, preferred)
    ofAllWorks.set(key, best)
    return best
  }

  /** @param version  of the catalogue */
  return (selection: Selection, languages: readonly string[], version: number): void => {
    const preferred = languages.flatMap((language) => index.languageNumber(foldForSearch(language)) ?? [])
    if (selection.isWhole) selection.keep(bestOfAll(selection, preferred, version))
    else keepBest(selection.bits, preferred)
  }
}
