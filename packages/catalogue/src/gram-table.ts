/** Multiplying by it spreads keys over all bits: 2³² divided by the golden ratio. */
const SPREAD = 0x9e3779b1

/**
 * A number for each gram, given in the order in which they come: a hash table in two arrays, with linear probing. A `Map` is
 * three times as slow, and makes an object of every key past 2³¹.
 */
export class GramTable {
  #keys = new Uint32Array(64)
  #numbers = new Uint32Array(64)
  #size = 0

  /** The number of `gram` (1 to 2³² − 1), or −1 if it has none. */
  find(gram: number): number {
    const slot = this.#slotOf(gram)
    return this.#keys[slot] === 0 ? -1 : this.#numbers[slot]!
  }

  /** The number of `gram`, the next one if it has none yet. */
  add(gram: number): number {
    const slot = this.#slotOf(gram)
    if (this.#keys[slot] !== 0) return this.#numbers[slot]!
    const number = this.#size
    this.#keys[slot] = gram
    this.#numbers[slot] = number
    this.#size += 1
    if (this.#size * 2 > this.#keys.length) this.#double()
    return number
  }

  /** Where `gram` is, or the empty place where it would be. */
  #slotOf(gram: number): number {
    const keys = this.#keys
    const mask = keys.length - 1
    let slot = Math.imul(gram, SPREAD) >>> Math.clz32(mask)
    while (keys[slot] !== 0 && keys[slot] !== gram) slot = (slot + 1) & mask
    return slot
  }

  #double(): void {
    const keys = this.#keys
    const numbers = this.#numbers
    this.#keys = new Uint32Array(keys.length * 2)
    this.#numbers = new Uint32Array(keys.length * 2)
    for (const [old, gram] of keys.entries()) {
      if (gram === 0) continue
      const slot = this.#slotOf(gram)
      this.#keys[slot] = gram
      this.#numbers[slot] = numbers[old]!
    }
  }
}
