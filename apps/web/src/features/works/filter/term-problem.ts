import { foldText, parseNumber, parseSeconds, type DoneTerm } from '@otodana/keyword'

import { ageOfTerm } from './age-of-term.ts'
import { languageNames } from './language-names.ts'

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
      return ageOfTerm(term) === undefined ? 'age' : null
    case 'lang':
      return Object.hasOwn(languageNames, foldText(value).toUpperCase()) ? null : 'language'
    default:
      return null
  }
}
