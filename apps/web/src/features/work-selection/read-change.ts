import { MAX_CHANGED_TAGS, type SelectionChange } from '@otodana/contract'

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

function tagsOf(text: string): string[] {
  const tags = text.split(/[,、，]/).map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, MAX_CHANGED_TAGS)
}
