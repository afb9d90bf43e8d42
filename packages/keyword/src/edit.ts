import { identityOf, MAX_KEYWORD_LENGTH, MAX_KEYWORD_TERMS, parseAll, parseKeyword } from './parse.ts'
import { cleanValue, NAMESPACES, printKeyword, printTerm, specialTerm, type DoneTerm, type Term } from './terms.ts'

/** What a search box holds: the terms that are done, and after them the text that is still being typed. */
export type SearchInput = { readonly terms: readonly DoneTerm[]; readonly typed: string }

/** A keyword as a box shows it at first: all terms done. */
export function openKeyword(keyword: string): SearchInput {
  return { terms: parseKeyword(keyword), typed: '' }
}

/**
 * Adds a term at the end. One that is there already stays where it is; one whose opposite is there (`$tag:a$` and
 * `$-tag:a$`, which together find nothing) takes its place. What does not fit the keyword's limits is not added.
 */
export function addTerm(terms: readonly DoneTerm[], term: DoneTerm): readonly DoneTerm[] {
  return withTerm(terms, term) ?? terms
}

/** The terms with one more; null when it does not fit. */
function withTerm(terms: readonly DoneTerm[], term: DoneTerm): readonly DoneTerm[] | null {
  const { terms: all, left } = addAll(terms, [term])
  return left.length > 0 ? null : all
}

/** The terms without the one at `index`; an index that is none changes nothing. */
export function removeTerm(terms: readonly DoneTerm[], index: number): readonly DoneTerm[] {
  return terms.filter((_, at) => at !== index)
}

/** Turns a special term into its excluded form and back, in its place. A plain term has none. */
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
 * The box after its text has become `typed`: what stands up to the last complete special term is done, the rest goes on
 * being typed, and so does what there is no room for. So a term is done with its closing `$`, and a keyword that is pasted
 * falls into its terms.
 */
export function typeText({ terms }: SearchInput, typed: string): SearchInput {
  const read = parseAll(typed, { partial: true })
  const end = read.findLastIndex(({ kind }) => kind === 'special') + 1
  if (end === 0) return { terms, typed }
  const { terms: all, left } = addAll(terms, read.slice(0, end))
  // Nothing of it fits: what is written in it stays as it is written.
  if (all === terms && left.length > 0) return { terms, typed }
  return { terms: all, typed: printKeyword([...left, ...read.slice(end)]) }
}

/**
 * The box when it is left: words are done; a lone `$`, the beginning of a special term or a partial one stays typed, and so
 * does what there is no room for.
 */
export function settle({ terms, typed }: SearchInput): SearchInput {
  const { done, rest } = splitTyped(typed)
  const { terms: all, left } = addAll(terms, done)
  return { terms: all, typed: printKeyword([...left, ...rest]) }
}

/** The box when it is sent: as when it is left, but a partial term that has a value counts as closed. */
export function complete(input: SearchInput): SearchInput {
  const { terms, typed } = settle(input)
  const read = parseAll(typed, { partial: true })
  const last = read.at(-1)
  if (last?.kind !== 'partial' || cleanValue(last.value) === '') return { terms, typed }
  const all = withTerm(terms, specialTerm(last.namespace, last.value, last.excluded))
  return all ? { terms: all, typed: printKeyword(read.slice(0, -1)) } : { terms, typed }
}

/** Whether there is text in the box that has no room in a keyword: it is not searched. */
export function isOverfull({ terms, typed }: SearchInput): boolean {
  return typed !== '' && addAll(terms, splitTyped(typed).done).left.length > 0
}

/** Takes a term back into the text, to be changed there; what was being typed is completed before, or given up. */
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

/** The terms with this choice in place of all that they said about age; null: with nothing about age. */
export function chooseAge(terms: readonly DoneTerm[], choice: AgeChoice | null): readonly DoneTerm[] {
  const others = terms.filter((term) => !isAboutAge(term))
  return choice ? addTerm(others, ageTerms[choice]) : others
}

/** Which choice the terms amount to; null when none, or when they say something that the menu does not offer. */
export function chosenAge(terms: readonly DoneTerm[]): AgeChoice | null {
  const [said, ...more] = terms.filter(isAboutAge)
  if (!said || more.length > 0) return null
  return ageChoices.find((choice) => identityOf(ageTerms[choice]) === identityOf(said)) ?? null
}

const HEAD_BEGINNING = /^\$-?([a-z]*)$/i

/** Whether a word may yet become the head of a special term: `$`, `$-`, `$ta`, `$tag`. */
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

/** Adds what fits, in order; the rest is `left`. Folds each term a few times at most, however many there are. */
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
