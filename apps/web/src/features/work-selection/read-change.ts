import { MAX_CHANGED_TAGS, type SelectionChange } from '@otodana/contract'

/** As in the contract. */
export const MAX_NAME_LENGTH = 200

type Texts = Record<'addTags' | 'removeTags' | 'circle' | 'series' | 'age', string>

/** Reads what was typed; null: nothing is to change. Tags are separated by commas. */
export function readChange({ addTags, removeTags, circle, series, age }: Texts): Partial<SelectionChange> | null {
  const change: Partial<SelectionChange> = {
    ...(tagsOf(addTags).length > 0 && { addTags: tagsOf(addTags) }),
    ...(tagsOf(removeTags).length > 0 && { removeTags: tagsOf(removeTags) }),
    ...(circle.trim() !== '' && { circle: circle.trim() }),
    ...(series.trim() !== '' && { series: series.trim() }),
    ...(age !== '' && { age: age as SelectionChange['age'] }),
  }
  return Object.keys(change).length > 0 ? change : null
}

type ChangeProblem = 'tooManyTags' | 'tooLong'

/** Returns what is wrong with each field, before it is sent. */
export function problemsOf({
  addTags,
  removeTags,
  circle,
  series,
}: Texts): Partial<Record<keyof Texts, ChangeProblem>> {
  const ofNames = (names: readonly string[]): ChangeProblem | null =>
    names.length > MAX_CHANGED_TAGS
      ? 'tooManyTags'
      : names.some((name) => name.length > MAX_NAME_LENGTH)
        ? 'tooLong'
        : null
  const found = {
    addTags: ofNames(tagsOf(addTags)),
    removeTags: ofNames(tagsOf(removeTags)),
    circle: ofNames([circle.trim()]),
    series: ofNames([series.trim()]),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null))
}

function tagsOf(text: string): string[] {
  const tags = text.split(/[,、，]/).map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}
