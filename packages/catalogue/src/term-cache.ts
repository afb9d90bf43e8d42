import { type Bitmap, clearBit, createBitmap, grownBitmap, setBit } from './bits.ts'

/** A changed title is checked against each of them, about 2 µs in total. */
const MAX_TERMS = 64

/** A cache of results for terms that were expensive to find: the most recently used ones, updated when texts change. */
export class TermCache {
  /** By term, most recently used last. */
  readonly #answers = new Map<string, Bitmap>()
  #size: number

  constructor(size: number) {
    this.#size = size
  }

  /** Returns the numbers of the texts that contain `term`, if cached. */
  find(term: string): Bitmap | undefined {
    const bits = this.#answers.get(term)
    if (!bits) return undefined
    this.#answers.delete(term)
    this.#answers.set(term, bits)
    return bits
  }

  /** Caches a term; the caller fills the empty bitmap. */
  add(term: string): Bitmap {
    const [oldest] = this.#answers.keys()
    if (oldest !== undefined && this.#answers.size >= MAX_TERMS) this.#answers.delete(oldest)
    const bits = createBitmap(this.#size)
    this.#answers.set(term, bits)
    return bits
  }

  /** Must be called when a text changes. */
  update(number: number, text: string): void {
    for (const [term, bits] of this.#answers) {
      if (text.includes(term)) setBit(bits, number)
      else clearBit(bits, number)
    }
  }

  grow(size: number): void {
    this.#size = size
    for (const [term, bits] of this.#answers) this.#answers.set(term, grownBitmap(bits, size))
  }
}
