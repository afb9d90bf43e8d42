/** The blocks of one chunk that contain a gram: as varint gaps, or as a bitmap once that is smaller. */
export const BLOCKS_IN_A_CHUNK = 1 << 16
const BITMAP_BYTES = BLOCKS_IN_A_CHUNK / 8
export const CHUNK_WORDS = BLOCKS_IN_A_CHUNK / 32

export function chunkOf(block: number): number {
  return block >>> 16
}

/**
 * Adds blocks to a gram's postings in a chunk.
 *
 * @param known  null: none yet
 * @param added  all in this chunk, ascending; those up to `known.lastBlock` are already included
 */
export function addBlocks(
  known: { blocks: Uint8Array; lastBlock: number } | null,
  added: readonly number[],
): { blocks: Uint8Array; lastBlock: number } {
  const fresh = known ? added.filter((block) => block > known.lastBlock) : added
  const lastBlock = fresh.at(-1) ?? known?.lastBlock ?? -1
  if (known?.blocks.length === BITMAP_BYTES) {
    const bitmap = known.blocks.slice()
    for (const block of fresh) setBit(bitmap, block)
    return { blocks: bitmap, lastBlock }
  }
  const gaps: number[] = []
  let last = known ? known.lastBlock % BLOCKS_IN_A_CHUNK : -1
  for (const block of fresh) {
    const place = block % BLOCKS_IN_A_CHUNK
    let gap = place - last - 1
    for (; gap > 0x7f; gap >>>= 7) gaps.push(0x80 | (gap & 0x7f))
    gaps.push(gap)
    last = place
  }
  const before = known?.blocks.length ?? 0
  if (before + gaps.length < BITMAP_BYTES) {
    const blocks = new Uint8Array(before + gaps.length)
    if (known) blocks.set(known.blocks)
    blocks.set(gaps, before)
    return { blocks, lastBlock }
  }
  const bitmap = new Uint8Array(BITMAP_BYTES)
  if (known) forEachBlock(known.blocks, (place) => setBit(bitmap, place))
  for (const block of fresh) setBit(bitmap, block)
  return { blocks: bitmap, lastBlock }
}

/** Sets the bit of each block in `words`, which has {@link CHUNK_WORDS} words. */
export function orBlocks(words: Uint32Array, blocks: Uint8Array): void {
  if (blocks.length !== BITMAP_BYTES) {
    forEachBlock(blocks, (place) => (words[place >>> 5]! |= 1 << (place & 31)))
    return
  }
  for (let index = 0; index < CHUNK_WORDS; index++) words[index]! |= wordAt(blocks, index)
}

function setBit(bitmap: Uint8Array, block: number): void {
  const place = block % BLOCKS_IN_A_CHUNK
  bitmap[place >>> 3]! |= 1 << (place & 7)
}

/** Bytes from a database may be unaligned, so they cannot be read as words. */
function wordAt(bytes: Uint8Array, index: number): number {
  const at = index * 4
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
}

function forEachBlock(gaps: Uint8Array, visit: (place: number) => void): void {
  let place = -1
  for (let at = 0; at < gaps.length;) {
    let gap = 0
    let shift = 0
    let byte: number
    do {
      byte = gaps[at++]!
      gap |= (byte & 0x7f) << shift
      shift += 7
    } while (byte > 0x7f)
    place += gap + 1
    visit(place)
  }
}
