import { type Bitmap, clearBit, createBitmap, grownBitmap, setBit } from './bits.ts'
import { Links } from './links.ts'
import { TextTable } from './text-table.ts'
import type { Saved } from './types.ts'

/** What tells which other works are editions of a work. Codes are folded. */
export type EditionFacts = {
  code: string
  originalCode: string | null
  /** The codes of its other editions, as far as known; may contain its own. */
  editionCodes: readonly string[]
}

const NONE = -1

/**
 * Groups works that are editions of one work. Two works are if one names the other's code, or both name the same one,
 * and so are all works connected by such links: chains and circles need no special case. Works are known by ordinal.
 */
export class Editions {
  /** The works with another edition in the library. */
  related: Bitmap
  /** The works whose original is in the library. */
  translations: Bitmap
  /** By ordinal: a number that only the work's editions share. */
  families: Int32Array<ArrayBuffer>
  /** Each work with all codes that it has or names. */
  readonly #named: Links
  /** The numbers of codes; null after restoring, until it is needed: only changes of works do. */
  #numbers: TextTable | null = this.#newTable()
  #codes: string[] = []
  #freeNumbers: number[] = []
  /** By family: the ids of its works, ascending. */
  #ids = new Map<number, number[]>()
  /** By ordinal, as numbers of codes. */
  #own: Int32Array<ArrayBuffer>
  #originals: Int32Array<ArrayBuffer>
  /** Since the last `settle`: every group that has changed contains one of these works. */
  #changed: Bitmap
  #hasChanged = false
  /** Reused by `keepBest`. */
  #best: Int32Array<ArrayBuffer>

  constructor(size: number) {
    this.related = createBitmap(size)
    this.translations = createBitmap(size)
    this.families = new Int32Array(size)
    this.#named = new Links(size)
    this.#own = new Int32Array(size)
    this.#originals = new Int32Array(size).fill(NONE)
    this.#changed = createBitmap(size)
    this.#best = new Int32Array(size)
  }

  grow(size: number): void {
    this.related = grownBitmap(this.related, size)
    this.translations = grownBitmap(this.translations, size)
    this.#changed = grownBitmap(this.#changed, size)
    this.#named.grow(size)
    this.families = grown(this.families, size)
    this.#own = grown(this.#own, size)
    this.#originals = grown(this.#originals, size)
    this.#best = new Int32Array(size)
  }

  set(work: number, { code, originalCode, editionCodes }: EditionFacts): void {
    const own = this.#numberOf(code)
    const original = originalCode === null ? NONE : this.#numberOf(originalCode)
    const named = new Set([own, ...editionCodes.map((each) => this.#numberOf(each))])
    if (original !== NONE) named.add(original)
    const before = [...this.#named.of(work)]
    const isSame =
      this.#own[work] === own &&
      this.#originals[work] === original &&
      before.length === named.size &&
      before.every((each) => named.has(each))
    if (isSame) return
    this.#markGroup(before)
    this.#mark(work)
    this.#own[work] = own
    this.#originals[work] = original
    this.#named.set(work, [...named])
    this.#forget(before)
  }

  remove(work: number): void {
    const before = [...this.#named.of(work)]
    this.#markGroup(before)
    this.#mark(work)
    this.#originals[work] = NONE
    this.#named.set(work, [])
    this.#forget(before)
  }

  /**
   * Regroups what has changed. Must be called before anything is read.
   *
   * @param ids  by ordinal
   */
  settle(ids: ArrayLike<number>): void {
    if (!this.#hasChanged) return
    const changed = this.#changed
    for (let index = 0; index < changed.length; index += 1) {
      while (changed[index] !== 0) this.#regroup(index * 32 + 31 - Math.clz32(changed[index]!), ids)
    }
    this.#hasChanged = false
  }

  /** Returns the ids of the editions of one of the `related` works, with its own, ascending. */
  idsOf(work: number): readonly number[] {
    return this.#ids.get(this.families[work]!)!
  }

  isOriginal(work: number): boolean {
    return this.#originals[work] === NONE
  }

  /** Keeps one work of each group in `bits`: the one that is better than all others. */
  keepBest(bits: Bitmap, isBetter: (work: number, other: number) => boolean): void {
    const { families, related } = this
    const best = this.#best.fill(NONE)
    for (let index = 0; index < related.length; index += 1) {
      for (let word = bits[index]! & related[index]!; word !== 0; word &= word - 1) {
        const work = (index << 5) + 31 - Math.clz32(word & -word)
        const family = families[work]!
        const other = best[family]!
        const wins = other === NONE || isBetter(work, other)
        if (wins) best[family] = work
        if (other !== NONE) clearBit(bits, wins ? other : work)
      }
    }
  }

  /** After `settle`. */
  save() {
    return {
      related: this.related,
      translations: this.translations,
      families: this.families,
      named: this.#named.save(),
      codes: this.#codes,
      freeNumbers: this.#freeNumbers,
      ids: this.#ids,
      own: this.#own,
      originals: this.#originals,
    }
  }

  /** Restores what `save` gave; there must be no works. */
  restore(saved: Saved<Editions>): void {
    this.related = saved.related
    this.translations = saved.translations
    this.families = saved.families
    this.#named.restore(saved.named)
    this.#codes = saved.codes
    this.#freeNumbers = saved.freeNumbers
    this.#ids = saved.ids
    this.#own = saved.own
    this.#originals = saved.originals
    this.#changed = new Int32Array(saved.related.length)
    this.#best = new Int32Array(saved.families.length)
    this.#numbers = null
  }

  #regroup(work: number, ids: ArrayLike<number>): void {
    const works = this.#groupOf(work)
    const holders = new Map<number, number>()
    for (const member of works) holders.set(this.#own[member]!, (holders.get(this.#own[member]!) ?? 0) + 1)
    for (const member of works) {
      clearBit(this.#changed, member)
      this.families[member] = work
      // Of the family that had this work's number.
      this.#ids.delete(member)
      const original = this.#originals[member]!
      // A work that names itself as its original only counts if another work has its code.
      const itself = original === this.#own[member] ? 1 : 0
      putBit(this.translations, member, original !== NONE && (holders.get(original) ?? 0) > itself)
      putBit(this.related, member, works.size > 1)
    }
    if (works.size > 1)
      this.#ids.set(
        work,
        Array.from(works, (member) => ids[member]!).sort((a, b) => a - b),
      )
  }

  /** All works connected by links, however far. */
  #groupOf(work: number): ReadonlySet<number> {
    const works = new Set([work])
    const codes = new Set<number>()
    // Works that are added here are visited too.
    for (const member of works) {
      for (const code of this.#named.of(member)) {
        if (this.#named.works.countOf(code) === 1 || codes.has(code)) continue
        codes.add(code)
        this.#named.works.forEach(code, (other) => works.add(other))
      }
    }
    return works
  }

  #mark(work: number): void {
    this.#hasChanged = true
    setBit(this.#changed, work)
  }

  #markGroup(codes: readonly number[]): void {
    for (const code of codes) this.#named.works.addTo(this.#changed, code, this.#changed.length)
  }

  #newTable(): TextTable {
    return new TextTable((number) => this.#codes[number]!)
  }

  #numbersByCode(): TextTable {
    if (this.#numbers) return this.#numbers
    const numbers = this.#newTable()
    const free = new Set(this.#freeNumbers)
    for (const [number, code] of this.#codes.entries()) if (!free.has(number)) numbers.add(code, number)
    this.#numbers = numbers
    return numbers
  }

  #numberOf(code: string): number {
    const numbers = this.#numbersByCode()
    const known = numbers.find(code)
    if (known !== NONE) return known
    const number = this.#freeNumbers.pop() ?? this.#codes.length
    this.#codes[number] = code
    numbers.add(code, number)
    return number
  }

  /** Reuses the numbers of codes that no work names any more. */
  #forget(codes: readonly number[]): void {
    const numbers = this.#numbersByCode()
    for (const code of codes) {
      if (this.#named.works.countOf(code) > 0) continue
      numbers.remove(this.#codes[code]!)
      this.#freeNumbers.push(code)
    }
  }
}

function putBit(bits: Bitmap, number: number, isSet: boolean): void {
  if (isSet) setBit(bits, number)
  else clearBit(bits, number)
}

function grown(numbers: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const result = new Int32Array(size).fill(NONE)
  result.set(numbers)
  return result
}
