import { isScriptUnit, isWordUnit, SPACE } from './searchable-text.ts'

/**
 * A gram names a few neighbouring characters of a searchable text as one number below 2⁴⁸. Of scripts without spaces: each
 * character, and each two. Of words: their first letter, their first two, every three, and one of a few thousand numbers
 * that a word has together with the first letter of the next one, so that phrases differ from words that are far apart.
 */
type Visit = (gram: number) => void

const UNIT = 0x10000
const UNITS = UNIT * UNIT
/** In the place of the character before a word. */
const START = 1
/** In the place of two words. */
const PAIR = 2
/** So many numbers: enough that hardly any block has a certain one by chance, and no more rows than characters make. */
const PAIRS = 0x4000

/** All grams of a text; one that stands in it twice is told twice. */
export function forEachGram(text: string, visit: Visit): void {
  walk(text, visit, false)
}

/** The fewest grams that say as much as all grams of a term: a text that holds the term holds them. */
export function gramsOfTerm(term: string): number[] {
  const grams = new Set<number>()
  walk(term, (gram) => grams.add(gram), true)
  return [...grams]
}

function walk(text: string, visit: Visit, leavesOutImplied: boolean): void {
  let wasScript = false
  /** Of the word so far. */
  let hash = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const next = at + 1 < text.length ? text.charCodeAt(at + 1) : SPACE
    if (unit === SPACE) {
      if (hash !== 0) visit(PAIR * UNITS + ((Math.imul(hash ^ next, 0x9e3779b1) >>> 0) % PAIRS))
      hash = 0
      const second = at + 2 < text.length ? text.charCodeAt(at + 2) : SPACE
      const isLonger = isWordUnit(second)
      if (!(leavesOutImplied && isLonger)) visit(START * UNIT + next)
      if (isLonger) visit(START * UNITS + next * UNIT + second)
      wasScript = false
    } else if (isScriptUnit(unit)) {
      hash = 0
      const hasPair = isScriptUnit(next)
      if (!(leavesOutImplied && (hasPair || wasScript))) visit(unit)
      if (hasPair) visit(unit * UNIT + next)
      wasScript = true
    } else if (isWordUnit(unit)) {
      const third = at + 2 < text.length ? text.charCodeAt(at + 2) : SPACE
      hash = Math.imul(hash ^ unit, 0x01000193) + 0x811c9dc5
      if (isWordUnit(next) && isWordUnit(third)) visit(unit * UNITS + next * UNIT + third)
      wasScript = false
    } else {
      wasScript = false
      hash = 0
    }
  }
}
