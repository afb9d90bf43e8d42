import { createHash } from 'node:crypto'

import type { Kysely } from 'kysely'

type Names = {
  circle: { id: number; code: string; name_key: string }
  tag: { id: number; i18n: string; name_key: string }
  voice_actor: { id: string; name: string; name_key: string }
  work: { circle_id: number }
  work_tag: { work_id: number; tag_id: number }
  work_voice_actor: { work_id: number; voice_actor_id: string }
}
type Db = Kysely<Names>

/**
 * Spaces between Chinese and Japanese characters no longer distinguish names: circles, tags or voice actors that only
 * differ in them (林 一, 林一) are merged, keeping the name without spaces.
 */
export async function namesClosedUp(db: Kysely<unknown>): Promise<void> {
  const names = db as Db
  await closeCircles(names)
  await closeTags(names)
  await closeVoiceActors(names)
}

async function closeCircles(db: Db): Promise<void> {
  const spaced = await db
    .selectFrom('circle')
    .select(['id', 'code', 'name_key'])
    .where('name_key', 'like', '% %')
    .orderBy('id')
    .execute()
  for (const { id, code, name_key } of spaced) {
    const key = closedUp(name_key)
    if (key === name_key) continue
    const other = await db.selectFrom('circle').select(['id', 'code']).where('name_key', '=', key).executeTakeFirst()
    if (!other) {
      await db.updateTable('circle').set({ name_key: key }).where('id', '=', id).execute()
      continue
    }
    if (other.code === '') await db.updateTable('circle').set({ code }).where('id', '=', other.id).execute()
    await db.updateTable('work').set({ circle_id: other.id }).where('circle_id', '=', id).execute()
    await db.deleteFrom('circle').where('id', '=', id).execute()
  }
}

async function closeTags(db: Db): Promise<void> {
  const spaced = await db
    .selectFrom('tag')
    .select(['id', 'i18n', 'name_key'])
    .where('name_key', 'like', '% %')
    .orderBy('id')
    .execute()
  for (const { id, i18n, name_key } of spaced) {
    const key = closedUp(name_key)
    if (key === name_key) continue
    const other = await db.selectFrom('tag').select(['id', 'i18n']).where('name_key', '=', key).executeTakeFirst()
    if (!other) {
      await db.updateTable('tag').set({ name_key: key }).where('id', '=', id).execute()
      continue
    }
    const merged = JSON.stringify({ ...(JSON.parse(i18n) as object), ...(JSON.parse(other.i18n) as object) })
    if (merged !== other.i18n) await db.updateTable('tag').set({ i18n: merged }).where('id', '=', other.id).execute()
    await db
      .updateTable('work_tag')
      .set({ tag_id: other.id })
      .where('tag_id', '=', id)
      .where('work_id', 'not in', db.selectFrom('work_tag').select('work_id').where('tag_id', '=', other.id))
      .execute()
    await db.deleteFrom('work_tag').where('tag_id', '=', id).execute()
    await db.deleteFrom('tag').where('id', '=', id).execute()
  }
}

/** The id of a voice actor is derived from the key, so it changes too. */
async function closeVoiceActors(db: Db): Promise<void> {
  const spaced = await db
    .selectFrom('voice_actor')
    .select(['id', 'name', 'name_key'])
    .where('name_key', 'like', '% %')
    .orderBy('id')
    .execute()
  for (const { id, name, name_key } of spaced) {
    const key = closedUp(name_key)
    if (key === name_key) continue
    const other = await db.selectFrom('voice_actor').select('id').where('name_key', '=', key).executeTakeFirst()
    const newId = other?.id ?? idOf(key)
    if (!other) await db.insertInto('voice_actor').values({ id: newId, name, name_key: key }).execute()
    await db
      .updateTable('work_voice_actor')
      .set({ voice_actor_id: newId })
      .where('voice_actor_id', '=', id)
      .where(
        'work_id',
        'not in',
        db.selectFrom('work_voice_actor').select('work_id').where('voice_actor_id', '=', newId),
      )
      .execute()
    await db.deleteFrom('work_voice_actor').where('voice_actor_id', '=', id).execute()
    await db.deleteFrom('voice_actor').where('id', '=', id).execute()
  }
}

// How keys and ids were derived when this was written, which other rows have, regardless of later changes.

const CJK = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]`

function closedUp(key: string): string {
  return key.replace(new RegExp(`(${CJK}) (?!\\p{M})(?=${CJK})`, 'gu'), '$1')
}

function idOf(key: string): string {
  const namespace = Buffer.from('9f4e1b8a5c3d4f0e8a7b2c6d1e0f3a59', 'hex')
  const hash = createHash('sha1').update(namespace).update(key, 'utf8').digest()
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
