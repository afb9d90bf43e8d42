import {
  addTerm,
  type DoneTerm,
  foldName,
  parseKeyword,
  parseNumber,
  parseSeconds,
  printKeyword,
  specialTerm,
} from '@otodana/keyword'

import { isFilterKind } from '../filter/count-filters.ts'

/** Choices of which one at a time holds, as searches. */
export const singleChoices = {
  duration: [
    '$-duration:10m$',
    '$duration:10m$ $-duration:30m$',
    '$duration:30m$ $-duration:1h$',
    '$duration:1h$ $-duration:2h$',
    '$duration:2h$',
  ],
  age: ['$-age:adult$', '$age:general$', '$age:r15$', '$age:adult$', '$age:unrated$'],
  rate: ['$rate:4.8$', '$rate:4.5$', '$rate:4$', '$rate:3$'],
  price: ['$-price:500$', '$price:500$ $-price:1000$', '$price:1000$ $-price:2000$', '$price:2000$'],
} as const

/** The kinds whose names are listed, by what a count calls them. */
export const namedKinds = {
  sub: 'subtitleLanguage',
  lang: 'language',
  tag: 'tag',
  va: 'voiceActor',
  circle: 'circle',
} as const

export type SingleKind = keyof typeof singleChoices | 'release'
export type NamedKind = keyof typeof namedKinds
export type FilterKind = SingleKind | NamedKind

/** Years before this are one choice. */
const YEARS = 8

/** Returns the choices of years, latest first, and what is older. */
export function releaseChoices(thisYear: number): string[] {
  const years = Array.from({ length: YEARS }, (_, ago) => thisYear - ago)
  return [...years.map((year) => `$release:${year}$ $-release:${year + 1}$`), `$-release:${thisYear - YEARS + 1}$`]
}

type Terms = readonly DoneTerm[]

/** Whether a term says something about a kind. */
export function isOfKind(term: DoneTerm, kind: FilterKind): boolean {
  return term.kind === 'special' && term.namespace === kind
}

export function withoutFilters(terms: Terms): Terms {
  return terms.filter((term) => term.kind !== 'special' || !isFilterKind(term.namespace))
}

/** Replaces all terms of a kind by a choice; choosing it again, or null, removes them. */
export function chooseOne(terms: Terms, kind: FilterKind, choice: string | null): Terms {
  const others = terms.filter((term) => !isOfKind(term, kind))
  if (choice === null || isChosen(terms, kind, choice)) return others
  return parseKeyword(choice).reduce<Terms>(addTerm, others)
}

/** Whether a choice is all that the terms say about its kind. */
export function isChosen(terms: Terms, kind: FilterKind, choice: string): boolean {
  return printKeyword(terms.filter((term) => isOfKind(term, kind))) === printKeyword(parseKeyword(choice))
}

type Counted = { id: number | string; count: number }

/**
 * Returns counted names in the order of the first answer, so that choosing one moves no other. Names that no work has
 * any longer stay, with none.
 */
export function inFirstOrder(first: readonly Counted[], counts: readonly Counted[]): Counted[] {
  const now = new Map(counts.map(({ id, count }) => [id, count]))
  const ids = new Set([...first, ...counts].map(({ id }) => id))
  return [...ids].map((id) => ({ id, count: now.get(id) ?? 0 }))
}

/** Returns how the terms spell a name that has several forms, or its first form. */
export function spellingOf(terms: Terms, kind: NamedKind, forms: readonly string[]): string {
  const folded = new Set(forms.map(foldName))
  for (const term of terms) {
    if (term.kind === 'special' && term.namespace === kind && folded.has(foldName(term.value))) return term.value
  }
  return forms[0] ?? ''
}

/** How a name is used: `included`, `excluded` or not. */
export function stateOfName(terms: Terms, kind: NamedKind, name: string): 'included' | 'excluded' | null {
  const term = terms.find((each) => each.kind === 'special' && each.namespace === kind && each.value === name)
  if (term?.kind !== 'special') return null
  return term.excluded ? 'excluded' : 'included'
}

/** Includes or excludes a name; the same again removes it. A work has one circle and one language. */
export function chooseName(terms: Terms, kind: NamedKind, name: string, excluded: boolean): Terms {
  const before = stateOfName(terms, kind, name)
  const isSingle = !excluded && (kind === 'circle' || kind === 'lang')
  const others = terms.filter(
    (term) =>
      term.kind !== 'special' || term.namespace !== kind || (term.value !== name && !(isSingle && !term.excluded)),
  )
  if (before === (excluded ? 'excluded' : 'included')) return others
  return addTerm(others, specialTerm(kind, name, excluded))
}

/** The terms under which a kind's choices are counted: of its own kind, only included names of which works have several. */
export function basisOf(terms: Terms, kind: FilterKind): Terms {
  const isMultiple = kind === 'tag' || kind === 'va' || kind === 'sub'
  return terms.filter((term) => !isOfKind(term, kind) || (isMultiple && term.kind === 'special' && !term.excluded))
}

/** The bounds of a kind as they are typed, in minutes or yen; empty without one. */
export function boundsOf(terms: Terms, kind: 'duration' | 'price'): { from: string; to: string } {
  const read = (excluded: boolean) => {
    const term = terms.find((each) => isOfKind(each, kind) && each.kind === 'special' && each.excluded === excluded)
    if (term?.kind !== 'special') return ''
    const number = kind === 'duration' ? parseSeconds(term.value) : parseNumber(term.value)
    if (number === null) return ''
    // A length is kept in seconds; 65 of them are 1.08 minutes.
    return String(kind === 'duration' ? Math.round((number / 60) * 100) / 100 : number)
  }
  return { from: read(false), to: read(true) }
}

/** Whether no number is in a range: the upper bound is not above the lower one, and not part of it. */
export function isEmptyRange({ from, to }: { from: string; to: string }): boolean {
  return from !== '' && to !== '' && Number(to) <= Number(from)
}

/** The greatest bound, in minutes or yen. */
export const MAX_BOUND = 99_999

/** Whether what was typed is no bound, though not blank. */
export function isWrongBound(typed: string): boolean {
  const number = parseNumber(typed)
  return typed.trim() !== '' && (number === null || number > MAX_BOUND)
}

/** Sets one bound from what was typed; anything but a number removes it. */
export function withBound(terms: Terms, kind: 'duration' | 'price', isUpper: boolean, typed: string): Terms {
  const others = terms.filter((term) => !(isOfKind(term, kind) && term.kind === 'special' && term.excluded === isUpper))
  const number = parseNumber(typed)
  if (number === null || number === 0 || isWrongBound(typed)) return others
  return addTerm(others, specialTerm(kind, kind === 'duration' ? `${number}m` : String(number), isUpper))
}
