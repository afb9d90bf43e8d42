import {
  type Bitmap,
  clearBit,
  countBits,
  createBitmap,
  hasBit,
  intersect,
  listBits,
  setBit,
  subtract,
} from './bits.ts'
import type { SetStore } from './set-store.ts'
import type { SortedColumn } from './sorted-column.ts'

/** A set of works that is narrowed step by step. One instance is reused for all queries. */
export class Selection {
  bits: Bitmap = createBitmap(0)
  /** Number of words of the bitmaps in use. */
  words = 0
  /** Whether it still contains all works. */
  isWhole = true
  #other: Bitmap = createBitmap(0)
  #list = new Uint32Array(0)

  /** Starts with all works of `present`. */
  start(present: Bitmap, words: number): void {
    if (this.bits.length !== present.length) {
      this.bits = createBitmap(present.length * 32)
      this.#other = createBitmap(present.length * 32)
      this.#list = new Uint32Array(present.length * 32)
    }
    this.words = words
    this.isWhole = true
    this.bits.set(present)
  }

  isEmpty(): boolean {
    for (let index = 0; index < this.words; index += 1) if (this.bits[index] !== 0) return false
    return true
  }

  count(): number {
    return countBits(this.bits, this.words)
  }

  /** Returns the ordinals of the works, ascending; valid until the next call. */
  list(): Uint32Array {
    return this.#list.subarray(0, listBits(this.bits, this.words, this.#list))
  }

  has(ordinal: number): boolean {
    return hasBit(this.bits, ordinal)
  }

  /** Returns an empty bitmap for use with `keep` or `drop`; valid until the next call of any method. */
  emptyBitmap(): Bitmap {
    return this.#other.fill(0, 0, this.words)
  }

  keep(bits: Bitmap): void {
    this.isWhole = false
    intersect(this.bits, bits, this.words)
  }

  drop(bits: Bitmap): void {
    this.isWhole = false
    subtract(this.bits, bits, this.words)
  }

  keepNone(): void {
    this.isWhole = false
    this.bits.fill(0)
  }

  /** Keeps, or drops, the works that are in one of these sets. */
  narrow(store: SetStore, sets: readonly number[], excluded: boolean): void {
    const [first] = sets
    const bitmap = sets.length === 1 ? store.bitmapOf(first!) : undefined
    const bits = bitmap ?? this.emptyBitmap()
    if (!bitmap) for (const set of sets) store.addTo(bits, set, this.words)
    if (excluded) this.drop(bits)
    else this.keep(bits)
  }

  /** Keeps, or drops, the works whose key is at least `bound`. */
  narrowByBound(column: SortedColumn, bound: number, excluded: boolean): void {
    const first = column.firstAtLeast(bound)
    const [from, to] = excluded ? [0, first] : [first, column.length]
    const kept = to - from
    const dropped = column.length - kept
    if (dropped === 0) return
    this.isWhole = false
    // Choose the cheapest: check each remaining work, drop one by one, or collect those to keep.
    if (Math.min(kept, dropped) > this.words && this.count() * 2 < Math.min(kept, dropped)) {
      for (const ordinal of this.list()) {
        if (column.keys[ordinal]! >= bound === excluded) clearBit(this.bits, ordinal)
      }
    } else if (dropped <= kept) {
      for (let place = 0; place < from; place += 1) clearBit(this.bits, column.order[place]!)
      for (let place = to; place < column.length; place += 1) clearBit(this.bits, column.order[place]!)
    } else {
      const bits = this.emptyBitmap()
      for (let place = from; place < to; place += 1) setBit(bits, column.order[place]!)
      this.keep(bits)
    }
  }
}
