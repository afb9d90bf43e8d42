import { limits, nameKey } from '#features/metadata/index.ts'

/** A tag as a sidecar has it. */
type Tag = string | { name: string }

export type TagChange = { add: readonly string[]; removedKeys: ReadonlySet<string> }

/** Returns a work's tags after a change; null: nothing changes. */
export function changedTags(tags: readonly Tag[], { add, removedKeys }: TagChange): Tag[] | 'tooMany' | null {
  const left = tags.filter((tag) => !removedKeys.has(keyOf(tag)))
  const known = new Set(left.map(keyOf))
  const added = add.filter((name) => {
    const isNew = !known.has(nameKey(name))
    known.add(nameKey(name))
    return isNew
  })
  if (added.length === 0 && left.length === tags.length) return null
  const changed = [...left, ...added]
  return changed.length > limits.tags ? 'tooMany' : changed
}

function keyOf(tag: Tag): string {
  return nameKey(typeof tag === 'string' ? tag : tag.name)
}
