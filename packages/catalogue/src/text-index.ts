import { type Bitmap, createBitmap, hasBit, intersect, listBits, setBit, subtract, unite } from './bits.ts'
import { GramTable } from './gram-table.ts'
import { TermCache } from './term-cache.ts'
import { SetStore } from './set-store.ts'
import type { Saved } from './types.ts'

/** Each set is written once for a batch, and not once for each of its texts. */
const BATCH = 512
/** With fewer texts, preparing a batch would take longer. */
const FEW = 16
/** Results that require reading this many texts are cached. */
const CACHED_FROM = 1_000

/**
 * An index of numbered texts by content: a set for each character and for each pair of neighbours. One or two
 * characters, the common case in Japanese, are one lookup; a longer term intersects the sets of its pairs and checks
 * each remaining text. "Characters" are UTF-16 units here, as in `includes`.
 */
export class TextIndex {
  #texts: string[] = []
  /** Texts that are in no set yet: they are added together, at the latest when something is searched. */
  readonly #waiting = new Set<number>()
  /** Whether any number of texts may wait. */
  #isLoading = false
  readonly #grams = new GramTable()
  readonly #sets: SetStore
  readonly #remembered: TermCache
  #candidates: Bitmap
  #list: Uint32Array

  readonly #batch: number

  /**
   * @param size  all text numbers are below it, until `grow`
   * @param batch  how many texts are indexed together
   */
  constructor(size: number, batch = BATCH) {
    this.#batch = batch
    this.#sets = new SetStore(size)
    this.#remembered = new TermCache(size)
    this.#candidates = createBitmap(size)
    this.#list = new Uint32Array(size)
  }

  /** Returns the text with that number; empty if there is none. */
  textOf(number: number): string {
    return this.#texts[number] ?? ''
  }

  /**
   * Adds or replaces a text; an empty one removes it. It must be folded by `foldForSearch`, so that it contains no NUL.
   */
  set(number: number, text: string): void {
    const before = this.textOf(number)
    if (before === text) return
    while (this.#texts.length <= number) this.#texts.push('')
    this.#texts[number] = text
    this.#remembered.update(number, text)
    if (this.#waiting.has(number)) return
    for (let at = 0; at < before.length; at += 1) {
      this.#sets.remove(this.#grams.find(unigram(before, at)), number)
      if (at > 0) this.#sets.remove(this.#grams.find(bigram(before, at - 1)), number)
    }
    if (text !== '') this.#waiting.add(number)
    if (!this.#isLoading && this.#waiting.size >= this.#batch) this.indexSome()
  }

  /** Makes adding texts cheap until all are indexed, by `indexSome` or the next `find`. */
  startLoading(): void {
    this.#isLoading = true
  }

  /** Indexes a batch of the texts that wait. Returns false if there are none. */
  indexSome(): boolean {
    if (this.#waiting.size === 0) {
      this.#isLoading = false
      return false
    }
    const numbers = Uint32Array.from(this.#waiting.values().take(this.#batch))
    for (const number of numbers) this.#waiting.delete(number)
    if (numbers.length > FEW) this.#addSorted(numbers)
    else for (const number of numbers) this.#add(number)
    return true
  }

  /**
   * Adds to `into` the numbers of all texts that contain `term`, which is folded and not empty.
   *
   * @param words  number of words of the bitmaps in use
   * @param among  texts outside of it may be omitted
   */
  find(term: string, into: Bitmap, words: number, among?: Bitmap): void {
    this.#indexAll()
    if (term.length <= 2) {
      const set = this.#grams.find(term.length === 1 ? unigram(term, 0) : bigram(term, 0))
      if (set >= 0) this.#sets.addTo(into, set, words)
      return
    }
    const cached = this.#remembered.find(term)
    if (cached) {
      unite(into, cached, words)
      return
    }
    const sets = this.#setsOfPairs(term)
    if (!sets) return
    const count = this.#listCandidates(sets, words, into, among)
    if (count < CACHED_FROM) this.#check(term, count, into)
    else unite(into, this.#rememberTerm(term, sets, words), words)
  }

  save() {
    this.#indexAll()
    return { texts: this.#texts, grams: this.#grams.save(), sets: this.#sets.save() }
  }

  /** Restores what `save` gave. */
  restore({ texts, grams, sets }: Saved<TextIndex>): void {
    this.#texts = texts
    this.#grams.restore(grams)
    this.#sets.restore(sets)
    this.#remembered.grow(sets.size)
    this.#candidates = createBitmap(sets.size)
    this.#list = new Uint32Array(sets.size)
  }

  grow(size: number): void {
    this.#sets.grow(size)
    this.#remembered.grow(size)
    this.#candidates = createBitmap(size)
    this.#list = new Uint32Array(size)
  }

  #indexAll(): void {
    while (this.indexSome());
  }

  #add(number: number): void {
    const text = this.#texts[number]!
    for (let at = 0; at < text.length; at += 1) {
      this.#sets.add(this.#grams.add(unigram(text, at)), number)
      if (at > 0) this.#sets.add(this.#grams.add(bigram(text, at - 1)), number)
    }
  }

  /** Adds texts to the sets of their grams, by a counting sort. */
  #addSorted(numbers: Uint32Array): void {
    const mostGrams = 2 * numbers.reduce((total, number) => total + this.#texts[number]!.length, 0)
    /** The sets of all texts, one text after the other, each once, and where those of a text end. */
    const setsOf = new Uint32Array(mostGrams)
    const ends = new Uint32Array(numbers.length)
    const mostSets = this.#grams.size + mostGrams
    const counts = new Uint32Array(mostSets)
    /** The place of the last text that a set was counted for, from 1. */
    const lastPlace = new Uint32Array(mostSets)
    const touched: number[] = []
    let end = 0
    const count = (set: number, place: number) => {
      if (lastPlace[set] === place) return
      lastPlace[set] = place
      if (counts[set] === 0) touched.push(set)
      counts[set]! += 1
      setsOf[end] = set
      end += 1
    }
    for (const [place, number] of numbers.entries()) {
      const text = this.#texts[number]!
      for (let at = 0; at < text.length; at += 1) {
        count(this.#grams.add(unigram(text, at)), place + 1)
        if (at > 0) count(this.#grams.add(bigram(text, at - 1)), place + 1)
      }
      ends[place] = end
    }
    const members = new Uint32Array(end)
    /** Where the next member of each set goes. */
    const next = lastPlace
    let start = 0
    for (const set of touched) {
      next[set] = start
      start += counts[set]!
    }
    let index = 0
    for (const [place, number] of numbers.entries()) {
      for (; index < ends[place]!; index += 1) {
        const set = setsOf[index]!
        members[next[set]!] = number
        next[set]! += 1
      }
    }
    for (const set of touched) this.#sets.addAll(set, members, next[set]! - counts[set]!, next[set]!)
  }

  /** Returns the sets of all distinct pairs of neighbours in `term`; undefined if no text has one of them. */
  #setsOfPairs(term: string): number[] | undefined {
    const sets = new Set<number>()
    for (let at = 0; at + 1 < term.length; at += 1) {
      const set = this.#grams.find(bigram(term, at))
      if (set < 0) return undefined
      sets.add(set)
    }
    return [...sets]
  }

  /**
   * Lists candidates: a superset of the texts with all pairs, without those in `found` or outside `among`.
   *
   * @returns the number of entries in `#list`
   */
  #listCandidates(sets: readonly number[], words: number, found?: Bitmap, among?: Bitmap): number {
    const rarest = sets.reduce((best, set) => (this.#sets.countOf(set) < this.#sets.countOf(best) ? set : best))
    if (this.#sets.bitmapOf(rarest)) return this.#listCommon(sets, words, found, among)
    const { lists } = this.#sets
    const start = lists.startOf(rarest)
    const end = start + lists.lengthOf(rarest)
    let count = 0
    for (let index = start; index < end; index += 1) {
      const number = lists.items[index]!
      if ((among && !hasBit(among, number)) || (found && hasBit(found, number))) continue
      this.#list[count] = number
      count += 1
    }
    return count
  }

  /** The same if even the rarest pair's set is a bitmap: the intersection of all bitmaps. */
  #listCommon(sets: readonly number[], words: number, found?: Bitmap, among?: Bitmap): number {
    const bits = this.#candidates
    if (among) bits.set(among.subarray(0, words))
    else bits.fill(-1, 0, words)
    for (const set of sets) {
      const bitmap = this.#sets.bitmapOf(set)
      if (bitmap) intersect(bits, bitmap, words)
    }
    if (found) subtract(bits, found, words)
    return listBits(bits, words, this.#list)
  }

  /** Adds to `into` those of the first `count` texts of `#list` that contain the term. */
  #check(term: string, count: number, into: Bitmap): void {
    for (let index = 0; index < count; index += 1) {
      const number = this.#list[index]!
      if (this.#texts[number]!.includes(term)) setBit(into, number)
    }
  }

  #rememberTerm(term: string, sets: readonly number[], words: number): Bitmap {
    const bits = this.#remembered.add(term)
    this.#check(term, this.#listCandidates(sets, words), bits)
    return bits
  }
}

function unigram(text: string, at: number): number {
  return text.charCodeAt(at)
}

/** Never equal to a unigram's number, because texts contain no NUL. */
function bigram(text: string, at: number): number {
  return ((text.charCodeAt(at) << 16) | text.charCodeAt(at + 1)) >>> 0
}
