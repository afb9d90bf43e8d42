import { foldText } from '@otodana/keyword'

import { listOf, text } from '#lib/readers.ts'
import { persisted } from '#lib/storage/persisted.ts'

export const MAX_RECENT = 8
/** Of those that contain what is typed. */
const MAX_MATCHING = 3
const MAX_LENGTH = 2_000

/** The last searches on this device, latest first. */
export const useRecentSearches = persisted({
  name: 'recent-searches',
  version: 1,
  fields: { keywords: listOf(text(MAX_LENGTH), MAX_RECENT) },
  defaults: { keywords: [] },
})

export function addRecent(keyword: string): void {
  useRecentSearches.setState(({ keywords }) => ({ keywords: withRecent(keywords, keyword) }))
}

export function removeRecent(keyword: string): void {
  useRecentSearches.setState(({ keywords }) => ({ keywords: keywords.filter((each) => each !== keyword) }))
}

export function clearRecent(): void {
  useRecentSearches.setState({ keywords: [] })
}

/** Returns the searches with one more as the latest. */
export function withRecent(keywords: readonly string[], keyword: string): string[] {
  if (keyword === '' || keyword.length > MAX_LENGTH) return [...keywords]
  const folded = foldText(keyword)
  return [keyword, ...keywords.filter((each) => foldText(each) !== folded)].slice(0, MAX_RECENT)
}

/** Returns all searches, or a few that contain what is typed. */
export function matchingRecent(keywords: readonly string[], typed: string): readonly string[] {
  const folded = foldText(typed)
  return folded === '' ? keywords : keywords.filter((each) => foldText(each).includes(folded)).slice(0, MAX_MATCHING)
}
