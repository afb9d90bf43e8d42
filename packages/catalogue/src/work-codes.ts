import type { Bitmap } from './bits.ts'
import { SetStore } from './set-store.ts'
import { TextIndex } from './text-index.ts'

const SHORTEST_HEAD = 3
/** What a code has after its longest head: so many digits that a head is that of a thousand works. */
const TAIL = 3
const LONGEST_HEAD = 8

/**
 * The works' codes, found by any part of them. Many works begin with the same characters, which are what people type: so
 * each head has its set, of the whole code and of its digits, and only other places need a look at the code itself.
 */
export class WorkCodes {
  readonly #codes: TextIndex
  readonly #works: SetStore
  readonly #heads = new Map<string, number>()

  constructor(size: number) {
    this.#codes = new TextIndex(size)
    this.#works = new SetStore(size)
  }

  /** Sets or replaces a work's code, which is folded; an empty one removes it. */
  set(work: number, code: string): void {
    const before = this.#codes.textOf(work)
    if (before === code) return
    for (const head of headsOf(before)) this.#works.remove(this.#numberOf(head), work)
    for (const head of headsOf(code)) this.#works.add(this.#numberOf(head), work)
    this.#codes.set(work, code)
  }

  /** Adds to `into` the works of `among` whose code contains `term`, which is folded and not empty. */
  find(term: string, into: Bitmap, words: number, among: Bitmap): void {
    const head = this.#heads.get(term)
    if (head !== undefined) this.#works.addTo(into, head, words)
    this.#codes.find(term, into, words, among)
  }

  grow(size: number): void {
    this.#codes.grow(size)
    this.#works.grow(size)
  }

  #numberOf(head: string): number {
    const number = this.#heads.get(head) ?? this.#heads.size
    this.#heads.set(head, number)
    return number
  }
}

/** `rj01234567` → rj0, rj01, rj012, rj0123, rj01234, 012, 0123, 01234 */
function headsOf(code: string): string[] {
  const heads: string[] = []
  for (const part of new Set([code, code.replace(/^\D+/, '')])) {
    const longest = Math.min(part.length - TAIL, LONGEST_HEAD)
    for (let length = SHORTEST_HEAD; length <= longest; length += 1) heads.push(part.slice(0, length))
  }
  return heads
}
