/**
 * Millions of short lists of numbers in one array: a typed array for each would cost some 200 bytes before its first number.
 * A list lies in a block of the next power of two; one that outgrows or underfills its block moves, and the block serves the
 * next list of that size. Lists are known by number, and are empty until something is added.
 */
export class ListStore {
  /** Where all lists lie; replaced when it grows, so not to be kept over a change. */
  items = new Uint32Array(64)
  #used = 0
  /** Of each list the start in `items`, and the length beside it. */
  #places = new Uint32Array(32)
  /** Starts of unused blocks, by the exponent of their size. */
  readonly #free: number[][] = []

  lengthOf(list: number): number {
    return this.#places[list * 2 + 1] ?? 0
  }

  /** Where in `items` the list begins. */
  startOf(list: number): number {
    return this.#places[list * 2] ?? 0
  }

  push(list: number, value: number): void {
    this.#makeRoomForList(list)
    const length = this.lengthOf(list)
    // A length of 0, 1, 2, 4 … fills its block.
    if ((length & (length - 1)) === 0) this.#move(list, length + 1)
    this.items[this.startOf(list) + length] = value
    this.#places[list * 2 + 1] = length + 1
  }

  /** Takes one value out; the last one takes its place. */
  remove(list: number, value: number): boolean {
    const length = this.lengthOf(list)
    const start = this.startOf(list)
    const { items } = this
    for (let index = start; index < start + length; index += 1) {
      if (items[index] !== value) continue
      items[index] = items[start + length - 1]!
      const left = length - 1
      if ((left & (left - 1)) === 0) this.#move(list, left)
      this.#places[list * 2 + 1] = left
      return true
    }
    return false
  }

  clear(list: number): void {
    if (this.lengthOf(list) === 0) return
    this.#move(list, 0)
    this.#places[list * 2 + 1] = 0
  }

  /** Gives the list a block that fits `length` numbers, with as many of its own as fit. */
  #move(list: number, length: number): void {
    const before = this.lengthOf(list)
    const from = this.startOf(list)
    const to = length === 0 ? 0 : this.#take(exponentFor(length))
    if (length > 0) this.items.copyWithin(to, from, from + Math.min(before, length))
    this.#places[list * 2] = to
    if (before > 0) (this.#free[exponentFor(before)] ??= []).push(from)
  }

  #take(exponent: number): number {
    const free = this.#free[exponent]?.pop()
    if (free !== undefined) return free
    const start = this.#used
    this.#used += 2 ** exponent
    if (this.#used > this.items.length) this.items = grownTo(this.items, Math.max(this.#used, this.items.length * 1.5))
    return start
  }

  #makeRoomForList(list: number): void {
    const needed = list * 2 + 2
    if (needed > this.#places.length) this.#places = grownTo(this.#places, Math.max(needed, this.#places.length * 1.5))
  }
}

function exponentFor(length: number): number {
  return 32 - Math.clz32(length - 1)
}

function grownTo(array: Uint32Array<ArrayBuffer>, size: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.ceil(size))
  grown.set(array)
  return grown
}
