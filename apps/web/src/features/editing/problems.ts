import type { EditField } from '@otodana/contract'
import { parseWorkCode } from '@otodana/work-code'

import { asText, nameOf, namesOf, recordOf } from './values.ts'

/** A text of what is wrong with a field. */
export type Problem =
  | 'required'
  | 'tooLong'
  | 'tooMany'
  | 'tooManyStaff'
  | 'seriesNumber'
  | 'day'
  | 'code'
  | 'itself'
  | 'number'

// As in the contract, whose schemas are not loaded here; a test compares them.
export const lengths = {
  title: 500,
  name: 200,
  names: 200,
  staff: 100,
  seriesNumber: 100_000,
  description: 50_000,
  price: 10_000_000,
} as const

/** Returns what is wrong with a value, before it is sent. */
export function problemOf(field: EditField, value: unknown, code: string): Problem | null {
  switch (field) {
    case 'title':
      return asText(value).trim() === '' ? 'required' : longer(asText(value), lengths.title)
    case 'titles':
      return first(Object.values(recordOf(value)).map((title) => longer(asText(title), lengths.title)))
    case 'circle':
      return longer(nameOf(value), lengths.name)
    case 'series':
      return longer(nameOf(value), lengths.name) ?? problemOfPlace(recordOf(value).number)
    case 'voice_actors':
    case 'tags':
      return namesOf(value).length > lengths.names ? 'tooMany' : longName(namesOf(value))
    case 'staff': {
      const roles = Object.values(recordOf(value)).map(namesOf)
      return roles.some((names) => names.length > lengths.staff) ? 'tooManyStaff' : longName(roles.flat())
    }
    case 'create_date':
      return value === null ? 'day' : null
    case 'original':
      return problemOfCode(asText(value), code)
    case 'price':
      return value === null || isPrice(value) ? null : 'number'
    case 'description':
      return longer(asText(value), lengths.description)
    default:
      return null
  }
}

function longer(text: string, limit: number): Problem | null {
  return text.length > limit ? 'tooLong' : null
}

function longName(names: readonly string[]): Problem | null {
  return first(names.map((name) => longer(name, lengths.name)))
}

/** The most characters that a text or a name of a field may have. */
export function lengthOf(field: EditField): number {
  if (field === 'title' || field === 'titles') return lengths.title
  return field === 'description' ? lengths.description : lengths.name
}

/** Problems that are shown at once: what was pasted is kept, and has to be cut. */
export function isLimit(problem: Problem): boolean {
  return problem === 'tooLong' || problem === 'tooMany' || problem === 'tooManyStaff'
}

/** A number that cannot be read is still a text. */
function problemOfPlace(number: unknown): Problem | null {
  if (number === undefined) return null
  return typeof number === 'number' && number >= 0 && number <= lengths.seriesNumber ? null : 'seriesNumber'
}

function problemOfCode(text: string, own: string): Problem | null {
  if (text.trim() === '') return null
  const parsed = parseWorkCode(text.trim())
  if (!parsed) return 'code'
  return parsed.code === own ? 'itself' : null
}

function isPrice(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= lengths.price
}

function first(problems: readonly (Problem | null)[]): Problem | null {
  return problems.find((problem) => problem !== null) ?? null
}
