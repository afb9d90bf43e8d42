import type { Db } from '#db/open.ts'
import { localKeys, nameKey, readMerges, type TagNames } from '#features/metadata/index.ts'

/**
 * Returns the keys of all names by which metadata may call these tags: their own, those in other languages, and those
 * of what was merged into the same.
 */
export async function keysOfTags(db: Db, names: readonly string[]): Promise<Set<string>> {
  const keys = new Set(names.map(nameKey))
  if (keys.size === 0) return keys
  const merges = (await readMerges(db)).get('tag')
  const tags = await db.selectFrom('tag').select(['id', 'name_key', 'name', 'i18n']).execute()
  const rootOf = (id: number) => merges?.get(id) ?? id
  const named = tags.filter((tag) => keys.has(tag.name_key) || keys.has(nameKey(tag.name)))
  const roots = new Set(named.map(({ id }) => rootOf(id)))
  for (const tag of tags) {
    if (!roots.has(rootOf(tag.id))) continue
    for (const key of [tag.name_key, ...localKeys(JSON.parse(tag.i18n) as TagNames)]) keys.add(key)
  }
  return keys
}
