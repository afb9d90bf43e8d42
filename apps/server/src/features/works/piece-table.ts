import { cacheableBytes } from '#http/sending/cacheable-bytes.ts'

/** Texts that many documents have, by number, each in memory once. */
export type PieceTable = ReturnType<typeof createPieceTable>

/** The pieces one after the other, and where each ends. */
export type SavedPieces = { bytes: Uint8Array; ends: Uint32Array }

/** About the number of circles, tags and voice actors in a large library. */
const MAX_PIECES = 50_000

export function createPieceTable(saved?: SavedPieces) {
  const bytes = saved ? split(saved) : []
  /** By text; undefined until it is needed: of a table that was saved, only new documents do. */
  let numbers: Map<string, number> | undefined

  const numbersByText = () => (numbers ??= new Map(bytes.map((piece, number) => [piece.toString(), number])))

  return {
    get isFull(): boolean {
      return bytes.length >= MAX_PIECES
    },
    numberOf(text: string): number {
      const known = numbersByText().get(text)
      if (known !== undefined) return known
      const number = bytes.push(cacheableBytes(text)) - 1
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
