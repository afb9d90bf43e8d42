import { readTerms } from './parse.ts'
import { wellFormed } from './terms.ts'

/** Every word outside special terms, in order, repeated ones too, and however many: for texts, in which they count. */
export function plainWords(text: string): string[] {
  return [...readTerms(wellFormed(text), false)].flatMap((term) => (term.kind === 'plain' ? [term.text] : []))
}
