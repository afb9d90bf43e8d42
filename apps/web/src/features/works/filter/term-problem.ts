import { foldText, parseDay, parseNumber, parseSeconds, type DoneTerm } from '@otodana/keyword'

import { ageOfTerm } from './age-of-term.ts'
import { languageNames, subtitleLanguageNames } from '#i18n/language-names.ts'

/** Why a term cannot match anything, whatever the library contains. */
export type TermProblem = 'empty' | 'number' | 'duration' | 'date' | 'age' | 'language' | 'subtitles'

/** Returns what is wrong with a term's value; null if it may match. Does not check whether a name exists. */
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
    case 'release':
      return parseDay(value) === null ? 'date' : null
    case 'age':
      return ageOfTerm(term) === undefined ? 'age' : null
    case 'lang':
      return Object.hasOwn(languageNames, foldText(value).toUpperCase()) ? null : 'language'
    case 'sub':
      return Object.hasOwn(subtitleLanguageNames, foldText(value)) ? null : 'subtitles'
    default:
      return null
  }
}
