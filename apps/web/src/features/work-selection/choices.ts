import { MAX_CHANGED_TAGS, type SelectionChange } from '@otodana/contract'

/** As in the contract. */
export const MAX_NAME_LENGTH = 200

/** What was chosen; circle and series have at most one name. */
export type Choices = Record<'addTags' | 'removeTags' | 'circle' | 'series', readonly string[]> & {
  /** Empty: as before. */
  age: SelectionChange['age'] | ''
}

export const noChoices: Choices = { addTags: [], removeTags: [], circle: [], series: [], age: '' }

/** Returns the change to send; null: nothing is to change. */
export function changeOf({ addTags, removeTags, circle, series, age }: Choices): Partial<SelectionChange> | null {
  const change: Partial<SelectionChange> = {
    ...(addTags.length > 0 && { addTags: [...addTags] }),
    ...(removeTags.length > 0 && { removeTags: [...removeTags] }),
    ...(circle[0] !== undefined && { circle: circle[0] }),
    ...(series[0] !== undefined && { series: series[0] }),
    ...(age !== '' && { age }),
  }
  return Object.keys(change).length > 0 ? change : null
}

/** Returns what is wrong with the names of a field, before they are sent. */
export function problemOf(names: readonly string[]): 'tooManyTags' | 'tooLong' | null {
  if (names.length > MAX_CHANGED_TAGS) return 'tooManyTags'
  return names.some((name) => name.length > MAX_NAME_LENGTH) ? 'tooLong' : null
}
