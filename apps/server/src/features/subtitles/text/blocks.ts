/** Lines that are indexed together. */
export type Block = {
  /** Index of its first line, and of the next block's first line. */
  start: number
  end: number
}

const MAX_LINES = 8
const MAX_CHARACTERS = 240

/**
 * Divides lines into blocks. Short ones make an index precise, long ones small: with this size, a phrase of four
 * characters hardly ever matches a block that does not contain it.
 *
 * @param lengths  of the lines, in UTF-16 code units
 */
export function blocksOf(lengths: ArrayLike<number>): Block[] {
  const blocks: Block[] = []
  let start = 0
  let characters = 0
  for (let index = 0; index < lengths.length; index++) {
    characters += lengths[index]!
    if (index + 1 - start < MAX_LINES && characters < MAX_CHARACTERS) continue
    blocks.push({ start, end: index + 1 })
    start = index + 1
    characters = 0
  }
  if (start < lengths.length) blocks.push({ start, end: lengths.length })
  return blocks
}

/**
 * Returns a block's text for the index: its lines and the next one, because a phrase may continue there. A line of only
 * punctuation separates its neighbours.
 */
export function textOfBlock({ start, end }: Block, searchable: readonly string[]): string {
  return searchable
    .slice(start, end + 1)
    .map((text) => text || '\n')
    .join('')
}
