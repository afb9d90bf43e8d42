import type { Db } from '#db/open.ts'

import type { KnownTag, NameCache } from './name-cache.ts'
import { nameKey, voiceActorId } from './names.ts'
import { localKeys, mergeTagNames, namesOfTag, type TagNames } from './tag-names.ts'
import type { TagMetadata } from '../fields/work-metadata.ts'

/** Finds or adds a circle; stores the code if none was known. The unknown circle has no name. */
export async function saveCircle(tx: Db, cache: NameCache, given: { name: string; code: string }): Promise<number> {
  const key = nameKey(given.name)
  const known = cache.circle(key) ?? (await findCircle(tx, cache, key))
  if (known && (known.code !== '' || given.code === '')) return known.id
  const { id, code } = await tx
    .insertInto('circle')
    .values({ name: given.name, name_key: key, code: given.code })
    .onConflict((conflict) =>
      conflict.column('name_key').doUpdateSet((row) => ({
        code: row.case().when('circle.code', '=', '').then(row.ref('excluded.code')).else(row.ref('circle.code')).end(),
      })),
    )
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
  cache.keepCircle(key, { id, code }, true)
  return id
}

async function findCircle(tx: Db, cache: NameCache, key: string) {
  const row = await tx.selectFrom('circle').select(['id', 'code']).where('name_key', '=', key).executeTakeFirst()
  if (row) cache.keepCircle(key, row, false)
  return row
}

/** Finds or adds voice actors. @returns their ids, in order */
export async function saveVoiceActors(tx: Db, cache: NameCache, names: readonly string[]): Promise<string[]> {
  const wanted = names.map((name) => ({ id: voiceActorId(name), name, name_key: nameKey(name) }))
  const unknown = wanted.filter(({ name_key }) => !cache.hasVoiceActor(name_key))
  if (unknown.length > 0) {
    const ids = unknown.map(({ id }) => id)
    const found = await tx.selectFrom('voice_actor').select(['id', 'name_key']).where('id', 'in', ids).execute()
    for (const { name_key } of found) cache.keepVoiceActor(name_key, false)
    // Always in the same order, so that two processes cannot deadlock.
    const missing = unknown.filter(({ name_key }) => !cache.hasVoiceActor(name_key)).sort(byKey)
    if (missing.length > 0) {
      await tx
        .insertInto('voice_actor')
        .values(missing)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      for (const { name_key } of missing) cache.keepVoiceActor(name_key, true)
    }
  }
  return wanted.map(({ id }) => id)
}

function byKey(a: { name_key: string }, b: { name_key: string }): number {
  return a.name_key < b.name_key ? -1 : 1
}

/**
 * Finds or adds tags, and adds new local names. Two tags are the same if the name of one is the name or a local name of
 * the other; tags that only share a local name are different.
 *
 * @returns the tags in order, without duplicates, with all their names
 */
export async function saveTags(tx: Db, cache: NameCache, tags: readonly TagMetadata[]): Promise<KnownTag[]> {
  if (tags.length === 0) return []
  await loadTags(
    tx,
    cache,
    tags.map(({ name }) => nameKey(name)),
  )
  const saved = new Map<number, KnownTag>()
  const positions: number[] = []
  for (const tag of tags.toSorted((a, b) => (nameKey(a.name) < nameKey(b.name) ? -1 : 1))) {
    const known = await saveTag(tx, cache, tag)
    saved.set(known.id, known)
    positions[tags.indexOf(tag)] = known.id
  }
  return [...new Set(positions)].map((id) => saved.get(id)!)
}

/** Loads the tags with these keys; all tags, if one is unknown and may be a local name of another. */
async function loadTags(tx: Db, cache: NameCache, wanted: readonly string[]): Promise<void> {
  const keys = cache.tagsToLoad()
  if (keys.length === 0) return
  const unread = wanted.filter((key) => !cache.hasTag(key))
  if (unread.length === 0 && keys === 'all') return
  if (keys === 'all') {
    const rows = await tx.selectFrom('tag').select(['id', 'name_key', 'i18n']).where('name_key', 'in', unread).execute()
    for (const row of rows) cache.keepTag(knownTag(row), false)
    if (unread.every((key) => cache.hasTag(key))) return
  }
  const all = tx.selectFrom('tag').select(['id', 'name_key', 'i18n'])
  const rows = await (keys === 'all' ? all : all.where('name_key', 'in', keys)).execute()
  for (const row of rows) cache.keepTag(knownTag(row), false)
  cache.setTagsLoaded()
}

function knownTag({ id, name_key, i18n }: { id: number; name_key: string; i18n: string }): KnownTag {
  return { id, key: name_key, names: JSON.parse(i18n) as TagNames }
}

async function saveTag(tx: Db, cache: NameCache, tag: TagMetadata): Promise<KnownTag> {
  const names = namesOfTag(tag)
  const known = (await findTag(tx, cache, [nameKey(tag.name), ...localKeys(names)])) ?? (await addTag(tx, cache, tag))
  const merged = mergeTagNames(known.names, names)
  if (!merged) return known
  await tx
    .updateTable('tag')
    .set({ i18n: JSON.stringify(merged) })
    .where('id', '=', known.id)
    .execute()
  const extended = { ...known, names: merged }
  cache.keepTag(extended, true)
  return extended
}

async function findTag(tx: Db, cache: NameCache, [key, ...others]: string[]): Promise<KnownTag | undefined> {
  const cached =
    cache.tag(key!) ?? others.map((other) => cache.tag(other)).find((tag) => tag && others.includes(tag.key))
  if (cached) return cached
  const row = await tx
    .selectFrom('tag')
    .select(['id', 'name_key', 'i18n'])
    .where('name_key', '=', key!)
    .executeTakeFirst()
  if (!row) return undefined
  const tag = knownTag(row)
  cache.keepTag(tag, false)
  return tag
}

async function addTag(tx: Db, cache: NameCache, tag: TagMetadata): Promise<KnownTag> {
  const row = await tx
    .insertInto('tag')
    .values({ name: tag.name, name_key: nameKey(tag.name), i18n: JSON.stringify(namesOfTag(tag)) })
    .onConflict((conflict) =>
      conflict.column('name_key').doUpdateSet((row) => ({ name_key: row.ref('excluded.name_key') })),
    )
    .returning(['id', 'name_key', 'i18n'])
    .executeTakeFirstOrThrow()
  const known = knownTag(row)
  cache.keepTag(known, true)
  return known
}
