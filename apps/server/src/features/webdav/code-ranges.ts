import { canonicalCode, isWorkId, MAX_WORK_ID, parseWorkIdentity } from '@otodana/work-code'

/** Ids from `first` to `last`. */
export type CodeRange = { first: number; last: number }

/** The most members that a folder lists of itself. Windows takes a megabyte of them, about twice as many. */
export const MAX_MEMBERS = 1_000

/** Blocks of ids, smallest first; ids of one prefix are a block of the largest. */
const BLOCKS = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

/**
 * Divides works into ranges of codes, if there are too many to list: into the largest blocks that can be listed, or else into as
 * many blocks as can be.
 *
 * @param ids  ascending, all in the range
 * @returns null: all can be listed
 */
export function rangesOf(ids: readonly number[], max = MAX_MEMBERS): CodeRange[] | null {
  if (ids.length <= max) return null
  let found: CodeRange[] | null = null
  for (const block of BLOCKS.toReversed()) {
    const { numbers, largest } = blocksOf(ids, block)
    // A block that holds everything would be the same folder again.
    if (numbers.length === 1) continue
    if (numbers.length > max) break
    found = numbers.map((number) => ({ first: number * block, last: number * block + block - 1 }))
    if (largest <= max) break
  }
  return found
}

/** Returns the numbers of the blocks that ids are in, and how many are in the fullest. */
function blocksOf(ids: readonly number[], block: number): { numbers: number[]; largest: number } {
  const numbers: number[] = []
  let largest = 0
  let count = 0
  for (const id of ids) {
    const number = Math.floor(id / block)
    if (number === numbers.at(-1)) count++
    else {
      numbers.push(number)
      count = 1
    }
    largest = Math.max(largest, count)
  }
  return { numbers, largest }
}

/** Returns the name of a range: `RJ01230000-RJ01239999`. */
export function rangeName({ first, last }: CodeRange): string {
  // Number zero is no code.
  return `${canonicalCode(isWorkId(first) ? first : first + 1)}-${canonicalCode(Math.min(last, MAX_WORK_ID))}`
}

/** Reads the name of any range; null for other names. */
export function parseRange(name: string): CodeRange | null {
  const [, from = '', to = ''] = /^([^-\s]+)-([^-\s]+)$/.exec(name) ?? []
  const [first, last] = [parseWorkIdentity(from), parseWorkIdentity(to)]
  return first && last && first.id <= last.id ? { first: first.id, last: last.id } : null
}

/** Reads the id of a work from its folder's name, which begins with its code; null for other names. */
export function parseWorkName(name: string): number | null {
  return parseWorkIdentity(name.split(' ', 1)[0] ?? '')?.id ?? null
}
