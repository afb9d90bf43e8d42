/**
 * A bitmap of small numbers: bit `n & 31` of word `n >>> 5`. Words are signed, because bit operators return signed
 * numbers. In the functions below, `words` is the number of words to process; every bitmap passed has at least that
 * many.
 */
export type Bitmap = Int32Array<ArrayBuffer>

/** Returns the number of words needed for the numbers 0 to `size` − 1. */
export function wordsFor(size: number): number {
  return (size + 31) >>> 5
}

export function createBitmap(size: number): Bitmap {
  return new Int32Array(wordsFor(size))
}

/** Returns a copy with room for `size` numbers. */
export function grownBitmap(bits: Bitmap, size: number): Bitmap {
  const grown = createBitmap(size)
  grown.set(bits)
  return grown
}

export function hasBit(bits: Bitmap, number: number): boolean {
  return ((bits[number >>> 5]! >>> (number & 31)) & 1) === 1
}

export function setBit(bits: Bitmap, number: number): void {
  bits[number >>> 5]! |= 1 << (number & 31)
}

export function clearBit(bits: Bitmap, number: number): void {
  bits[number >>> 5]! &= ~(1 << (number & 31))
}

/** Removes from `bits` everything that is not in `others`. */
export function intersect(bits: Bitmap, others: Bitmap, words: number): void {
  for (let index = 0; index < words; index += 1) bits[index]! &= others[index]!
}

export function subtract(bits: Bitmap, others: Bitmap, words: number): void {
  for (let index = 0; index < words; index += 1) bits[index]! &= ~others[index]!
}

export function unite(bits: Bitmap, others: Bitmap, words: number): void {
  for (let index = 0; index < words; index += 1) bits[index]! |= others[index]!
}

export function countBits(bits: Bitmap, words: number): number {
  let count = 0
  for (let index = 0; index < words; index += 1) {
    let word = bits[index]!
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** Writes the numbers of the set into `into`, ascending, and returns their count. */
export function listBits(bits: Bitmap, words: number, into: Uint32Array): number {
  let count = 0
  for (let index = 0; index < words; index += 1) {
    for (let word = bits[index]!; word !== 0; word &= word - 1) {
      into[count] = (index << 5) + 31 - Math.clz32(word & -word)
      count += 1
    }
  }
  return count
}

/** Calls `visit` for each number of the set, ascending. */
export function forEachBit(bits: Bitmap, visit: (number: number) => void): void {
  for (const [index, bitsOfWord] of bits.entries()) {
    for (let word = bitsOfWord; word !== 0; word &= word - 1) visit((index << 5) + 31 - Math.clz32(word & -word))
  }
}
