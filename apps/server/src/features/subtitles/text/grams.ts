import { isScriptUnit, isWordUnit, SPACE } from './searchable-text.ts'

/**
 * A gram names a few neighbouring characters of a searchable text as one number below 2⁴⁸. Of scripts without spaces: each
 * character, and each two. Of words: their first letter, their first two, a number for their first four, every three, and a
 * number (of some thousands) that a word has together with the next one's first two letters, so that words differ from others
 * of the same letters, and phrases from words that are far apart.
 */
type Visit = (gram: number) => void

const UNIT = 0x10000
const UNITS = UNIT * UNIT
/** In the place of the character before a word. */
const START = 1
/** In the place of two words. */
const PAIR = 2
/** So many numbers: enough that hardly any block has a certain one by chance, and no more rows than characters make. */
const PAIR_BITS = 14
/** In the place of a word's beginning. */
const BEGINNING = 3
const BEGINNING_LETTERS = 4

/** Visits all grams of a text; a repeated one is visited again. */
export function forEachGram(text: string, visit: Visit): void {
  walk(text, visit, false)
}

/** The fewest grams that say as much as all grams of a term: a text that holds the term holds them. */
export function gramsOfTerm(term: string): number[] {
  const grams = new Set<number>()
  walk(term, (gram) => grams.add(gram), true)
  return [...grams]
}

/** Whether a term is what one gram names: a text that has this gram holds it. */
export function isOneGram(term: string): boolean {
  const grams: number[] = []
  walk(term, (gram) => grams.push(gram), true)
  const [gram = 0] = grams
  // Of numbers there are fewer than of what they stand for.
  return grams.length === 1 && (gram < PAIR * UNITS || gram >= (BEGINNING + 1) * UNITS)
}

/** @param isTerm  its last word may go on, and what other grams imply is left out */
function walk(text: string, visit: Visit, isTerm: boolean): void {
  let wasScript = false
  /** Of the word so far. */
  let hash = 0
  /** The first letters of a word up to there are in its beginning. */
  let begunTo = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const next = unitAt(text, at + 1)
    if (unit === SPACE) {
      const second = unitAt(text, at + 2)
      const isLonger = isWordUnit(second)
      const isWhole = isLonger || !isTerm || at + 2 < text.length
      if (hash !== 0 && isWhole) visit(PAIR * UNITS + pairOf(hash, next, isLonger ? second : SPACE))
      hash = 0
      const beginning = beginningAt(text, at + 1)
      begunTo = beginning === null ? 0 : at + 1 + BEGINNING_LETTERS
      if (beginning !== null) visit(BEGINNING * UNITS + beginning)
      if (!(isTerm && isLonger)) visit(START * UNIT + next)
      if (isLonger && !(isTerm && beginning !== null)) visit(START * UNITS + next * UNIT + second)
      wasScript = false
    } else if (isScriptUnit(unit)) {
      hash = 0
      const hasPair = isScriptUnit(next)
      if (!(isTerm && (hasPair || wasScript))) visit(unit)
      if (hasPair) visit(unit * UNIT + next)
      wasScript = true
    } else if (isWordUnit(unit)) {
      const third = unitAt(text, at + 2)
      hash = Math.imul(hash ^ unit, 0x01000193) + 0x811c9dc5
      const isImplied = isTerm && at + 3 <= begunTo
      if (!isImplied && isWordUnit(next) && isWordUnit(third)) visit(unit * UNITS + next * UNIT + third)
      wasScript = false
    } else {
      wasScript = false
      hash = 0
    }
  }
}

function unitAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : SPACE
}

/** A number for a word and the two letters that the next one begins with. */
function pairOf(hash: number, first: number, second: number): number {
  return Math.imul(Math.imul(hash ^ first, 0x9e3779b1) ^ second, 0x85ebca6b) >>> (32 - PAIR_BITS)
}

/** A number for the first letters of the word that begins there; null: it has fewer. */
function beginningAt(text: string, at: number): number | null {
  let hash = 0
  for (let letter = at; letter < at + BEGINNING_LETTERS; letter++) {
    const unit = unitAt(text, letter)
    if (!isWordUnit(unit)) return null
    hash = Math.imul(hash ^ unit, 0x01000193) + 0x811c9dc5
  }
  return hash >>> 0
}
