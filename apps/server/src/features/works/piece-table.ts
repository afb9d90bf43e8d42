/** Texts that many documents have, by number, each in memory once. */
export type PieceTable = ReturnType<typeof createPieceTable>

/** The pieces one after the other, and where each ends. */
export type SavedPieces = { bytes: Uint8Array; ends: Uint32Array }

/** About the number of circles, tags and voice actors in a large library. */
const MAX_PIECES = 50_000
/** Of the memory that pieces share: an `ArrayBuffer` for each would be one more object for every garbage collection. */
const CHUNK_BYTES = 64 * 1024

export function createPieceTable(saved?: SavedPieces) {
  const bytes = saved ? split(saved) : []
  /** By text; undefined until it is needed: of a table that was saved, only new documents do. */
  let numbers: Map<string, number> | undefined
  let chunk = Buffer.alloc(0)

  const numbersByText = () => (numbers ??= new Map(bytes.map((piece, number) => [piece.toString(), number])))

  function store(text: string): Buffer {
    const size = Buffer.byteLength(text)
    if (size > chunk.length) chunk = Buffer.allocUnsafeSlow(Math.max(size, CHUNK_BYTES))
    const piece = chunk.subarray(0, size)
    piece.write(text)
    chunk = chunk.subarray(size)
    return piece
  }

  return {
    get isFull(): boolean {
      return bytes.length >= MAX_PIECES
    },
    numberOf(text: string): number {
      const known = numbersByText().get(text)
      if (known !== undefined) return known
      const number = bytes.push(store(text)) - 1
      numbersByText().set(text, number)
      return number
    },
    bytesOf: (number: number): Buffer => bytes[number]!,
    save(): SavedPieces {
      let end = 0
      return { bytes: Buffer.concat(bytes), ends: Uint32Array.from(bytes, ({ length }) => (end += length)) }
    },
  }
}

function split({ bytes, ends }: SavedPieces): Buffer[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from(ends, (end, number) => all.subarray(ends[number - 1] ?? 0, end))
}
