import { type BlockSet, createBlockSet } from '../text/block-set.ts'
import type { SubtitleIndexRepository } from './subtitle-index.repository.ts'

/** Of a query's grams so many at most are looked up, those that the fewest blocks hold. */
const MAX_GRAMS = 12
/** And of so many at most it is asked how rare they are: a query is 200 characters, of which some fold to eighteen. */
const MAX_ASKED_GRAMS = 256
/** It costs less to look up so many than to ask which are rare. */
const FEW_GRAMS = 3
/** With fewer blocks left it is quicker to look into their files. */
const FEW_BLOCKS = 48

type Lookup = Pick<SubtitleIndexRepository, 'sizesOf' | 'postingsOf'>

/** The blocks that hold the rarest of the grams, and so may hold all of them; null: none can. */
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

/** Those to be looked up, first what the fewest blocks hold; of a few all, as they come. */
async function rarestOf(repository: Lookup, grams: readonly number[]): Promise<readonly number[]> {
  if (grams.length <= FEW_GRAMS) return grams
  const asked = grams.slice(0, MAX_ASKED_GRAMS)
  const sizes = await repository.sizesOf(asked)
  return asked.toSorted((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0)).slice(0, MAX_GRAMS)
}
