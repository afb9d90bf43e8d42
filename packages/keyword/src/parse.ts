import { foldName, foldText } from './fold.ts'
import { NAMESPACES, printTerm, wellFormed, type DoneTerm, type Namespace, type Term } from './terms.ts'

/** The longest keyword in UTF-16 code units, measured on what `printKeyword` makes of it. */
export const MAX_KEYWORD_LENGTH = 2000

/** The most terms a keyword has, duplicates not counted. */
export const MAX_KEYWORD_TERMS = 50

export type ParseOptions = {
  /** For a search box: a special term that is still open at the end becomes a partial term. Off: it counts as closed. */
  partial?: boolean
}

/**
 * Reads a keyword; any text is one, and nothing throws. The first of two terms that mean the same (equal when folded) stays.
 * Beyond `MAX_KEYWORD_LENGTH` or `MAX_KEYWORD_TERMS` the keyword ends with the last term that fits whole; a first term too
 * long by itself is shortened, because no terms would match every work. Takes time proportional to the text.
 */
export function parseKeyword(text: string): DoneTerm[]
export function parseKeyword(text: string, options: ParseOptions): Term[]
export function parseKeyword(text: string, { partial = false }: ParseOptions = {}): Term[] {
  return read(text, partial).terms
}

/** Whether a keyword is longer than what is searched: `parseKeyword` leaves something of it out. */
export function isKeywordCut(text: string): boolean {
  return read(text, false).isCut
}

/** All terms of a text, however many, duplicates not counted. */
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

/** The terms of a well-formed text as they come, repeated ones too. */
export function* readTerms(text: string, partial: boolean): Generator<Term> {
  let at = 0
  while (at < text.length) {
    const head = headAt(text, at)
    if (!head) {
      const end = endOfWord(text, at)
      if (end > at) yield { kind: 'plain', text: text.slice(at, end) }
      // What ends a word is a space, which is passed over, or the head of a term.
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
    // A closing $ left out before another term: the $ that opens that one closes this one too.
    at = headAt(text, end) ? end : end + 1
  }
}

const HEAD = new RegExp(String.raw`\$(-?)(${NAMESPACES.join('|')}):`, 'iy')

/** The beginning of a special term, `$namespace:` or `$-namespace:`, if one stands at this place. */
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

/** Equal for terms that mean the same. */
export function identityOf(term: Term): string {
  if (term.kind === 'plain') return `plain ${foldText(term.text)}`
  return `${term.kind} ${term.excluded ? '-' : ''}${term.namespace} ${foldName(term.value)}`
}

/** A single term that is too long, cut to fit, never inside a character. */
function shorten(term: Term): Term {
  const excess = printTerm(term).length - MAX_KEYWORD_LENGTH
  const cut = (text: string) => text.slice(0, text.length - excess).replace(/[\uD800-\uDBFF]$/, '')
  if (term.kind === 'plain') return { ...term, text: cut(term.text) }
  return { ...term, value: term.kind === 'special' ? cut(term.value).trim() : cut(term.value) }
}
