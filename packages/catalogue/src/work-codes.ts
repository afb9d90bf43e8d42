import type { Bitmap } from './bits.ts'
import { SetStore } from './set-store.ts'
import { TextIndex } from './text-index.ts'
import type { Saved } from './types.ts'

/** Usual prefixes of codes; others work too, but slower. */
const PREFIXES = ['rj', 'vj', 'bj']
const SHORTEST_HEAD = 3
const LONGEST_HEAD = 8
/** Number of characters after the longest head: up to a thousand works share a head, few enough to check each. */
const TAIL = 3

/**
 * Finds works by any part of their code. Many codes start with the same characters, and those are what people type,
 * with or without the letters. So the works of each head (`rj0`, `rj01` … of `rj01234567`) form a set, and only matches
 * elsewhere require reading the codes.
 */
export class WorkCodes {
  readonly #codes: TextIndex
  readonly #works: SetStore
  #heads = new Map<string, number>()

  constructor(size: number, batch?: number) {
    this.#codes = new TextIndex(size, batch)
    this.#works = new SetStore(size)
  }

  /** Adds or replaces a work's code, which is folded; an empty one removes it. */
  set(work: number, code: string): void {
    const before = this.#codes.textOf(work)
    if (before === code) return
    for (let length = SHORTEST_HEAD; length <= longestHead(before); length += 1) {
      this.#works.remove(this.#numberOf(before.slice(0, length)), work)
    }
    for (let length = SHORTEST_HEAD; length <= longestHead(code); length += 1) {
      this.#works.add(this.#numberOf(code.slice(0, length)), work)
    }
    this.#codes.set(work, code)
  }

  /** Adds to `into` the works of `among` whose code contains `term`, which is folded and not empty. */
  find(term: string, into: Bitmap, words: number, among: Bitmap): void {
    for (const prefix of ['', ...PREFIXES]) {
      const head = this.#heads.get(prefix + term)
      if (head !== undefined) this.#works.addTo(into, head, words)
    }
    this.#codes.find(term, into, words, among)
  }

  /** See `TextIndex`. */
  startLoading(): void {
    this.#codes.startLoading()
  }

  /** See `TextIndex`. */
  indexSome(): boolean {
    return this.#codes.indexSome()
  }

  grow(size: number): void {
    this.#codes.grow(size)
    this.#works.grow(size)
  }

  save() {
    return { codes: this.#codes.save(), works: this.#works.save(), heads: this.#heads }
  }

  restore({ codes, works, heads }: Saved<WorkCodes>): void {
    this.#codes.restore(codes)
    this.#works.restore(works)
    this.#heads = heads
  }

  #numberOf(head: string): number {
    const known = this.#heads.get(head)
    if (known !== undefined) return known
    const number = this.#heads.size
    this.#heads.set(head, number)
    return number
  }
}

function longestHead(code: string): number {
  return Math.min(code.length - TAIL, LONGEST_HEAD)
}
