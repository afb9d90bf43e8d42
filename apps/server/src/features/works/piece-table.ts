import { cacheableBytes } from '#http/sending/cacheable-bytes.ts'

/** Texts that many documents have, by number, each in memory once. */
export type PieceTable = ReturnType<typeof createPieceTable>

/** The pieces one after the other, and where each ends. */
export type SavedPieces = { bytes: Uint8Array; ends: Uint32Array }

/** About the number of circles, tags and voice actors in a large library. */
const MAX_PIECES = 50_000

export function createPieceTable(saved?: SavedPieces) {
  const numbers = new Map<string, number>()
  const bytes: Buffer[] = []
  if (saved) {
    const all = Buffer.from(saved.bytes.buffer, saved.bytes.byteOffset, saved.bytes.byteLength)
    let start = 0
    for (const end of saved.ends) {
      const piece = all.subarray(start, end)
      numbers.set(piece.toString(), bytes.push(piece) - 1)
      start = end
    }
  }

  return {
    get isFull(): boolean {
      return bytes.length >= MAX_PIECES
    },
    numberOf(text: string): number {
      const known = numbers.get(text)
      if (known !== undefined) return known
      const number = bytes.push(cacheableBytes(text)) - 1
      numbers.set(text, number)
      return number
    },
    bytesOf: (number: number): Buffer => bytes[number]!,
    save(): SavedPieces {
      let end = 0
      return { bytes: Buffer.concat(bytes), ends: Uint32Array.from(bytes, ({ length }) => (end += length)) }
    },
  }
}
