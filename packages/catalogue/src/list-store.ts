/**
 * Millions of short lists of numbers in one array: a typed array for each would cost some 200 bytes before its first number.
 * A list lies in a block of the next power of two; one that outgrows or underfills its block moves, and the block serves the
 * next list of that size. Lists are known by number, and are empty until something is added.
 */
export class ListStore {
  /** Where all lists lie; replaced when it grows, so not to be kept over a change. */
  items = new Uint32Array(64)
  #used = 0
  #starts = new Uint32Array(16)
  #lengths = new Uint32Array(16)
  /** Starts of unused blocks, by the exponent of their size. */
  readonly #free: number[][] = []

  lengthOf(list: number): number {
    return this.#lengths[list] ?? 0
  }

  /** Where in `items` the list begins. */
  startOf(list: number): number {
    return this.#starts[list] ?? 0
  }

  toArray(list: number): number[] {
    const start = this.startOf(list)
    return [...this.items.subarray(start, start + this.lengthOf(list))]
  }

  push(list: number, value: number): void {
    this.#makeRoomForList(list)
    const length = this.#lengths[list]!
    // A length of 0, 1, 2, 4 … fills its block.
    if ((length & (length - 1)) === 0) this.#move(list, length + 1)
    this.items[this.#starts[list]! + length] = value
    this.#lengths[list] = length + 1
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
      this.#lengths[list] = left
      return true
    }
    return false
  }

  clear(list: number): void {
    if (this.lengthOf(list) === 0) return
    this.#move(list, 0)
    this.#lengths[list] = 0
  }

  /** Gives the list a block that fits `length` numbers, with as many of its own as fit. */
  #move(list: number, length: number): void {
    const before = this.#lengths[list]!
    const from = this.#starts[list]!
    const to = length === 0 ? 0 : this.#take(exponentFor(length))
    if (length > 0) this.items.copyWithin(to, from, from + Math.min(before, length))
    this.#starts[list] = to
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
    if (list < this.#starts.length) return
    const size = Math.max(list + 1, this.#starts.length * 1.5)
    this.#starts = grownTo(this.#starts, size)
    this.#lengths = grownTo(this.#lengths, size)
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
