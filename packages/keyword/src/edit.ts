import { identityOf, MAX_KEYWORD_LENGTH, MAX_KEYWORD_TERMS, parseAll, parseKeyword } from './parse.ts'
import { cleanValue, NAMESPACES, printKeyword, printTerm, specialTerm, type DoneTerm, type Term } from './terms.ts'

/** The content of a search box: finished terms, followed by the text still being typed. */
export type SearchInput = { readonly terms: readonly DoneTerm[]; readonly typed: string }

/** Opens a keyword in a search box: all its terms are finished. */
export function openKeyword(keyword: string): SearchInput {
  return { terms: parseKeyword(keyword), typed: '' }
}

/**
 * Returns the terms with one appended. A duplicate changes nothing; a term replaces its opposite (`$tag:a$` and
 * `$-tag:a$`, which together match nothing) in place. A term beyond the keyword's limits is not added.
 */
export function addTerm(terms: readonly DoneTerm[], term: DoneTerm): readonly DoneTerm[] {
  return withTerm(terms, term) ?? terms
}

/** Returns the terms with one appended, or null when it does not fit. */
function withTerm(terms: readonly DoneTerm[], term: DoneTerm): readonly DoneTerm[] | null {
  const { terms: all, left } = addAll(terms, [term])
  return left.length > 0 ? null : all
}

/** Returns the terms without the one at `index`; an index out of range changes nothing. */
export function removeTerm(terms: readonly DoneTerm[], index: number): readonly DoneTerm[] {
  return terms.filter((_, at) => at !== index)
}

/** Switches a special term between included and excluded, in place. Plain terms have no excluded form. */
export function toggleExcluded(terms: readonly DoneTerm[], index: number): readonly DoneTerm[] {
  const term = terms[index]
  if (term?.kind !== 'special') return terms
  const other = turned(term)
  const identity = identityOf(other)
  const changed = terms.flatMap((each, at) => {
    if (at === index) return other
    return identityOf(each) === identity ? [] : each
  })
  return fits(changed) ? changed : terms
}

/**
 * Returns the box after its text has changed to `typed`: terms up to the last closed special term become finished, the
 * rest and whatever exceeds the limits stay typed. So typing the closing `$` finishes a term, and pasting a keyword
 * splits it into its terms.
 */
export function typeText({ terms }: SearchInput, typed: string): SearchInput {
  const read = parseAll(typed, { partial: true })
  const end = read.findLastIndex(({ kind }) => kind === 'special') + 1
  if (end === 0) return { terms, typed }
  const { terms: all, left } = addAll(terms, read.slice(0, end))
  // Nothing fits, so the text stays exactly as typed.
  if (all === terms && left.length > 0) return { terms, typed }
  return { terms: all, typed: printKeyword([...left, ...read.slice(end)]) }
}

/**
 * Returns the box after it lost focus: words become finished terms; a lone `$`, the start of a special term, a partial
 * term and whatever exceeds the limits stay typed.
 */
export function settle({ terms, typed }: SearchInput): SearchInput {
  const { done, rest } = splitTyped(typed)
  const { terms: all, left } = addAll(terms, done)
  return { terms: all, typed: printKeyword([...left, ...rest]) }
}

/** Returns the box after it was submitted: like `settle`, but a partial term with a value counts as closed. */
export function complete(input: SearchInput): SearchInput {
  const { terms, typed } = settle(input)
  const read = parseAll(typed, { partial: true })
  const last = read.at(-1)
  if (last?.kind !== 'partial' || cleanValue(last.value) === '') return { terms, typed }
  const all = withTerm(terms, specialTerm(last.namespace, last.value, last.excluded))
  return all ? { terms: all, typed: printKeyword(read.slice(0, -1)) } : { terms, typed }
}

/** Whether the box holds text beyond the keyword's limits, which is not searched. */
export function isOverfull({ terms, typed }: SearchInput): boolean {
  return typed !== '' && addAll(terms, splitTyped(typed).done).left.length > 0
}

/** Moves a term back into the text for editing. Text being typed is completed first, or dropped if it cannot be. */
export function reopen(input: SearchInput, index: number): SearchInput {
  const term = input.terms[index]
  if (!term) return input
  const typed = term.kind === 'plain' ? term.text : printTerm({ ...term, kind: 'partial' })
  const others = { terms: removeTerm(input.terms, index), typed: input.typed }
  return { terms: complete(others).terms, typed }
}

const ageTerms = {
  general: specialTerm('age', 'general'),
  r15: specialTerm('age', 'r15'),
  adult: specialTerm('age', 'adult'),
  unrated: specialTerm('age', 'unrated'),
  /** All ages and R15. */
  notAdult: specialTerm('age', 'adult', true),
} as const

/** The choices of the age menu. */
export type AgeChoice = keyof typeof ageTerms
export const ageChoices = Object.keys(ageTerms) as AgeChoice[]

/** Returns the terms with all terms about age replaced by this choice; null removes them. */
export function chooseAge(terms: readonly DoneTerm[], choice: AgeChoice | null): readonly DoneTerm[] {
  const others = terms.filter((term) => !isAboutAge(term))
  return choice ? addTerm(others, ageTerms[choice]) : others
}

/** Returns the choice that the terms express; null when they express none, or one that the menu does not offer. */
export function chosenAge(terms: readonly DoneTerm[]): AgeChoice | null {
  const [said, ...more] = terms.filter(isAboutAge)
  if (!said || more.length > 0) return null
  return ageChoices.find((choice) => identityOf(ageTerms[choice]) === identityOf(said)) ?? null
}

const HEAD_BEGINNING = /^\$-?([a-z]*)$/i

/** Whether a word can still become the head of a special term: `$`, `$-`, `$ta`, `$tag`. */
export function isHeadBeginning(word: string): boolean {
  const letters = HEAD_BEGINNING.exec(word)?.[1]?.toLowerCase()
  return letters !== undefined && NAMESPACES.some((namespace) => namespace.startsWith(letters))
}

function splitTyped(typed: string): { done: Term[]; rest: Term[] } {
  const terms = parseAll(typed, { partial: true })
  const last = terms.at(-1)
  const isHalf = last?.kind === 'partial' || (last?.kind === 'plain' && isHeadBeginning(last.text))
  return isHalf ? { done: terms.slice(0, -1), rest: [last] } : { done: terms, rest: [] }
}

/** Adds terms in order as long as they fit; the rest is `left`. Folds each term a constant number of times. */
function addAll(terms: readonly DoneTerm[], more: readonly Term[]): { terms: readonly DoneTerm[]; left: DoneTerm[] } {
  const all = [...terms]
  const left: DoneTerm[] = []
  const places = new Map(all.map((term, at) => [identityOf(term), at]))
  let { length } = printKeyword(all)
  let isChanged = false
  for (const term of more) {
    if (!isDone(term)) continue
    const identity = identityOf(term)
    if (places.has(identity)) continue
    const opposite = identityOf(turned(term))
    const at = places.get(opposite) ?? all.length
    const before = all[at]
    const separator = before || at === 0 ? 0 : 1
    const nextLength = length - (before ? printTerm(before).length : 0) + separator + printTerm(term).length
    if (at >= MAX_KEYWORD_TERMS || nextLength > MAX_KEYWORD_LENGTH) {
      left.push(term)
      continue
    }
    all[at] = term
    length = nextLength
    places.delete(opposite)
    places.set(identity, at)
    isChanged = true
  }
  return { terms: isChanged ? all : terms, left }
}

function turned<T extends DoneTerm>(term: T): T {
  return term.kind === 'special' ? { ...term, excluded: !term.excluded } : term
}

function fits(terms: readonly DoneTerm[]): boolean {
  return terms.length <= MAX_KEYWORD_TERMS && printKeyword(terms).length <= MAX_KEYWORD_LENGTH
}

function isDone(term: Term): term is DoneTerm {
  return term.kind !== 'partial'
}

function isAboutAge(term: DoneTerm): boolean {
  return term.kind === 'special' && term.namespace === 'age'
}
