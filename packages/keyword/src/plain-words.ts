import { readTerms } from './parse.ts'
import { wellFormed } from './terms.ts'

/** Returns every word outside special terms, in order, including duplicates, without a limit. */
export function plainWords(text: string): string[] {
  return [...readTerms(wellFormed(text), false)].flatMap((term) => (term.kind === 'plain' ? [term.text] : []))
}
