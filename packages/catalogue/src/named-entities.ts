import { type Bitmap, clearBit, createBitmap, grownBitmap, hasBit, listBits, setBit, wordsFor } from './bits.ts'
import { foldNameForSearch, linesOf } from './fold.ts'
import { TextIndex } from './text-index.ts'
import type { Saved } from './types.ts'

const FIRST_SIZE = 32

/**
 * Circles, tags, voice actors, series or staff. Each gets a number when first referenced, possibly before its names are known. Numbers
 * are never reused, so there are as many as the library has ever had.
 */
export class NamedEntities<Id> {
  /** By number. */
  readonly ids: Id[] = []
  readonly #numbers = new Map<Id, number>()
  /** All names of each entity, folded, each between line breaks. */
  readonly #names = new TextIndex(FIRST_SIZE)
  /** Those with names, if only empty ones. */
  #withNames: Bitmap = createBitmap(FIRST_SIZE)
  #size = FIRST_SIZE
  #found: Bitmap = createBitmap(FIRST_SIZE)
  #list = new Uint32Array(FIRST_SIZE)

  /** Returns its number, assigning one if it is new. */
  numberOf(id: Id): number {
    const known = this.#numbers.get(id)
    if (known !== undefined) return known
    const number = this.ids.push(id) - 1
    this.#numbers.set(id, number)
    if (number === this.#size) {
      this.#size *= 2
      this.#names.grow(this.#size)
      this.#withNames = grownBitmap(this.#withNames, this.#size)
      this.#found = createBitmap(this.#size)
      this.#list = new Uint32Array(this.#size)
    }
    return number
  }

  /** Returns its number, if it has one. */
  find(id: Id): number | undefined {
    return this.#numbers.get(id)
  }

  /** Replaces all names of an entity. */
  setNames(id: Id, names: readonly string[]): void {
    const number = this.numberOf(id)
    const lines = linesOf(names.map(foldNameForSearch))
    this.#names.set(number, lines === '' ? '' : `\n${lines}\n`)
    if (names.length > 0) setBit(this.#withNames, number)
    else clearBit(this.#withNames, number)
  }

  hasNames(id: Id): boolean {
    const number = this.#numbers.get(id)
    return number !== undefined && hasBit(this.#withNames, number)
  }

  /** Returns the ids of those with names. */
  listNamedIds(): Id[] {
    return this.ids.filter((_, number) => hasBit(this.#withNames, number))
  }

  /** Returns the numbers of those with exactly this name, which is folded. */
  named(name: string): number[] {
    return name === '' ? [] : Array.from(this.containing(`\n${name}\n`))
  }

  /**
   * Returns the numbers of those with a name that contains `term`, which is folded and not empty.
   *
   * @returns valid until the next call
   */
  containing(term: string): Uint32Array {
    const words = wordsFor(this.ids.length)
    this.#found.fill(0, 0, words)
    this.#names.find(term, this.#found, words)
    return this.#list.subarray(0, listBits(this.#found, words, this.#list))
  }

  /** See `TextIndex`. */
  startLoading(): void {
    this.#names.startLoading()
  }

  /** See `TextIndex`. */
  indexSome(): boolean {
    return this.#names.indexSome()
  }

  save() {
    return { ids: this.ids, names: this.#names.save(), withNames: this.#withNames, size: this.#size }
  }

  /** Restores what `save` gave; it must be empty. */
  restore({ ids, names, withNames, size }: Saved<NamedEntities<Id>>): void {
    for (const id of ids) this.#numbers.set(id, this.ids.push(id) - 1)
    this.#names.restore(names)
    this.#size = size
    this.#found = createBitmap(size)
    this.#list = new Uint32Array(size)
    this.#withNames = withNames
  }
}
