import { BLOCKS_IN_A_CHUNK, CHUNK_WORDS, chunkOf, orBlocks } from './postings.ts'

type Postings = readonly { chunk: number; blocks: Uint8Array }[]
/** Bits of blocks by chunk number; empty chunks are omitted. */
type Chunks = (Uint32Array | undefined)[]

export type BlockSet = ReturnType<typeof createBlockSet>

/** A set of blocks that contain all grams added so far, as bits. */
export function createBlockSet(first: Postings) {
  let chunks = bitsOf(first)

  return {
    /** Intersects with these. */
    keep(postings: Postings): void {
      const kept: Chunks = []
      for (const [chunk, bits] of bitsOf(postings.filter(({ chunk }) => chunks[chunk])).entries()) {
        const before = chunks[chunk]
        if (!bits || !before) continue
        let all = 0
        for (let index = 0; index < CHUNK_WORDS; index++) all |= bits[index]! &= before[index]!
        if (all !== 0) kept[chunk] = bits
      }
      chunks = kept
    },

    /** Whether there are fewer than `limit`. */
    isBelow(limit: number): boolean {
      let count = 0
      for (const bits of chunks) {
        for (let index = 0; bits && index < CHUNK_WORDS; index++) {
          for (let word = bits[index]!; word !== 0; word &= word - 1) if (++count >= limit) return false
        }
      }
      return true
    },

    /** Whether it contains any of `count` blocks starting at `first`. */
    hasAny(first: number, count: number): boolean {
      for (let block = first; block < first + count;) {
        const bits = chunks[chunkOf(block)]
        const place = block % BLOCKS_IN_A_CHUNK
        if (!bits) {
          block += BLOCKS_IN_A_CHUNK - place
          continue
        }
        const taken = Math.min(32 - (place & 31), first + count - block)
        const mask = taken === 32 ? -1 : ((1 << taken) - 1) << (place & 31)
        if ((bits[place >>> 5]! & mask) !== 0) return true
        block += taken
      }
      return false
    },
  }
}

function bitsOf(postings: Postings): Chunks {
  const chunks: Chunks = []
  for (const { chunk, blocks } of postings) {
    const bits = (chunks[chunk] ??= new Uint32Array(CHUNK_WORDS))
    orBlocks(bits, blocks)
  }
  return chunks
}
