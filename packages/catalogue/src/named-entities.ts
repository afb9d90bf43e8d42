import { type Bitmap, createBitmap, listBits, wordsFor } from './bits.ts'
import { foldNameForSearch } from './fold.ts'
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
  /** All names of each entity, folded, one per line. */
  readonly #names = new TextIndex(FIRST_SIZE)
  /** By name; null after restoring, until it is needed: only searches for a whole name do. */
  #named: Map<string, number[]> | null = new Map()
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
    const before = this.#names.textOf(number)
    const text = [...new Set(names.map(foldNameForSearch))].filter((name) => name !== '').join('\n')
    if (text === before) return
    if (this.#named) {
      for (const name of lines(before)) unname(this.#named, name, number)
      for (const name of lines(text)) addName(this.#named, name, number)
    }
    this.#names.set(number, text)
  }

  /** Returns the numbers of those with exactly this name, when folded. */
  named(name: string): readonly number[] {
    return this.#numbersByName().get(name) ?? []
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

  save() {
    return { ids: this.ids, names: this.#names.save(), size: this.#size }
  }

  /** Restores what `save` gave; it must be empty. */
  restore({ ids, names, size }: Saved<NamedEntities<Id>>): void {
    for (const id of ids) this.#numbers.set(id, this.ids.push(id) - 1)
    this.#names.restore(names)
    this.#size = size
    this.#found = createBitmap(size)
    this.#list = new Uint32Array(size)
    this.#named = null
  }

  #numbersByName(): Map<string, number[]> {
    if (this.#named) return this.#named
    const named = new Map<string, number[]>()
    for (let number = 0; number < this.ids.length; number += 1) {
      for (const name of lines(this.#names.textOf(number))) addName(named, name, number)
    }
    this.#named = named
    return named
  }
}

function addName(named: Map<string, number[]>, name: string, number: number): void {
  const numbers = named.get(name)
  if (numbers) numbers.push(number)
  else named.set(name, [number])
}

function unname(named: Map<string, number[]>, name: string, number: number): void {
  const others = (named.get(name) ?? []).filter((other) => other !== number)
  if (others.length > 0) named.set(name, others)
  else named.delete(name)
}

function lines(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}
