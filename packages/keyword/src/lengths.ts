import { foldText } from './fold.ts'
import { specialTerm, type DoneTerm, type SpecialTerm } from './terms.ts'

/** No way of writing a length is longer. */
const MAX_LENGTH = 30
const MAX_WORDS = 4

const BELOW_BEFORE = 'under|below|within|less than|shorter than|up to|at most|<|不到|少于|不超过'
const ABOVE_BEFORE = 'over|above|more than|longer than|at least|>|超过|至少'
const ABOUT_BEFORE = 'about|around|~|大约|约|約'
const BELOW_AFTER = '以内|以下|之内|未満|未满|or less'
const ABOVE_AFTER = '以上|or more|\\+'
const ABOUT_AFTER = 'くらい|ぐらい|程度|ほど|前後|左右'
const HOURS = '(?<hours>\\d{1,3}(?:\\.\\d{1,2})?|半) ?[个個]?(?:hours?|hrs?|h|時間|小时)(?<half>半)?'
const MINUTES = '(?<minutes>\\d{1,4}) ?(?:minutes?|mins?|m|分間?|分钟)'

const LENGTH = new RegExp(
  String.raw`^(?:(?<below>${BELOW_BEFORE})|(?<above>${ABOVE_BEFORE})|${ABOUT_BEFORE})? ?` +
    `(?=\\d|半)(?:${HOURS})? ?(?:${MINUTES})? ?` +
    String.raw`(?:(?<within>${BELOW_AFTER})|(?<beyond>${ABOVE_AFTER})|${ABOUT_AFTER})?$`,
)

/**
 * Reads a length in words: `5 min`, `under 1.5 hours`, `10分以内`, `半小时`.
 *
 * @returns the terms that it may mean, most likely first: without a direction an upper bound, then a lower one; empty
 *   for any other text
 */
export function lengthTerms(text: string): SpecialTerm[] {
  if (text.length > MAX_LENGTH) return []
  const said = LENGTH.exec(foldText(text))?.groups
  if (!said) return []
  const hours = said.hours === '半' ? 0.5 : Number(said.hours ?? 0) + (said.half ? 0.5 : 0)
  const minutes = Math.round(hours * 60) + Number(said.minutes ?? 0)
  if (minutes === 0) return []
  const value = minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`
  const [below, above] = [said.below ?? said.within, said.above ?? said.beyond]
  const directions = below ? [true] : above ? [false] : [true, false]
  return directions.map((excluded) => specialTerm('duration', value, excluded))
}

/** A search in which words are read as a length. */
export type LengthReading = { term: SpecialTerm; terms: readonly DoneTerm[] }

/** Returns the searches that a search may mean if some of its words are a length; the longest run of words counts. */
export function lengthReadings(terms: readonly DoneTerm[]): LengthReading[] {
  for (let count = MAX_WORDS; count > 0; count -= 1) {
    for (let start = 0; start + count <= terms.length; start += 1) {
      const words = terms.slice(start, start + count).map((term) => (term.kind === 'plain' ? term.text : '$'))
      const others = [...terms.slice(0, start), ...terms.slice(start + count)]
      const found = lengthTerms(words.join(' '))
      if (found.length > 0) return found.map((term) => ({ term, terms: [...others, term] }))
    }
  }
  return []
}
