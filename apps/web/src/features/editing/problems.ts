import type { EditField } from '@otodana/contract'
import { parseWorkCode } from '@otodana/work-code'

import { asText, nameOf, namesOf, recordOf } from './values.ts'

/** A text of what is wrong with a field. */
export type Problem = 'required' | 'tooLong' | 'tooMany' | 'day' | 'code' | 'itself' | 'number'

// As in the contract, whose schemas are not loaded here; a test compares them.
export const lengths = { title: 500, name: 200, names: 200, description: 50_000, price: 10_000_000 } as const

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
      return longer(nameOf(value), lengths.name)
    case 'voice_actors':
    case 'tags':
      return problemOfNames(namesOf(value))
    case 'staff':
      return first(Object.values(recordOf(value)).map((names) => problemOfNames(namesOf(names))))
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

function problemOfNames(names: readonly string[]): Problem | null {
  return names.length > lengths.names ? 'tooMany' : first(names.map((name) => longer(name, lengths.name)))
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
