import { isScriptUnit, isWordUnit, SPACE } from './searchable-text.ts'

/**
 * A gram encodes a few adjacent characters of a searchable text as one number below 2⁴⁸. In scripts without spaces:
 * each character and each pair. In words: the first letter, the first two, a hash of the first four, every three, and a
 * hash (one of some thousands) of a word and the next one's first two letters, which separates words from others of the
 * same letters, and phrases from words that are far apart.
 */
type Visit = (gram: number) => void

const UNIT = 0x10000
const UNITS = UNIT * UNIT
/** Stands for the character before a word. */
const START = 1
/** Marks the hash of a word pair. */
const PAIR = 2
/**
 * Number of hash bits: few enough to need no more rows than characters, enough that blocks rarely share a hash by
 * chance.
 */
const PAIR_BITS = 14
/** Marks the hash of a word's start. */
const BEGINNING = 3
const BEGINNING_LETTERS = 4

/** Visits all grams of a text; repeated ones are visited again. */
export function forEachGram(text: string, visit: Visit): void {
  walk(text, visit, false)
}

/** Returns the fewest grams that imply all grams of a term: every text with the term has them. */
export function gramsOfTerm(term: string): number[] {
  const grams = new Set<number>()
  walk(term, (gram) => grams.add(gram), true)
  return [...grams]
}

/** Whether a term equals a single gram, so that every text with that gram contains the term. */
export function isOneGram(term: string): boolean {
  const grams: number[] = []
  walk(term, (gram) => grams.push(gram), true)
  const [gram = 0] = grams
  // Hashes may collide.
  return grams.length === 1 && (gram < PAIR * UNITS || gram >= (BEGINNING + 1) * UNITS)
}

/** @param isTerm  its last word may be incomplete, and implied grams are omitted */
function walk(text: string, visit: Visit, isTerm: boolean): void {
  let wasScript = false
  /** Of the word so far. */
  let hash = 0
  /** The first letters of a word up to here are covered by the hash of its start. */
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

/** Hashes a word and the first two letters of the next one. */
function pairOf(hash: number, first: number, second: number): number {
  return Math.imul(Math.imul(hash ^ first, 0x9e3779b1) ^ second, 0x85ebca6b) >>> (32 - PAIR_BITS)
}

/** Hashes the first letters of the word at this position; null if it has fewer. */
function beginningAt(text: string, at: number): number | null {
  let hash = 0
  for (let letter = at; letter < at + BEGINNING_LETTERS; letter++) {
    const unit = unitAt(text, letter)
    if (!isWordUnit(unit)) return null
    hash = Math.imul(hash ^ unit, 0x01000193) + 0x811c9dc5
  }
  return hash >>> 0
}
