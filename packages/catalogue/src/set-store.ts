import {
  type Bitmap,
  clearBit,
  createBitmap,
  forEachBit,
  grownBitmap,
  hasBit,
  setBit,
  unite,
  wordsFor,
} from './bits.ts'
import { ListStore } from './list-store.ts'
import type { Saved } from './types.ts'

type DenseSet = { bits: Bitmap; count: number }

/**
 * Many sets of numbers below a common size. A set is a list while that is smaller, and a bitmap once it has more than
 * one member in 32, so it takes at most size / 8 bytes, and removing a member scans at most size / 32 entries. Sets are
 * known by number, and are initially empty.
 */
export class SetStore {
  readonly lists = new ListStore()
  /** Sets stored as bitmaps; their lists are empty. */
  #dense: (DenseSet | undefined)[] = []
  #size: number

  constructor(size: number) {
    this.#size = size
  }

  countOf(set: number): number {
    return this.#dense[set]?.count ?? this.lists.lengthOf(set)
  }

  /** Returns the set's bitmap, if it is one; otherwise its members are in `lists`. */
  bitmapOf(set: number): Bitmap | undefined {
    return this.#dense[set]?.bits
  }

  /** Adds a member that the set does not contain; adding the last added one again has no effect. */
  add(set: number, member: number): void {
    const length = this.lists.lengthOf(set)
    const dense = length === 0 ? this.#dense[set] : undefined
    if (!dense) {
      if (length > 0 && this.lists.items[this.lists.startOf(set) + length - 1] === member) return
      this.lists.push(set, member)
      if (length + 1 > wordsFor(this.#size)) this.#makeDense(set)
    } else if (!hasBit(dense.bits, member)) {
      setBit(dense.bits, member)
      dense.count += 1
    }
  }

  /** Adds `members[from]` up to, without, `members[to]`, none of which the set contains. */
  addAll(set: number, members: Uint32Array, from: number, to: number): void {
    const dense = this.#dense[set]
    if (dense) {
      for (let index = from; index < to; index += 1) setBit(dense.bits, members[index]!)
      dense.count += to - from
      return
    }
    this.lists.pushAll(set, members, from, to)
    if (this.lists.lengthOf(set) > wordsFor(this.#size)) this.#makeDense(set)
  }

  /** Removes a member, if present. */
  remove(set: number, member: number): void {
    const dense = this.#dense[set]
    if (!dense) {
      this.lists.remove(set, member)
    } else if (hasBit(dense.bits, member)) {
      clearBit(dense.bits, member)
      dense.count -= 1
    }
  }

  /** Adds the set's members to the first `words` words of `bits`. */
  addTo(bits: Bitmap, set: number, words: number): void {
    const dense = this.#dense[set]
    if (dense) {
      unite(bits, dense.bits, words)
      return
    }
    const { items } = this.lists
    const start = this.lists.startOf(set)
    const end = start + this.lists.lengthOf(set)
    for (let index = start; index < end; index += 1) setBit(bits, items[index]!)
  }

  /** Calls `visit` for each member; the set must not change meanwhile. */
  forEach(set: number, visit: (member: number) => void): void {
    const dense = this.#dense[set]
    if (dense) return forEachBit(dense.bits, visit)
    const { items } = this.lists
    const start = this.lists.startOf(set)
    const end = start + this.lists.lengthOf(set)
    for (let index = start; index < end; index += 1) visit(items[index]!)
  }

  /** Makes room for members below `size`. Bitmaps that have become sparse turn into lists again. */
  grow(size: number): void {
    this.#size = size
    for (const [set, dense] of this.#dense.entries()) {
      if (!dense) continue
      if (dense.count < wordsFor(size) / 2) this.#makeSparse(set, dense)
      else dense.bits = grownBitmap(dense.bits, size)
    }
  }

  save() {
    return { lists: this.lists.save(), dense: this.#dense, size: this.#size }
  }

  restore({ lists, dense, size }: Saved<SetStore>): void {
    this.lists.restore(lists)
    this.#dense = dense
    this.#size = size
  }

  #makeDense(set: number): void {
    const bits = createBitmap(this.#size)
    this.addTo(bits, set, bits.length)
    while (this.#dense.length <= set) this.#dense.push(undefined)
    this.#dense[set] = { bits, count: this.lists.lengthOf(set) }
    this.lists.clear(set)
  }

  #makeSparse(set: number, { bits }: DenseSet): void {
    this.#dense[set] = undefined
    forEachBit(bits, (member) => this.lists.push(set, member))
  }
}
