import { type Bitmap, clearBit, createBitmap, grownBitmap, setBit } from './bits.ts'

type Edition = { code: string; originalCode: string | null }

/** Tracks which works translate another work in the library. Codes are folded, works known by ordinal. */
export class Translations {
  /** The works whose original is in the library. */
  bits: Bitmap
  /** Number of works with each code; more than one only in inconsistent libraries. */
  readonly #holders = new Map<string, number>()
  readonly #translationsOf = new Map<string, number[]>()
  readonly #editions: (Edition | undefined)[] = []

  constructor(size: number) {
    this.bits = createBitmap(size)
  }

  grow(size: number): void {
    this.bits = grownBitmap(this.bits, size)
  }

  set(work: number, edition: Edition): void {
    const before = this.#editions[work]
    if (before?.code === edition.code && before.originalCode === edition.originalCode) return
    this.remove(work)
    while (this.#editions.length <= work) this.#editions.push(undefined)
    this.#editions[work] = edition
    this.#holders.set(edition.code, (this.#holders.get(edition.code) ?? 0) + 1)
    if (edition.originalCode !== null) {
      const siblings = this.#translationsOf.get(edition.originalCode)
      if (siblings) siblings.push(work)
      else this.#translationsOf.set(edition.originalCode, [work])
      this.#judge(edition.originalCode)
    }
    this.#judge(edition.code)
  }

  /** Returns the code of the work that this one translates, or its own; null if it has neither. */
  originOf(work: number): string | null {
    const edition = this.#editions[work]
    return edition ? (edition.originalCode ?? edition.code) : null
  }

  remove(work: number): void {
    const edition = this.#editions[work]
    if (!edition) return
    const { code, originalCode } = edition
    this.#editions[work] = undefined
    clearBit(this.bits, work)
    const holders = this.#holders.get(code)! - 1
    if (holders > 0) this.#holders.set(code, holders)
    else this.#holders.delete(code)
    if (originalCode !== null) {
      const siblings = this.#translationsOf.get(originalCode)!.filter((other) => other !== work)
      if (siblings.length > 0) this.#translationsOf.set(originalCode, siblings)
      else this.#translationsOf.delete(originalCode)
    }
    this.#judge(code)
  }

  /** Updates the bit of each translation of `code`. */
  #judge(code: string): void {
    for (const work of this.#translationsOf.get(code) ?? []) {
      // A work that names itself as its original only counts if another work has its code.
      const itself = this.#editions[work]!.code === code ? 1 : 0
      if ((this.#holders.get(code) ?? 0) > itself) setBit(this.bits, work)
      else clearBit(this.bits, work)
    }
  }
}
