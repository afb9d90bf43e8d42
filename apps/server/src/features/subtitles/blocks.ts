/** Lines that are indexed together. */
export type Block = {
  /** Index of its first line, and that of the next block's. */
  start: number
  end: number
}

const MAX_LINES = 8
const MAX_CHARACTERS = 240

/**
 * Cuts lines into blocks. Short ones make an index precise, long ones small: with these, a phrase of four characters is
 * hardly ever reported for a block that does not hold it.
 */
export function blocksOf(lines: readonly { text: string }[]): Block[] {
  const blocks: Block[] = []
  let start = 0
  let characters = 0
  for (const [index, { text }] of lines.entries()) {
    characters += text.length
    if (index + 1 - start < MAX_LINES && characters < MAX_CHARACTERS) continue
    blocks.push({ start, end: index + 1 })
    start = index + 1
    characters = 0
  }
  if (start < lines.length) blocks.push({ start, end: lines.length })
  return blocks
}

/**
 * What is indexed of a block: its lines and the one after it, since a phrase may go on there. A line of nothing but signs stands
 * between its neighbours.
 */
export function textOfBlock({ start, end }: Block, searchable: readonly string[]): string {
  return searchable
    .slice(start, end + 1)
    .map((text) => text || '\n')
    .join('')
}
