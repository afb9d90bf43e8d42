import type { Saved } from './types.ts'

/** Multiplying by it spreads keys over all bits: 2³² divided by the golden ratio. */
const SPREAD = 0x9e3779b1

/**
 * Numbers grams in order of insertion: a hash table in one array, with linear probing. A `Map` is three times as slow,
 * and allocates an object for every key above 2³¹.
 */
export class GramTable {
  /** Two entries for each slot: the gram (0 if empty) and its number. */
  #slots: Uint32Array<ArrayBuffer> = new Uint32Array(128)
  #size = 0

  /** Number of grams. */
  get size(): number {
    return this.#size
  }

  /** Returns the number of `gram` (1 to 2³² − 1), or −1. */
  find(gram: number): number {
    const at = this.#placeOf(gram)
    return this.#slots[at] === 0 ? -1 : this.#slots[at + 1]!
  }

  /** Returns the number of `gram`, assigning the next one if it is new. */
  add(gram: number): number {
    const at = this.#placeOf(gram)
    if (this.#slots[at] !== 0) return this.#slots[at + 1]!
    const number = this.#size
    this.#slots[at] = gram
    this.#slots[at + 1] = number
    this.#size += 1
    // At most half full.
    if (this.#size * 4 > this.#slots.length) this.#double()
    return number
  }

  save() {
    return { slots: this.#slots, size: this.#size }
  }

  restore({ slots, size }: Saved<GramTable>): void {
    this.#slots = slots
    this.#size = size
  }

  /** Returns the slot of `gram`, or the empty slot for it. */
  #placeOf(gram: number): number {
    const slots = this.#slots
    const mask = slots.length - 2
    let at = (Math.imul(gram, SPREAD) >>> Math.clz32(mask)) & mask
    while (slots[at] !== 0 && slots[at] !== gram) at = (at + 2) & mask
    return at
  }

  #double(): void {
    const slots = this.#slots
    this.#slots = new Uint32Array(slots.length * 2)
    for (let old = 0; old < slots.length; old += 2) {
      if (slots[old] === 0) continue
      const at = this.#placeOf(slots[old]!)
      this.#slots[at] = slots[old]!
      this.#slots[at + 1] = slots[old + 1]!
    }
  }
}
