import { type BlockSet, createBlockSet } from '../text/block-set.ts'
import type { SubtitleIndexRepository } from './subtitle-index.repository.ts'

/** Maximum number of grams to look up for a query: those with the fewest blocks. */
const MAX_GRAMS = 12
/** Maximum number of grams whose frequency is read: a query has 200 characters, some of which fold to eighteen. */
const MAX_ASKED_GRAMS = 256
/** Looking up this few is cheaper than reading their frequencies. */
const FEW_GRAMS = 3
/** With fewer blocks left it is faster to read their files. */
const FEW_BLOCKS = 48

type Lookup = Pick<SubtitleIndexRepository, 'sizesOf' | 'postingsOf'>

/** Returns the blocks that contain the rarest of the grams, and so may contain all of them; null: none. */
export async function blocksWith(repository: Lookup, grams: readonly number[]): Promise<BlockSet | null> {
  let set: BlockSet | null = null
  for (const gram of await rarestOf(repository, grams)) {
    const postings = await repository.postingsOf(gram)
    if (postings.length === 0) return null
    if (set) set.keep(postings)
    else set = createBlockSet(postings)
    if (set.isBelow(FEW_BLOCKS)) break
  }
  return set
}

/** Returns the grams to look up, rarest first; all in their order if there are few. */
async function rarestOf(repository: Lookup, grams: readonly number[]): Promise<readonly number[]> {
  if (grams.length <= FEW_GRAMS) return grams
  const asked = grams.slice(0, MAX_ASKED_GRAMS)
  const sizes = await repository.sizesOf(asked)
  return asked.toSorted((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0)).slice(0, MAX_GRAMS)
}
