import { foldName } from './fold.ts'

/** A name that can be searched for, and how many works bear it. */
export type KnownName = {
  /** The name that stands in a term. */
  readonly name: string
  readonly count: number
  /** Other names of the same thing, such as a tag's in other languages: they are found, `name` is what is meant. */
  readonly aliases?: readonly string[]
}

/** Names made ready for finding: folded once, in one text, most works first. */
export type NameList<N extends KnownName = KnownName> = {
  readonly names: readonly N[]
  /** Every name and alias, folded, each between two line breaks. */
  readonly text: string
  /** Where each of them begins in `text`, ascending. */
  readonly starts: Uint32Array
  /** Whose it is: an index into `names`. */
  readonly owners: Uint32Array
}

/** A name that was found, and which of its forms was. */
export type FoundName<N extends KnownName = KnownName> = { name: N; form: string }

const NAMES_PER_STEP = 200

export function createNameList<N extends KnownName>(names: readonly N[]): NameList<N> {
  const steps = prepareNames(names)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same step by step, so that a page with 20,000 names can do something else in between; a step is well under 1 ms. */
export function* prepareNames<N extends KnownName>(names: readonly N[]): Generator<undefined, NameList<N>> {
  const sorted = [...names].sort((a, b) => b.count - a.count)
  const starts: number[] = []
  const owners: number[] = []
  const parts: string[] = ['']
  let length = 1
  for (const [owner, { name, aliases = [] }] of sorted.entries()) {
    for (const form of new Set([name, ...aliases].map(foldForFinding))) {
      starts.push(length)
      owners.push(owner)
      parts.push(form)
      length += form.length + 1
    }
    if (owner % NAMES_PER_STEP === NAMES_PER_STEP - 1) yield
  }
  parts.push('')
  return { names: sorted, text: parts.join('\n'), starts: Uint32Array.from(starts), owners: Uint32Array.from(owners) }
}

/**
 * The names that a text occurs in, each once: first those that equal it, then those that begin with it, then those with
 * a word that begins with it, then the others; within each by the number of works. An empty text finds all.
 *
 * Case, width and the two kana do not matter. At most `limit` names. Takes at most the time of reading through the list's
 * text once or twice: about a millisecond for 20,000 names.
 */
export function findNames<N extends KnownName>(list: NameList<N>, text: string, limit: number): FoundName<N>[] {
  const query = foldForFinding(text)
  if (query === '') return list.names.slice(0, limit).map((name) => ({ name, form: name.name }))
  const found = new Map<number, number>()
  const add = (entry: number) => {
    const owner = list.owners[entry]!
    if (found.size < limit && !found.has(owner)) found.set(owner, entry)
    return found.size < limit
  }
  for (const pattern of [`\n${query}\n`, `\n${query}`]) {
    for (const entry of entriesWith(list, pattern)) if (!add(entry)) break
  }
  const inside: number[] = []
  if (found.size < limit) {
    for (const entry of entriesWith(list, query)) {
      if (!beginsWord(list, entry, query)) inside.push(entry)
      else if (!add(entry)) break
    }
  }
  for (const entry of inside) if (!add(entry)) break
  return [...found].map(([owner, entry]) => ({ name: list.names[owner]!, form: formOf(list, entry) }))
}

/** The name one of whose forms equals a text, if there is one. */
export function findName<N extends KnownName>(list: NameList<N>, text: string): N | undefined {
  const [entry] = entriesWith(list, `\n${foldForFinding(text)}\n`)
  return entry === undefined ? undefined : list.names[list.owners[entry]!]
}

/**
 * The folding under which names are found while they are being typed: that of names in the search, and hiragana for katakana, for
 * an input method shows hiragana until the word is chosen.
 */
export function foldForFinding(text: string): string {
  return foldName(text).replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - KATAKANA_TO_HIRAGANA))
}

const KATAKANA_TO_HIRAGANA = 0x60

/** The entries in which a pattern occurs, in their order, each once. A line break stands before every entry and after it. */
function* entriesWith({ text, starts }: NameList, pattern: string): Generator<number> {
  const lead = pattern.startsWith('\n') ? 1 : 0
  let entry = 0
  for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, starts[entry]! - lead)) {
    while (entry + 1 < starts.length && starts[entry + 1]! <= at + lead) entry++
    yield entry
    entry++
    if (entry === starts.length) return
  }
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u

function beginsWord({ text, starts }: NameList, entry: number, query: string): boolean {
  const start = starts[entry]!
  const end = starts[entry + 1] ?? text.length
  for (let at = text.indexOf(query, start); at !== -1 && at < end; at = text.indexOf(query, at + 1)) {
    if (at === start || !WORD_CHARACTER.test(text[at - 1]!)) return true
  }
  return false
}

/** The form of a name that an entry was made of, as it was before folding. */
function formOf({ names, owners, text, starts }: NameList, entry: number): string {
  const { name, aliases = [] } = names[owners[entry]!]!
  const folded = text.slice(starts[entry], (starts[entry + 1] ?? text.length) - 1)
  return [name, ...aliases].find((form) => foldForFinding(form) === folded) ?? name
}
