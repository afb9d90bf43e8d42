import fc from 'fast-check'
import {
  foldName,
  foldText,
  NAMESPACES,
  specialTerm,
  type DoneTerm,
  type PartialTerm,
  type PlainTerm,
  type SpecialTerm,
  type Term,
} from '../src/index.ts'

/** Fragments of keywords, so that random text often almost forms a term. */
const piece = fc.oneof(
  fc.constantFrom(
    '$',
    '$$',
    '$-',
    ':',
    '-',
    ' ',
    '　',
    '\n',
    '$tag:',
    '$-circle:',
    '$TAG:',
    '$none:',
    'tag:',
    'rate:4.5',
  ),
  fc.constantFrom(...NAMESPACES),
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.constantFrom('耳かき', 'ﾐﾐｶｷ', 'Blue Lantern', '＄', '\ud83d', '🎧'),
)

/** Any text, often with broken surrogates and near-terms. */
export const aText: fc.Arbitrary<string> = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

const head = new RegExp(String.raw`\$-?(${NAMESPACES.join('|')}):`, 'i')

const aPlainTerm: fc.Arbitrary<PlainTerm> = aText
  .map((text) => text.toWellFormed().replace(/\s/g, ''))
  .filter((text) => text !== '' && !head.test(text))
  .map((text) => ({ kind: 'plain', text }))

export const aSpecialTerm: fc.Arbitrary<SpecialTerm> = fc
  .tuple(fc.constantFrom(...NAMESPACES), aText, fc.boolean())
  .map(([namespace, value, excluded]) => specialTerm(namespace, value, excluded))

const aPartialTerm: fc.Arbitrary<PartialTerm> = aSpecialTerm.map((term) => ({ ...term, kind: 'partial' }))

/** Terms as the parser returns them: within the limits, without duplicates. */
export const someTerms: fc.Arbitrary<Term[]> = fc.uniqueArray(fc.oneof(aPlainTerm, aSpecialTerm), {
  maxLength: 12,
  selector: (term) =>
    term.kind === 'plain' ? foldText(term.text) : `${term.namespace} ${term.excluded} ${foldName(term.value)}`,
})

/** The same with a partial term at the end, as in a search box. */
export const someTermsBeingTyped: fc.Arbitrary<Term[]> = fc
  .tuple(someTerms, aPartialTerm)
  .map(([terms, last]) => [...terms, last])

/** Finished terms. */
export const someDoneTerms = someTerms as fc.Arbitrary<DoneTerm[]>
