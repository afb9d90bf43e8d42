import { ListStore } from './list-store.ts'
import { SetStore } from './set-store.ts'
import type { Saved } from './types.ts'

/**
 * Many-to-many links between works and other entities (tags, circles, languages …). Works are known by ordinal,
 * entities by number.
 */
export class Links {
  /** The works of each entity. */
  readonly works: SetStore
  readonly #things = new ListStore()

  constructor(size: number) {
    this.works = new SetStore(size)
  }

  /** Replaces the links of a work. */
  set(work: number, things: readonly number[]): void {
    if (this.#has(work, things)) return
    const { items } = this.#things
    const start = this.#things.startOf(work)
    const end = start + this.#things.lengthOf(work)
    for (let index = start; index < end; index += 1) this.works.remove(items[index]!, work)
    this.#things.set(work, things)
    for (const thing of things) this.works.add(thing, work)
  }

  /** Returns the entities of a work; valid until the next change. */
  of(work: number): Uint32Array {
    const start = this.#things.startOf(work)
    return this.#things.items.subarray(start, start + this.#things.lengthOf(work))
  }

  /**
   * Counts the works of each entity and adds them to `counts`. Works of one family, which follow each
   * other, count once.
   */
  count(works: Uint32Array, counts: Uint32Array, families: Int32Array | null): void {
    const { items } = this.#things
    const seen = new Int32Array(counts.length).fill(-1)
    for (const work of works) {
      const start = this.#things.startOf(work)
      const end = start + this.#things.lengthOf(work)
      const family = families ? families[work]! : work
      for (let index = start; index < end; index += 1) {
        const thing = items[index]!
        if (seen[thing] === family) continue
        seen[thing] = family
        counts[thing]! += 1
      }
    }
  }

  /** Returns a work's only entity, or the first one; undefined behaviour without any. */
  firstOf(work: number): number {
    return this.#things.items[this.#things.startOf(work)]!
  }

  grow(size: number): void {
    this.works.grow(size)
  }

  save() {
    return { works: this.works.save(), things: this.#things.save() }
  }

  restore({ works, things }: Saved<Links>): void {
    this.works.restore(works)
    this.#things.restore(things)
  }

  #has(work: number, things: readonly number[]): boolean {
    const start = this.#things.startOf(work)
    return (
      this.#things.lengthOf(work) === things.length &&
      things.every((thing, index) => this.#things.items[start + index] === thing)
    )
  }
}
