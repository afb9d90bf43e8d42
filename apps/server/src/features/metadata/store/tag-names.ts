import { nameKey } from './names.ts'
import type { TagMetadata } from '../fields/work-metadata.ts'

const tagLocales = { ja: 'ja-jp', zh: 'zh-cn', en: 'en-us' } as const
type Locale = (typeof tagLocales)[keyof typeof tagLocales]

/** A tag's names by locale, as in its row and the API. */
export type TagNames = { [L in Locale]?: { name: string; censored?: string } }

export function namesOfTag(tag: TagMetadata): TagNames {
  const names: TagNames = {}
  for (const [short, locale] of Object.entries(tagLocales) as [keyof typeof tagLocales, Locale][]) {
    const name = tag[short]
    const censored = tag.censored?.[short]
    // A censored name alone replaces the tag's own.
    if (name !== undefined || censored !== undefined) {
      names[locale] = { name: name ?? tag.name, ...(censored !== undefined && { censored }) }
    }
  }
  return names
}

/** Adds unknown names to the known ones; null if there are none. */
export function mergeTagNames(known: TagNames, more: TagNames): TagNames | null {
  const merged = { ...known }
  let isChanged = false
  for (const [locale, names] of Object.entries(more) as [Locale, { name: string; censored?: string }][]) {
    const before = known[locale]
    if (before && (before.censored !== undefined || names.censored === undefined)) continue
    merged[locale] = before ? { ...before, censored: names.censored! } : names
    isChanged = true
  }
  return isChanged ? merged : null
}

/** Keys of all local names of the tag. */
export function localKeys(names: TagNames): string[] {
  return Object.values(names).map(({ name }) => nameKey(name))
}
