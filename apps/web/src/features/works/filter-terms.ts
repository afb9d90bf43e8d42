import { languageCodes } from '@otodana/contract'
import { fixedValues, parseNumber, parseSeconds, type DoneTerm } from '@otodana/keyword'

/** Why a term can find nothing, whatever is in the library. */
export type TermProblem = 'empty' | 'number' | 'duration' | 'age' | 'language'

/** What is wrong with a term's value; null when it may find something. Whether a name exists is not asked here. */
export function termProblem(term: DoneTerm): TermProblem | null {
  if (term.kind === 'plain') return null
  const { namespace, value } = term
  if (value === '') return 'empty'
  switch (namespace) {
    case 'rate':
    case 'price':
    case 'sell':
      return parseNumber(value) === null ? 'number' : null
    case 'duration':
      return parseSeconds(value) === null ? 'duration' : null
    case 'age':
      return isOneOf(fixedValues.age, value.toLowerCase()) ? null : 'age'
    case 'lang':
      return isOneOf(languageCodes, value.toUpperCase()) ? null : 'language'
    default:
      return null
  }
}

function isOneOf(known: readonly string[], value: string): boolean {
  return known.includes(value)
}
