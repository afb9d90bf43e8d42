import { type Bitmap, clearBit, createBitmap, grownBitmap, setBit } from './bits.ts'

/** A title that changes is looked at once for each of them, some 2 µs in all. */
const MOST_TERMS = 64

/** The answers to terms that many texts had to be looked at for: those asked for last, kept right as texts change. */
export class RememberedTerms {
  /** By term, the one asked for last at the end. */
  readonly #answers = new Map<string, Bitmap>()
  #size: number

  constructor(size: number) {
    this.#size = size
  }

  /** The numbers of the texts that contain `term`, if it is remembered. */
  find(term: string): Bitmap | undefined {
    const bits = this.#answers.get(term)
    if (!bits) return undefined
    this.#answers.delete(term)
    this.#answers.set(term, bits)
    return bits
  }

  /** Remembers a term; the bitmap is empty, to be filled by the caller. */
  add(term: string): Bitmap {
    const [oldest] = this.#answers.keys()
    if (oldest !== undefined && this.#answers.size >= MOST_TERMS) this.#answers.delete(oldest)
    const bits = createBitmap(this.#size)
    this.#answers.set(term, bits)
    return bits
  }

  /** To be called when a text changes. */
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
