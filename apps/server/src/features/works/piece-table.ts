import { cacheableBytes } from '#http/sending/cacheable-bytes.ts'

/** Texts that many documents have, by number, each in memory once. */
export type PieceTable = ReturnType<typeof createPieceTable>

/** About the number of circles, tags and voice actors in a large library. */
const MAX_PIECES = 50_000

export function createPieceTable() {
  const numbers = new Map<string, number>()
  const bytes: Buffer[] = []

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
    textOf: (number: number): string => bytes[number]!.toString(),
  }
}
