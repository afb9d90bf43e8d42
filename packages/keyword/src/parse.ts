import { foldName, foldText } from './fold.ts'
import { NAMESPACES, printTerm, wellFormed, type DoneTerm, type Namespace, type Term } from './terms.ts'

/** Maximum length of a keyword in UTF-16 code units, as `printKeyword` prints it. */
export const MAX_KEYWORD_LENGTH = 2000

/** Maximum number of terms in a keyword, not counting duplicates. */
export const MAX_KEYWORD_TERMS = 50

export type ParseOptions = {
  /** For a search box: a special term left open at the end becomes a partial term. Otherwise it counts as closed. */
  partial?: boolean
}

/**
 * Parses a keyword. Accepts any text and never throws. Of terms that are equal when folded, the first stays. Beyond
 * `MAX_KEYWORD_LENGTH` or `MAX_KEYWORD_TERMS` the keyword ends with the last term that fits entirely; a first term that
 * is too long is shortened instead, because a keyword without terms would match every work. Takes linear time.
 */
export function parseKeyword(text: string): DoneTerm[]
export function parseKeyword(text: string, options: ParseOptions): Term[]
export function parseKeyword(text: string, { partial = false }: ParseOptions = {}): Term[] {
  return read(text, partial).terms
}

/** Whether `parseKeyword` drops part of this text because of the limits. */
export function isKeywordCut(text: string): boolean {
  return read(text, false).isCut
}

/** Returns all terms of a text without duplicates, ignoring the limits. */
export function parseAll(text: string, { partial = false }: ParseOptions = {}): Term[] {
  const terms = new Map<string, Term>()
  for (const term of readTerms(wellFormed(text), partial)) {
    const identity = identityOf(term)
    if (!terms.has(identity)) terms.set(identity, term)
  }
  return [...terms.values()]
}

function read(text: string, partial: boolean): { terms: Term[]; isCut: boolean } {
  const terms: Term[] = []
  const seen = new Set<string>()
  let length = 0
  for (const term of readTerms(wellFormed(text), partial)) {
    const printedLength = printTerm(term).length
    if (printedLength > MAX_KEYWORD_LENGTH) return { terms: terms.length === 0 ? [shorten(term)] : terms, isCut: true }
    const identity = identityOf(term)
    if (seen.has(identity)) continue
    const separator = terms.length === 0 ? 0 : 1
    length += separator + printedLength
    if (length > MAX_KEYWORD_LENGTH || terms.length === MAX_KEYWORD_TERMS) return { terms, isCut: true }
    seen.add(identity)
    terms.push(term)
  }
  return { terms, isCut: false }
}

type Head = { namespace: Namespace; excluded: boolean; end: number }

/** Yields the terms of a well-formed text in order, including duplicates. */
export function* readTerms(text: string, partial: boolean): Generator<Term> {
  let at = 0
  while (at < text.length) {
    const head = headAt(text, at)
    if (!head) {
      const end = endOfWord(text, at)
      if (end > at) yield { kind: 'plain', text: text.slice(at, end) }
      // A word ends at a space, which is skipped, or at the head of a term.
      at = headAt(text, end) ? end : end + 1
      continue
    }
    const { namespace, excluded } = head
    const close = text.indexOf('$', head.end)
    if (close === -1 && partial) {
      yield { kind: 'partial', namespace, value: text.slice(head.end), excluded }
      return
    }
    const end = close === -1 ? text.length : close
    yield { kind: 'special', namespace, value: text.slice(head.end, end).trim(), excluded }
    // Where the closing $ is missing, the $ of the next term closes this one too.
    at = headAt(text, end) ? end : end + 1
  }
}

const HEAD = new RegExp(String.raw`\$(-?)(${NAMESPACES.join('|')}):`, 'iy')

/** Returns the head of a special term, `$namespace:` or `$-namespace:`, if there is one at this offset. */
function headAt(text: string, at: number): Head | null {
  HEAD.lastIndex = at
  const match = HEAD.exec(text)
  if (!match) return null
  const [whole, minus, namespace = ''] = match
  return { namespace: namespace.toLowerCase() as Namespace, excluded: minus === '-', end: at + whole.length }
}

function endOfWord(text: string, start: number): number {
  const stop = /[\s$]/g
  stop.lastIndex = start
  for (let match = stop.exec(text); match; match = stop.exec(text)) {
    if (match[0] !== '$' || headAt(text, match.index)) return match.index
  }
  return text.length
}

/** Returns a string that is equal for terms of the same meaning. */
export function identityOf(term: Term): string {
  if (term.kind === 'plain') return `plain ${foldText(term.text)}`
  return `${term.kind} ${term.excluded ? '-' : ''}${term.namespace} ${foldName(term.value)}`
}

/** Cuts a term that is too long by itself, between two characters. */
function shorten(term: Term): Term {
  const excess = printTerm(term).length - MAX_KEYWORD_LENGTH
  const cut = (text: string) => text.slice(0, text.length - excess).replace(/[\uD800-\uDBFF]$/, '')
  if (term.kind === 'plain') return { ...term, text: cut(term.text) }
  return { ...term, value: term.kind === 'special' ? cut(term.value).trim() : cut(term.value) }
}
