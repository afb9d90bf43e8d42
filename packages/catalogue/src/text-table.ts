/** Of FNV-1a. */
const [BASIS, PRIME] = [0x811c9dc5, 0x01000193]
const FIRST_SLOTS = 64

/**
 * Finds the numbers of texts that are stored elsewhere: a hash table in one array, with linear probing. Not a `Map`, because of V8's table
 * of strings, see docs/adr/0091-few-strings-are-keys.md.
 */
export class TextTable {
  readonly #textOf: (number: number) => string
  /** A text's number, from 1; 0: empty. At most half are taken, and there are 2ⁿ. */
  #slots = new Uint32Array(FIRST_SLOTS)
  #size = 0

  /** @param textOf  the text with a number that was added, until it is removed */
  constructor(textOf: (number: number) => string) {
    this.#textOf = textOf
  }

  /** Returns the number of `text`, or −1. */
  find(text: string): number {
    return this.#slots[this.#placeOf(text)]! - 1
  }

  /** Adds a text that is not in it, with a number that no other has. */
  add(text: string, number: number): void {
    this.#slots[this.#placeOf(text)] = number + 1
    this.#size += 1
    if (this.#size * 2 > this.#slots.length) this.#double()
  }

  /** Removes a text that is in it. */
  remove(text: string): void {
    const slots = this.#slots
    const mask = slots.length - 1
    let gap = this.#placeOf(text)
    // What comes after it must be found without passing an empty slot.
    for (let at = (gap + 1) & mask; slots[at] !== 0; at = (at + 1) & mask) {
      const first = hashOf(this.#textOf(slots[at]! - 1)) & mask
      if (((at - first) & mask) < ((at - gap) & mask)) continue
      slots[gap] = slots[at]!
      gap = at
    }
    slots[gap] = 0
    this.#size -= 1
  }

  /** Returns the slot of `text`, or the empty slot for it. */
  #placeOf(text: string): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let at = hashOf(text) & mask
    while (slots[at] !== 0 && this.#textOf(slots[at]! - 1) !== text) at = (at + 1) & mask
    return at
  }

  #double(): void {
    const numbers = this.#slots
    this.#slots = new Uint32Array(numbers.length * 2)
    for (const number of numbers) if (number !== 0) this.#slots[this.#placeOf(this.#textOf(number - 1))] = number
  }
}

function hashOf(text: string): number {
  let hash = BASIS
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  // The lowest bits depend only on the lowest bits of the characters.
  return hash ^ (hash >>> 15)
}
