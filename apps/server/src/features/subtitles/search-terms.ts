import { MAX_SUBTITLE_TERMS } from '@otodana/contract'

import { toSearchable } from './searchable-text.ts'

/**
 * What is looked for: white space separates terms, and each of them has to be found; `"good night"` is one term.
 *
 * @returns searchable texts, none of them empty or part of another; empty when nothing but signs was asked for
 */
export function searchTerms(query: string): string[] {
  const terms: string[] = []
  for (const [, phrase, word] of query.matchAll(/["“”]([^"“”]*)["“”]?|([^\s"“”]+)/g)) {
    const term = toSearchable(phrase ?? word ?? '')
    if (term !== '') terms.push(term)
  }
  const few = [...new Set(terms)].slice(0, MAX_SUBTITLE_TERMS)
  return few.filter((term) => !few.some((other) => other !== term && other.includes(term)))
}

/** Whether the blocks that hold a single term's grams surely hold the term: it is one gram. */
export function isOneGram(terms: readonly string[], grams: readonly number[]): boolean {
  return terms.length === 1 && grams.length === 1
}
