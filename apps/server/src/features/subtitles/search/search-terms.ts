import { type IgnoredWords, MAX_SUBTITLE_TERMS } from '@otodana/contract'

import { toSearchable } from '../text/searchable-text.ts'

export type SearchTerms = {
  /** Searchable texts, none of which is empty or part of another. */
  terms: string[]
  /** Parts of the query that are not searched, as typed. */
  ignored: IgnoredWords[]
}

/** Parses a query: white space separates terms, all of which must match; `"good night"` is one term. */
export function searchTerms(query: string): SearchTerms {
  let terms: string[] = []
  const ignored = new Map<string, IgnoredWords>()
  for (const [, phrase, word] of query.matchAll(/["“”]([^"“”]*)["“”]?|([^\s"“”]+)/g)) {
    const words = (phrase ?? word ?? '').trim()
    const term = toSearchable(words)
    const isKnown = terms.some((other) => other.includes(term))
    const others = terms.filter((other) => !term.includes(other))
    if (words === '') continue
    else if (term === '') ignored.set(words, { words, reason: 'signs' })
    else if (isKnown) continue
    else if (others.length < MAX_SUBTITLE_TERMS) terms = [...others, term]
    else ignored.set(words, { words, reason: 'tooMany' })
  }
  return { terms, ignored: [...ignored.values()] }
}
