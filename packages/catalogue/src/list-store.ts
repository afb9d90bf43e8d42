import type { Saved } from './types.ts'

/**
 * Millions of short lists of numbers in one array, because each typed array has about 200 bytes of overhead. A list
 * occupies a block whose size is a power of two; when it outgrows or underfills the block it moves, and the block is
 * reused. Lists are known by number, and are initially empty.
 */
export class ListStore {
  /** The blocks of all lists. Replaced when it grows, so do not keep a reference. */
  items: Uint32Array<ArrayBuffer> = new Uint32Array(64)
  #used = 0
  /** Two entries for each list: its start in `items` and its length. */
  #places: Uint32Array<ArrayBuffer> = new Uint32Array(32)
  /** Starts of free blocks, by the exponent of their size. */
  #free: number[][] = []

  lengthOf(list: number): number {
    return this.#places[list * 2 + 1] ?? 0
  }

  /** Returns the list's start in `items`. */
  startOf(list: number): number {
    return this.#places[list * 2] ?? 0
  }

  push(list: number, value: number): void {
    this.#makeRoomForList(list)
    const length = this.lengthOf(list)
    // Blocks are full at lengths 0, 1, 2, 4 ….
    if ((length & (length - 1)) === 0) this.#move(list, length + 1)
    this.items[this.startOf(list) + length] = value
    this.#places[list * 2 + 1] = length + 1
  }

  /** Adds `values[from]` up to, without, `values[to]`. */
  pushAll(list: number, values: Uint32Array, from: number, to: number): void {
    if (from === to) return
    this.#makeRoomForList(list)
    const length = this.lengthOf(list)
    const all = length + to - from
    if (length === 0 || exponentFor(all) > exponentFor(length)) this.#move(list, all)
    const start = this.startOf(list) + length - from
    for (let index = from; index < to; index += 1) this.items[start + index] = values[index]!
    this.#places[list * 2 + 1] = all
  }

  /** Replaces all values. */
  set(list: number, values: readonly number[]): void {
    if (values.length === 0) return this.clear(list)
    this.#makeRoomForList(list)
    const length = this.lengthOf(list)
    if (length === 0 || exponentFor(length) !== exponentFor(values.length)) this.#move(list, values.length)
    const start = this.startOf(list)
    for (let index = 0; index < values.length; index += 1) this.items[start + index] = values[index]!
    this.#places[list * 2 + 1] = values.length
  }

  /** Removes a value by replacing it with the last one. */
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

  save() {
    return { items: this.items.subarray(0, this.#used), places: this.#places, free: this.#free }
  }

  restore({ items, places, free }: Saved<ListStore>): void {
    this.items = items
    this.#used = items.length
    this.#places = places
    this.#free = free
  }

  /** Moves the list to a block for `length` numbers, keeping as many items as fit. */
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
