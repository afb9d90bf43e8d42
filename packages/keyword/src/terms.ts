/** Every namespace of a special term, in the order in which they are offered. */
export const NAMESPACES = ['tag', 'tagw', 'circle', 'va', 'duration', 'rate', 'price', 'sell', 'age', 'lang'] as const

export type Namespace = (typeof NAMESPACES)[number]

/** A word to be found anywhere in a work's names: not empty, without white space. */
export type PlainTerm = { kind: 'plain'; text: string }

/** `$namespace:value$`, or `$-namespace:value$` when excluded. The value holds no `$` and no white space at its ends. */
export type SpecialTerm = { kind: 'special'; namespace: Namespace; value: string; excluded: boolean }

/**
 * A special term whose closing `$` is not typed yet; only ever the last term. `value` is exactly what stands after the
 * colon so far, spaces included: empty when there is only a namespace.
 */
export type PartialTerm = { kind: 'partial'; namespace: Namespace; value: string; excluded: boolean }

/** A term that is typed to its end. */
export type DoneTerm = PlainTerm | SpecialTerm

export type Term = DoneTerm | PartialTerm

/** Makes a special term of any name; see `cleanValue` for what becomes of a `$` in it. */
export function specialTerm(namespace: Namespace, value: string, excluded = false): SpecialTerm {
  return { kind: 'special', namespace, value: cleanValue(value), excluded }
}

/** One special term as text, for links: `special('tag', '耳かき')` is `$tag:耳かき$`. */
export function special(namespace: Namespace, value: string, excluded = false): string {
  return printTerm(specialTerm(namespace, value, excluded))
}

/** Terms as the keyword that `parseKeyword` reads back into the same terms. */
export function printKeyword(terms: readonly Term[]): string {
  return terms.map(printTerm).join(' ')
}

/** One term as text; `printKeyword` puts a space between two. */
export function printTerm(term: Term): string {
  if (term.kind === 'plain') return term.text
  const head = `$${term.excluded ? '-' : ''}${term.namespace}:`
  return term.kind === 'partial' ? head + withoutDollar(term.value) : `${head}${cleanValue(term.value)}$`
}

/**
 * Makes any text fit for a value: no white space at its ends, and `＄` (U+FF04) for `$`, which would close the term. Folding
 * turns both into the same character, so a name with a `$` is still found. Broken surrogates become U+FFFD.
 */
export function cleanValue(text: string): string {
  return withoutDollar(text).trim()
}

function withoutDollar(text: string): string {
  return wellFormed(text).replaceAll('$', '＄')
}

/** What `toWellFormed` gives, also in browsers that do not have it: U+FFFD for each broken surrogate. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}
