import { createPieceTable, type PieceTable, type SavedPieces } from './piece-table.ts'

/** Documents one after the other; nothing in it is overwritten, so that readers may keep its bytes. */
type Block = { readonly bytes: Buffer; readonly words: Uint32Array; used: number; live: number; pieces: PieceTable }

/** A block's documents, and the place of its pieces among all tables of pieces. */
type SavedBlock = { words: Uint32Array; table: number }

type Options = {
  maxBytes: number
  /** Called for each document that is dropped. */
  onDrop: (id: number, editionIds: readonly number[]) => void
}

const MAX_BLOCK_BYTES = 1024 * 1024
/** Blocks for each budget at least: the oldest one is dropped as a whole. */
const MIN_BLOCKS = 8
/** Fits a small integer, which a `Map` holds without an object. */
const PLACES_OF_BLOCK = 2 ** 20
const WORD = 4
/** Words before a document's pieces: its id, its state, and the numbers of pieces, editions and own bytes. */
const HEAD = 5
const [ID, STATE, PIECES, EDITIONS, OWN] = [0, 1, 2, 3, 4] as const
const [UNUSED, USED, DROPPED] = [0, 1, 2] as const

/**
 * Documents as bytes in blocks of a megabyte. As objects, 100,000 of them were a million objects, through which every
 * garbage collection went: 100 ms, during which a request waited.
 *
 * When the budget is used up the oldest block goes; what was read since it was written moves to the newest, once.
 */
export function createPackedDocuments({ maxBytes, onDrop }: Options) {
  const blockBytes = Math.min(MAX_BLOCK_BYTES, Math.ceil(maxBytes / MIN_BLOCKS / WORD) * WORD)
  /** By number; those of dropped blocks are used again. */
  const blocks: (Block | undefined)[] = []
  /** Oldest first. */
  const inOrder = new Set<number>()
  const freeNumbers: number[] = []
  /** By id: the block's number and the word in it where the document begins. */
  const places = new Map<number, number>()
  let pieces = createPieceTable()
  let newest: number | null = null
  /** Bytes of all blocks, what is written of them, and what of that is not dropped. */
  let allocated = 0
  let used = 0
  let live = 0

  function addBlock(size: number): number {
    const bytes = Buffer.allocUnsafeSlow(Math.max(size, blockBytes))
    const words = new Uint32Array(bytes.buffer, 0, bytes.length / WORD)
    const number = freeNumbers.pop() ?? blocks.length
    blocks[number] = { bytes, words, used: 0, live: 0, pieces }
    inOrder.add(number)
    allocated += bytes.length
    return number
  }

  function removeBlock(number: number): void {
    const block = blocks[number]!
    allocated -= block.bytes.length
    used -= block.used
    blocks[number] = undefined
    inOrder.delete(number)
    freeNumbers.push(number)
    if (newest === number) newest = null
  }

  function append(id: number, own: Uint8Array, numbers: readonly number[], editionIds: readonly number[]): void {
    const size = sizeOf(numbers.length, editionIds.length, own.byteLength)
    const current = newest === null ? undefined : blocks[newest]
    if (current?.pieces !== pieces || current.used + size > current.bytes.length) newest = addBlock(size)
    const block = blocks[newest!]!
    const { words, bytes } = block
    const start = block.used / WORD
    const after = start + HEAD + numbers.length
    words[start + ID] = id
    words[start + STATE] = UNUSED
    words[start + PIECES] = numbers.length
    words[start + EDITIONS] = editionIds.length
    words[start + OWN] = own.byteLength
    words.set(numbers, start + HEAD)
    words.set(editionIds, after)
    bytes.set(own, (after + editionIds.length) * WORD)
    block.used += size
    block.live += size
    used += size
    live += size
    places.set(id, newest! * PLACES_OF_BLOCK + start)
  }

  function ownOf({ words, bytes }: Block, start: number): Buffer {
    const from = (start + HEAD + words[start + PIECES]! + words[start + EDITIONS]!) * WORD
    return bytes.subarray(from, from + words[start + OWN]!)
  }

  function editionsOf({ words }: Block, start: number): number[] {
    const from = start + HEAD + words[start + PIECES]!
    return Array.from(words.subarray(from, from + words[start + EDITIONS]!))
  }

  function piecesOf({ words, pieces }: Block, start: number): Buffer[] {
    const found: Buffer[] = []
    for (let at = start + HEAD; at < start + HEAD + words[start + PIECES]!; at++) found.push(pieces.bytesOf(words[at]!))
    return found
  }

  /** Marks a document as dropped, where it is. */
  function unlink(block: Block, start: number): void {
    const { words } = block
    const size = sizeAt(words, start)
    words[start + STATE] = DROPPED
    block.live -= size
    live -= size
    places.delete(words[start + ID]!)
  }

  /** Moves the documents of a block that `isKept` to the newest one, drops the others, and the block with them. */
  function empty(number: number, isKept: (state: number) => boolean): void {
    const block = blocks[number]!
    if (newest === number) newest = null
    for (let start = 0; start * WORD < block.used; start += sizeAt(block.words, start) / WORD) {
      const state = block.words[start + STATE]!
      if (state === DROPPED) continue
      const id = block.words[start + ID]!
      const editionIds = editionsOf(block, start)
      unlink(block, start)
      if (isKept(state)) append(id, ownOf(block, start), numbersOf(piecesOf(block, start)), editionIds)
      else onDrop(id, editionIds)
    }
    removeBlock(number)
  }

  const numbersOf = (texts: readonly (string | Buffer)[]) => texts.map((text) => pieces.numberOf(text.toString()))

  function drop(id: number): void {
    const place = places.get(id)
    if (place === undefined) return
    const number = Math.floor(place / PLACES_OF_BLOCK)
    const block = blocks[number]!
    const start = place % PLACES_OF_BLOCK
    unlink(block, start)
    onDrop(id, editionsOf(block, start))
    // What is dropped here and there would take the place of others.
    if (number !== newest && block.live * 2 < block.used) empty(number, () => true)
  }

  function makeRoom(): void {
    for (let moved = false; allocated > maxBytes && inOrder.size > 1; moved = true) {
      const [oldest] = inOrder
      // At most one block is moved at a time, which takes less than a millisecond.
      empty(oldest!, (state) => state === USED && !moved)
    }
  }

  return {
    has: (id: number): boolean => places.has(id),

    /** Its own bytes and its pieces, as they were added. */
    get(id: number): { own: Buffer; pieces: Buffer[] } | undefined {
      const place = places.get(id)
      if (place === undefined) return undefined
      const block = blocks[Math.floor(place / PLACES_OF_BLOCK)]!
      const start = place % PLACES_OF_BLOCK
      block.words[start + STATE] = USED
      return { own: ownOf(block, start), pieces: piecesOf(block, start) }
    },

    /** @param texts  what other documents may have as well: it is in memory once */
    add(id: number, own: Uint8Array, texts: readonly string[], editionIds: readonly number[]): void {
      drop(id)
      // Documents of before keep theirs.
      if (pieces.isFull) pieces = createPieceTable()
      append(id, own, numbersOf(texts), editionIds)
      makeRoom()
    },

    drop,

    /** In sections: the blocks, and last the tables of their pieces. */
    *save(): Generator<SavedBlock | SavedPieces[]> {
      const tables: PieceTable[] = []
      for (const number of inOrder) {
        const block = blocks[number]
        if (!block) continue
        if (!tables.includes(block.pieces)) tables.push(block.pieces)
        yield { words: block.words.subarray(0, block.used / WORD), table: tables.indexOf(block.pieces) }
      }
      yield tables.map((table) => table.save())
    },

    /**
     * Takes a block that was saved, as far as there is room.
     *
     * @param isRight  whether a document still is; documents that are here already stay
     * @returns what was taken
     */
    restore(
      { words, table }: SavedBlock,
      tables: readonly PieceTable[],
      isRight: (id: number, editionIds: readonly number[]) => boolean,
    ): { id: number; editionIds: number[] }[] {
      const bytes = Buffer.from(words.buffer as ArrayBuffer, words.byteOffset, words.byteLength)
      if (allocated + bytes.length > maxBytes) return []
      if (places.size === 0) pieces = tables.at(-1) ?? pieces
      const number = freeNumbers.pop() ?? blocks.length
      const block: Block = { bytes, words, used: bytes.length, live: 0, pieces: tables[table]! }
      blocks[number] = block
      inOrder.add(number)
      allocated += bytes.length
      used += bytes.length
      const taken: { id: number; editionIds: number[] }[] = []
      for (let start = 0; start < words.length; start += sizeAt(words, start) / WORD) {
        const id = words[start + ID]!
        const editionIds = editionsOf(block, start)
        if (words[start + STATE] === DROPPED || places.has(id) || !isRight(id, editionIds)) {
          words[start + STATE] = DROPPED
          continue
        }
        words[start + STATE] = UNUSED
        const size = sizeAt(words, start)
        block.live += size
        live += size
        places.set(id, number * PLACES_OF_BLOCK + start)
        taken.push({ id, editionIds })
      }
      return taken
    },

    clear(): void {
      for (const number of inOrder) removeBlock(number)
      places.clear()
      pieces = createPieceTable()
      live = 0
    },

    /** Whether this many more of average size would fit without dropping others. */
    hasRoomFor(count: number): boolean {
      const each = places.size === 0 ? 0 : live / places.size
      return used + each * count <= maxBytes - blockBytes
    },
  }
}

function sizeOf(pieceCount: number, editionCount: number, ownBytes: number): number {
  return (HEAD + pieceCount + editionCount + Math.ceil(ownBytes / WORD)) * WORD
}

/** Also of a document that was dropped. */
function sizeAt(words: Uint32Array, start: number): number {
  return sizeOf(words[start + PIECES]!, words[start + EDITIONS]!, words[start + OWN]!)
}
