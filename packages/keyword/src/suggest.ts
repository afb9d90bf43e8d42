import { findNames, foldForFinding, type FoundName, type NameList } from './names.ts'
import { complete, isHeadBeginning, settle, typeText, type SearchInput } from './edit.ts'
import { lengthTerms } from './lengths.ts'
import { parseDay, parseNumber, parseSeconds } from './numbers.ts'
import { MAX_KEYWORD_LENGTH, parseKeyword } from './parse.ts'
import { cleanValue, NAMESPACES, printTerm, specialTerm, type Namespace, type SpecialTerm } from './terms.ts'

/** Values offered for the namespaces that have no names. */
export const fixedValues = {
  duration: ['20m', '30m', '40m', '50m', '1h', '1.2h'],
  rate: ['4.7', '4.75', '4.8', '4.85', '4.9', '4.95'],
  price: ['100', '300', '500', '700', '1000', '2000'],
  sell: ['100', '300', '500', '700', '1000', '2000'],
  release: ['2018', '2020', '2022', '2024', '2025', '2026'],
  age: ['general', 'r15', 'adult', 'unrated'],
  lang: ['JPN', 'ENG', 'CHI_HANS', 'CHI_HANT', 'CHI', 'KO_KR', 'SPA', 'ITA', 'GER', 'FRE'],
  sub: ['ja', 'zh', 'en', 'ko'],
} as const satisfies Partial<Record<Namespace, readonly string[]>>

/** The namespaces offered without being typed. `tagw` is left to those who know it. */
export const offeredNamespaces = NAMESPACES.filter((namespace) => namespace !== 'tagw')

/**
 * The names to suggest from. A list that is not loaded yet may be missing: then there are no suggestions of its kind.
 */
export type Knowledge = {
  readonly tag?: NameList | undefined
  readonly circle?: NameList | undefined
  readonly va?: NameList | undefined
  readonly series?: NameList | undefined
  readonly staff?: NameList | undefined
  /** Display names of namespaces in the visitor's language, which are searched too. */
  readonly namespaceNames?: Partial<Record<Namespace, string>>
  /** Display names of fixed values, by namespace and value, which are searched too. */
  readonly valueNames?: Partial<Record<Namespace, Readonly<Record<string, readonly string[]>>>>
}

/** One suggestion. It replaces the typed text from offset `from` on. */
export type Suggestion =
  /** `$tag:` or `$-tag:`, to continue typing after it. */
  | { readonly kind: 'input'; readonly from: number; readonly namespace: Namespace; readonly excluded: boolean }
  /** The typed words, unchanged. */
  | { readonly kind: 'plain'; readonly from: number; readonly text: string }
  | {
      readonly kind: 'special'
      readonly from: number
      readonly term: SpecialTerm
      /** Number of works; absent for fixed values. */
      readonly count?: number
      /** The form of the name that matched, where it is not the name itself. */
      readonly form?: string
    }

export type Suggestions = {
  readonly items: readonly Suggestion[]
  /** Index of the item that Enter chooses when none is highlighted; -1 when Enter means the text as typed. */
  readonly preselected: number
}

export type SuggestLimits = {
  /** Maximum number of names of one kind, when several kinds are offered. */
  few: number
  /** Maximum number when only this kind is offered. */
  many: number
}

const DEFAULT_LIMITS: SuggestLimits = { few: 6, many: 50 }

/** Maximum number of words at the end of the text that are tried together as the start of a name. */
const MOST_WORDS = 4

/**
 * Returns what the text typed so far may mean, most likely first. Pure, and fast enough for every keystroke with 20,000
 * names of a kind.
 *
 * - a text that is too long for a search: nothing
 * - an empty text: the namespaces, then the tags of most works, which may come later and must not move them
 * - `$`, `$-`, `$ta`: the namespaces that start so, then their excluded forms
 * - `$tag:ear`, `$-rate:4`: values of that namespace
 * - words: the words themselves, then lengths (`5 min`), namespaces, tags, circles, voice actors, series, staff and fixed values that start with or
 *   contain them, trying the longest run of last words first. `-ear`: the excluded forms
 */
export function suggest(typed: string, knowledge: Knowledge, limits: SuggestLimits = DEFAULT_LIMITS): Suggestions {
  if (typed.trim() === '') {
    const tags = knowledge.tag ? findNames(knowledge.tag, '', limits.few) : []
    const popular = tags.map((found) => named(0, 'tag', found, false))
    return { items: [...headSuggestions(0, offeredNamespaces, [false]), ...popular], preselected: -1 }
  }
  // No search can contain a text of this length.
  if (typed.length > MAX_KEYWORD_LENGTH) return { items: [], preselected: -1 }
  const last = parseKeyword(typed, { partial: true }).at(-1)
  if (last?.kind === 'partial') return valueSuggestions(typed.lastIndexOf('$'), last, knowledge, limits)
  return beginningSuggestions(typed) ?? { items: wordSuggestions(typed, knowledge, limits), preselected: -1 }
}

/** Returns the box after a suggestion was chosen: its text continues to be typed, or its term is added. */
export function choose(input: SearchInput, suggestion: Suggestion): SearchInput {
  const before = input.typed.slice(0, suggestion.from)
  switch (suggestion.kind) {
    case 'input': {
      const head = `$${suggestion.excluded ? '-' : ''}${suggestion.namespace}:`
      return typeText(input, before + head)
    }
    case 'plain': {
      return settle(input)
    }
    case 'special': {
      const { terms } = complete({ terms: input.terms, typed: before })
      // A term that does not fit stays as text.
      return settle({ terms, typed: printTerm(suggestion.term) })
    }
  }
}

function headSuggestions(from: number, namespaces: readonly Namespace[], forms: readonly boolean[]): Suggestion[] {
  return forms.flatMap((excluded) =>
    namespaces.map((namespace) => ({ kind: 'input' as const, from, namespace, excluded })),
  )
}

/** The last word, if it starts like a head. Input methods type a full-width `＄`. */
const LAST_WORD_WITH_DOLLAR = /(?:^|\s)([$＄]-?[a-z]*)$/i

function beginningSuggestions(typed: string): Suggestions | null {
  const word = LAST_WORD_WITH_DOLLAR.exec(typed)?.[1]?.replace('＄', '$').toLowerCase()
  if (word === undefined || !isHeadBeginning(word)) return null
  const letters = word.replace(/^\$-?/, '')
  const namespaces = letters === 'tagw' ? (['tagw'] as const) : offeredNamespaces.filter((n) => n.startsWith(letters))
  const forms = word.startsWith('$-') ? [true] : [false, true]
  const items = headSuggestions(typed.length - word.length, namespaces, forms)
  return { items, preselected: letters === '' ? -1 : 0 }
}

type Asked = { namespace: Namespace; value: string; excluded: boolean }

function valueSuggestions(from: number, asked: Asked, knowledge: Knowledge, { many }: SuggestLimits): Suggestions {
  const { namespace, value, excluded } = asked
  if (isNamed(namespace)) {
    const list = namesOf(namespace, knowledge)
    const items = list ? findNames(list, value, many).map((found) => named(from, namespace, found, excluded)) : []
    return { items, preselected: value.trim() === '' || items.length === 0 ? -1 : 0 }
  }
  const values: readonly string[] = fixedValues[namespace]
  const query = foldForFinding(value)
  const [matching, others] = parted(values, (each) =>
    formsOf(namespace, each, knowledge).some((form) => form.startsWith(query)),
  )
  // The typed text may be a value that is not on the list.
  const own =
    isValue(namespace, value) && !matching.some((each) => foldForFinding(each) === query) ? [cleanValue(value)] : []
  const offered = query === '' ? values : [...own, ...bestFirst(matching, query), ...others]
  return {
    items: offered.map((each) => fixed(from, namespace, each, excluded)),
    preselected: query !== '' && own.length + matching.length > 0 ? 0 : -1,
  }
}

function wordSuggestions(typed: string, knowledge: Knowledge, { few }: SuggestLimits): Suggestion[] {
  const plain: Suggestion = { kind: 'plain', from: 0, text: typed.trim().replace(/\s+/g, ' ') }
  for (const from of tailStarts(typed)) {
    const tail = typed.slice(from)
    const [, minus = '', text = ''] = /^([-－−]?)(.*)$/s.exec(tail) ?? []
    if (text.trim() === '') continue
    const found = meanings(from, text, minus !== '', knowledge, few)
    if (found.length > 0) return [plain, ...found]
  }
  return [plain]
}

/** Returns the offsets at which the last words start, longest run first. */
function tailStarts(typed: string): number[] {
  return [...typed.matchAll(/\S+/g)].map(({ index }) => index).slice(-MOST_WORDS)
}

function meanings(from: number, text: string, excluded: boolean, knowledge: Knowledge, few: number): Suggestion[] {
  const query = foldForFinding(text)
  const lengths = excluded ? [] : lengthTerms(text).map((term): Suggestion => ({ kind: 'special', from, term }))
  const namespaces = offeredNamespaces.filter((namespace) => isNamespaceMeant(namespace, query, knowledge))
  const names = namedNamespaces.flatMap((namespace) => {
    const list = namesOf(namespace, knowledge)
    return list ? findNames(list, text, few).map((found) => named(from, namespace, found, excluded)) : []
  })
  const values = fixedNamespaces.flatMap((namespace) =>
    bestFirst(
      fixedValues[namespace].filter(
        (value) =>
          !(namespace === 'duration' && lengths.length > 0) &&
          formsOf(namespace, value, knowledge).some((form) => query.length > 1 && form.startsWith(query)),
      ),
      query,
    ).map((value) => fixed(from, namespace, value, excluded)),
  )
  return [...lengths, ...headSuggestions(from, namespaces, excluded ? [true] : [false, true]), ...names, ...values]
}

/**
 * Whether a query means a namespace: by its own name from two letters on, because one letter matches too much, and by
 * its display name from one.
 */
function isNamespaceMeant(namespace: Namespace, query: string, { namespaceNames }: Knowledge): boolean {
  const called = namespaceNames?.[namespace]
  if (query.length > 1 && namespace.startsWith(query)) return true
  return called !== undefined && !/^[\x20-\x7e]$/.test(query) && foldForFinding(called).startsWith(query)
}

const namedNamespaces = ['tag', 'circle', 'va', 'series', 'staff'] as const
const fixedNamespaces = ['duration', 'rate', 'price', 'sell', 'release', 'age', 'lang', 'sub'] as const

type NamedNamespace = (typeof namedNamespaces)[number] | 'tagw'

function isNamed(namespace: Namespace): namespace is NamedNamespace {
  return !(namespace in fixedValues)
}

function namesOf(namespace: NamedNamespace, knowledge: Knowledge): NameList | undefined {
  return knowledge[namespace === 'tagw' ? 'tag' : namespace]
}

/** Whether a namespace without names accepts a value. */
function isValue(namespace: keyof typeof fixedValues, value: string): boolean {
  if (namespace === 'duration') return parseSeconds(value) !== null
  if (namespace === 'release') return parseDay(value) !== null
  return !['age', 'lang', 'sub'].includes(namespace) && parseNumber(value) !== null
}

function formsOf(namespace: Namespace, value: string, { valueNames }: Knowledge): string[] {
  return [value, ...(valueNames?.[namespace]?.[value] ?? [])].map(foldForFinding)
}

/** Moves an exact match to the front; the others keep their order. */
function bestFirst(values: readonly string[], query: string): string[] {
  const [exact, others] = parted(values, (value) => foldForFinding(value) === query)
  return [...exact, ...others]
}

function parted<T>(values: readonly T[], isFirst: (value: T) => boolean): [T[], T[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))]
}

function named(from: number, namespace: Namespace, { name, form }: FoundName, excluded: boolean): Suggestion {
  const { name: value, count } = name
  const term = specialTerm(namespace, value, excluded)
  return { kind: 'special', from, term, count, ...(form === value ? {} : { form }) }
}

function fixed(from: number, namespace: Namespace, value: string, excluded: boolean): Suggestion {
  return { kind: 'special', from, term: specialTerm(namespace, value, excluded) }
}
