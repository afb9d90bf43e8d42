import type { CountedSeries, CountedTag } from '@otodana/contract'
import { foldForFinding } from '@otodana/keyword'

import { tagName } from '#features/works/index.ts'
import type { Locale } from '#i18n/locale.ts'

import type { NameSort } from './names-search.ts'

/** A name with the number of its works. Only tags have names by language, and only series a circle. */
export type CountedName = Pick<CountedTag, 'name' | 'count'> &
  Partial<Pick<CountedTag, 'i18n'>> &
  Partial<Pick<CountedSeries, 'circle'>> & { id: number | string }

/** A line of the list. */
export type NameEntry = {
  id: number | string
  /** As displayed to this visitor. */
  name: string
  /** The name for searches: a tag may be displayed in another language. */
  term: string
  count: number
  /** A tag's names in all languages. */
  aliases?: readonly string[]
  /** The circle of a series: several can have series of one name. */
  of?: string
}

/** An entry with its folded names. */
export type FindableEntry = NameEntry & { folded: string }

/** Separates the names of an entry; never part of a filter. */
const BETWEEN = '\n'

/** Returns the entries for this visitor, without unnamed ones. */
export function entriesOf(names: readonly CountedName[], locale: Locale, isCensored: boolean): NameEntry[] {
  return names
    .filter(({ name }) => name !== '')
    .map(({ id, name, i18n, circle, count }) => ({
      id,
      name: i18n ? tagName({ name, i18n }, locale, isCensored) : name,
      term: name,
      count,
      ...(circle?.name && { of: circle.name, aliases: [circle.name] }),
      ...(i18n && { aliases: Object.values(i18n).flatMap((local) => (local ? [local.name] : [])) }),
    }))
}

/** Prepares entries for `filterEntries`: about 10 ms for 20,000, so that each filtering takes one. */
export function findable(entries: readonly NameEntry[]): FindableEntry[] {
  return entries.map((entry) => {
    const names = new Set([entry.name, entry.term, ...(entry.aliases ?? [])])
    return { ...entry, folded: [...names].map(foldForFinding).join(BETWEEN) }
  })
}

/** Returns the entries that contain `text`, ignoring case, width and kind of kana. */
export function filterEntries(entries: readonly FindableEntry[], text: string): readonly FindableEntry[] {
  const sought = foldForFinding(text)
  return sought === '' ? entries : entries.filter(({ folded }) => folded.includes(sought))
}

type Compare = (a: NameEntry, b: NameEntry) => number

/** Compares entries by number of works, then name, or by name; names by the language's rules. */
export function entryOrder(sort: NameSort, locale: Locale): Compare {
  const collator = new Intl.Collator(locale, { numeric: true })
  const byName: Compare = (a, b) => collator.compare(a.name, b.name)
  return sort === 'name' ? byName : (a, b) => b.count - a.count || byName(a, b)
}

/**
 * Returns the first `length` entries in an order, like sorting all of them, but with a tenth of the comparisons for a
 * few hundred of twenty thousand.
 */
export function firstEntries<E extends NameEntry>(entries: readonly E[], length: number, compare: Compare): E[] {
  const first: E[] = []
  for (const entry of entries) {
    const last = first.at(-1)
    if (first.length === length && last && compare(entry, last) >= 0) continue
    // After equal ones, to be stable.
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
