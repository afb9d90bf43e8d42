import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dialects, openOldDatabase, type TestDatabase } from '../../../../test/databases.ts'
import { aWorkRow } from '../../../../test/work-rows.ts'
import { nameKey, voiceActorId } from './names.ts'

/** An id not derived from the name. */
const FOREIGN = 'foreign-id'

/** An older library's rows, in order of insertion. */
async function fill(write: TestDatabase['write']): Promise<void> {
  await write
    .insertInto('circle')
    .values([
      { id: 1, name: '月影 工房', name_key: '月影 工房', code: 'RG1' },
      { id: 2, name: '月影工房', name_key: '月影工房', code: '' },
      { id: 3, name: '硝子 灯', name_key: '硝子 灯', code: '' },
      { id: 4, name: 'Blue Lantern', name_key: 'blue lantern', code: '' },
      { id: 5, name: '夜 汽車', name_key: '夜 汽車', code: 'RG5' },
      { id: 6, name: '夜汽車', name_key: '夜汽車', code: 'RG6' },
      { id: 7, name: '雨 音堂', name_key: '雨 音堂', code: '' },
      { id: 8, name: '雨音 堂', name_key: '雨音 堂', code: 'RG8' },
    ])
    .execute()
  await write
    .insertInto('tag')
    .values([
      { id: 1, name: '耳　かき', name_key: '耳 かき', i18n: '{"en-us":{"name":"Ears"},"zh-cn":{"name":"采耳"}}' },
      { id: 2, name: '耳かき', name_key: '耳かき', i18n: '{"en-us":{"name":"Ear Cleaning"}}' },
      { id: 3, name: '雨 の音', name_key: '雨 の音', i18n: '{}' },
      { id: 4, name: '雨の 音', name_key: '雨の 音', i18n: '{"en-us":{"name":"Rain"}}' },
    ])
    .execute()
  await write
    .insertInto('voice_actor')
    .values([
      { id: 'old-1', name: '林 一', name_key: '林 一' },
      { id: voiceActorId('林一'), name: '林一', name_key: '林一' },
      { id: 'old-2', name: '風見 はるか', name_key: '風見 はるか' },
      { id: voiceActorId('Aki Mori'), name: 'Aki Mori', name_key: 'aki mori' },
      { id: 'old-3', name: '林 二郎', name_key: '林 二郎' },
      { id: 'old-4', name: '林二 郎', name_key: '林二 郎' },
      { id: 'old-5', name: '星野 灯', name_key: '星野 灯' },
      { id: FOREIGN, name: '星野灯', name_key: '星野灯' },
    ])
    .execute()
  const works = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ ...aWorkRow(id), circle_id: id, search_text: '' }))
  await write.insertInto('work').values(works).execute()
  await write
    .insertInto('work_tag')
    .values([
      { work_id: 1, tag_id: 1, position: 0 },
      { work_id: 2, tag_id: 1, position: 0 },
      { work_id: 2, tag_id: 2, position: 1 },
      { work_id: 3, tag_id: 3, position: 0 },
      { work_id: 3, tag_id: 4, position: 1 },
      { work_id: 4, tag_id: 4, position: 0 },
    ])
    .execute()
  await write
    .insertInto('work_voice_actor')
    .values([
      { work_id: 1, voice_actor_id: 'old-1', position: 0 },
      { work_id: 2, voice_actor_id: voiceActorId('林一'), position: 0 },
      { work_id: 2, voice_actor_id: 'old-1', position: 1 },
      { work_id: 3, voice_actor_id: 'old-2', position: 0 },
      { work_id: 4, voice_actor_id: voiceActorId('Aki Mori'), position: 0 },
      { work_id: 5, voice_actor_id: 'old-3', position: 0 },
      { work_id: 5, voice_actor_id: 'old-4', position: 1 },
      { work_id: 6, voice_actor_id: 'old-4', position: 0 },
      { work_id: 7, voice_actor_id: 'old-5', position: 0 },
      { work_id: 8, voice_actor_id: FOREIGN, position: 0 },
    ])
    .execute()
}

describe.each(dialects)('names that only spaces told apart, on %s', (dialect) => {
  let db: TestDatabase

  beforeAll(async () => {
    db = await openOldDatabase(dialect, '0004-subtitle-search', fill)
  })
  afterAll(() => db.remove())

  test('ADM-02 are one, with all their works', async () => {
    const circles = await db.read.selectFrom('circle').select(['id', 'name', 'code']).orderBy('id').execute()
    expect(circles).toEqual([
      { id: 2, name: '月影工房', code: 'RG1' },
      { id: 3, name: '硝子 灯', code: '' },
      { id: 4, name: 'Blue Lantern', code: '' },
      { id: 6, name: '夜汽車', code: 'RG6' },
      { id: 7, name: '雨 音堂', code: 'RG8' },
    ])
    const works = await db.read.selectFrom('work').select(['id', 'circle_id']).orderBy('id').execute()
    expect(works.map(({ circle_id }) => circle_id)).toEqual([2, 2, 3, 4, 6, 6, 7, 7])

    const tags = await db.read.selectFrom('tag').select(['id', 'name', 'i18n']).orderBy('id').execute()
    expect(tags.map(({ i18n, ...tag }) => ({ ...tag, i18n: JSON.parse(i18n) as unknown }))).toEqual([
      { id: 2, name: '耳かき', i18n: { 'en-us': { name: 'Ear Cleaning' }, 'zh-cn': { name: '采耳' } } },
      { id: 3, name: '雨 の音', i18n: { 'en-us': { name: 'Rain' } } },
    ])
    const tagged = await db.read.selectFrom('work_tag').select(['work_id', 'tag_id']).orderBy('work_id').execute()
    expect(tagged).toEqual([
      { work_id: 1, tag_id: 2 },
      { work_id: 2, tag_id: 2 },
      { work_id: 3, tag_id: 3 },
      { work_id: 4, tag_id: 3 },
    ])

    const spoken = await db.read
      .selectFrom('work_voice_actor')
      .innerJoin('voice_actor', 'voice_actor.id', 'voice_actor_id')
      .select(['work_id', 'name'])
      .orderBy('work_id')
      .execute()
    expect(spoken).toEqual([
      { work_id: 1, name: '林一' },
      { work_id: 2, name: '林一' },
      { work_id: 3, name: '風見 はるか' },
      { work_id: 4, name: 'Aki Mori' },
      { work_id: 5, name: '林 二郎' },
      { work_id: 6, name: '林 二郎' },
      { work_id: 7, name: '星野灯' },
      { work_id: 8, name: '星野灯' },
    ])
  })

  test('ADM-02 have the keys and ids that a scan gives them', async () => {
    for (const table of ['circle', 'tag', 'voice_actor'] as const) {
      const rows = await db.read.selectFrom(table).select(['name', 'name_key']).execute()
      for (const { name, name_key } of rows) expect(name_key).toBe(nameKey(name))
    }
    const actors = await db.read.selectFrom('voice_actor').select(['id', 'name']).execute()
    expect(actors).toHaveLength(5)
    for (const { id, name } of actors) expect(id).toBe(name === '星野灯' ? FOREIGN : voiceActorId(name))
  })
})
