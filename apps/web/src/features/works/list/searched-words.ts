import type { DoneTerm, Term } from '@otodana/keyword'

import { cutText, shownName } from '#lib/format/shown-name.ts'

/** Headings show no more; the terms are listed below them. */
const MAX_LENGTH = 60

/**
 * Returns what a search is for, for its heading: its words, or else the first name that it asks for. Null for filters
 * alone, such as a price.
 */
export function searchedWords(terms: readonly DoneTerm[], nameOf: (term: Term) => string): string | null {
  const words = terms.flatMap((term) => (term.kind === 'plain' ? [shownName(term.text)] : []))
  const wanted = terms.find((term) => hasName(term))
  const text = words.length > 0 ? words.join(' ') : wanted ? nameOf(wanted) : ''
  if (text === '') return null
  return cutText(text, MAX_LENGTH)
}

const named = new Set(['tag', 'tagw', 'circle', 'va', 'series', 'staff'])

function hasName(term: DoneTerm): boolean {
  return term.kind === 'special' && !term.excluded && named.has(term.namespace)
}
