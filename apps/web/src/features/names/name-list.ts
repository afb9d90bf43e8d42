import type { CountedTag } from '@otodana/contract'
import { foldForFinding } from '@otodana/keyword'

import { tagName } from '#features/works/index.ts'
import type { Locale } from '#i18n/locale.ts'

import type { NameSort } from './names-search.ts'

/** A circle, tag or voice actor with the number of its works. Only tags have names by language. */
export type CountedName = Pick<CountedTag, 'name' | 'count'> &
  Partial<Pick<CountedTag, 'i18n'>> & { id: number | string }

/** One line of the screen. */
export type NameEntry = {
  id: number | string
  /** As it is shown to this visitor. */
  name: string
  /** As a search knows it: a tag is shown under another name in other languages. */
  term: string
  count: number
  /** Its names in all languages, of a tag. */
  aliases?: readonly string[]
}

/** An entry with everything it can be found by, folded. */
export type FindableEntry = NameEntry & { folded: string }

/** Between the names of one entry: it is in no filter, so none is found across two of them. */
const BETWEEN = '\n'

/** What is listed, as this visitor sees it: names without a name are left out. */
export function entriesOf(names: readonly CountedName[], locale: Locale, isCensored: boolean): NameEntry[] {
  return names
    .filter(({ name }) => name !== '')
    .map(({ id, name, i18n, count }) => ({
      id,
      name: i18n ? tagName({ name, i18n }, locale, isCensored) : name,
      term: name,
      count,
      ...(i18n && { aliases: Object.values(i18n).flatMap((local) => (local ? [local.name] : [])) }),
    }))
}

/** Prepares entries for `filterEntries`: some 10 ms for 20,000, so that each filtering takes one. */
export function findable(entries: readonly NameEntry[]): FindableEntry[] {
  return entries.map((entry) => {
    const names = new Set([entry.name, entry.term, ...(entry.aliases ?? [])])
    return { ...entry, folded: [...names].map(foldForFinding).join(BETWEEN) }
  })
}

/** The entries that hold `text`, whatever its case and width and whichever kana it is written in. */
export function filterEntries(entries: readonly FindableEntry[], text: string): readonly FindableEntry[] {
  const sought = foldForFinding(text)
  return sought === '' ? entries : entries.filter(({ folded }) => folded.includes(sought))
}

type Compare = (a: NameEntry, b: NameEntry) => number

/** By works, most first and equal ones by name, or by name; names as the language sorts them. */
export function entryOrder(sort: NameSort, locale: Locale): Compare {
  const collator = new Intl.Collator(locale, { numeric: true })
  const byName: Compare = (a, b) => collator.compare(a.name, b.name)
  return sort === 'name' ? byName : (a, b) => b.count - a.count || byName(a, b)
}

/**
 * The first `length` entries in an order, as sorting all of them would give. Of twenty thousand names the first few
 * hundred cost a tenth of the comparisons, and a page of the server waits for no more.
 */
export function firstEntries<E extends NameEntry>(entries: readonly E[], length: number, compare: Compare): E[] {
  const first: E[] = []
  for (const entry of entries) {
    const last = first.at(-1)
    if (first.length === length && last && compare(entry, last) >= 0) continue
    // Behind its equals, as they came.
    let [from, to] = [0, first.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (compare(entry, first[middle]!) < 0) to = middle
      else from = middle + 1
    }
    first.splice(from, 0, entry)
    if (first.length > length) first.pop()
  }
  return first
}
