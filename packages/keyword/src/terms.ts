/** Every namespace of a special term, in the order they are offered. */
export const NAMESPACES = [
  'tag',
  'tagw',
  'circle',
  'va',
  'series',
  'staff',
  'duration',
  'rate',
  'price',
  'sell',
  'release',
  'age',
  'lang',
  'sub',
] as const

export type Namespace = (typeof NAMESPACES)[number]

/** A word searched in all of a work's names: not empty, without white space. */
export type PlainTerm = { kind: 'plain'; text: string }

/** `$namespace:value$`, or `$-namespace:value$` when excluded. The value has no `$` and is trimmed. */
export type SpecialTerm = { kind: 'special'; namespace: Namespace; value: string; excluded: boolean }

/**
 * A special term whose closing `$` is not typed yet; always the last term. `value` is exactly the text after the colon,
 * including spaces.
 */
export type PartialTerm = { kind: 'partial'; namespace: Namespace; value: string; excluded: boolean }

/** A finished term. */
export type DoneTerm = PlainTerm | SpecialTerm

export type Term = DoneTerm | PartialTerm

/** Creates a special term from any name; `cleanValue` replaces a `$` in it. */
export function specialTerm(namespace: Namespace, value: string, excluded = false): SpecialTerm {
  return { kind: 'special', namespace, value: cleanValue(value), excluded }
}

/** Prints one special term, for links: `special('tag', '耳かき')` is `$tag:耳かき$`. */
export function special(namespace: Namespace, value: string, excluded = false): string {
  return printTerm(specialTerm(namespace, value, excluded))
}

/** Prints terms as a keyword that `parseKeyword` reads back into the same terms. */
export function printKeyword(terms: readonly Term[]): string {
  return terms.map(printTerm).join(' ')
}

/** Prints one term. */
export function printTerm(term: Term): string {
  if (term.kind === 'plain') return term.text
  const head = `$${term.excluded ? '-' : ''}${term.namespace}:`
  return term.kind === 'partial' ? head + withoutDollar(term.value) : `${head}${cleanValue(term.value)}$`
}

/**
 * Cleans a text for use as a value: trims it, and replaces `$`, which would close the term, by `＄` (U+FF04). Folding
 * maps both to the same character, so a name with a `$` is still found. Broken surrogates become U+FFFD.
 */
export function cleanValue(text: string): string {
  return withoutDollar(text).trim()
}

function withoutDollar(text: string): string {
  return wellFormed(text).replaceAll('$', '＄')
}

/** Replaces broken surrogates by U+FFFD. Some supported browsers lack `toWellFormed`. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}
