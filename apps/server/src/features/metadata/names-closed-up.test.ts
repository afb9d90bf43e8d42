import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { namesClosedUp } from '#db/migrations/0005-names-closed-up.ts'

import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { aWorkRow } from '../../../test/work-rows.ts'
import { nameKey, voiceActorId } from './names.ts'

describe.each(dialects)('names that only spaces told apart, on %s', (dialect) => {
  let db: TestDatabase

  beforeAll(async () => {
    db = await openTestDatabase(dialect)
    const { write } = db
    await write
      .insertInto('circle')
      .values([
        { id: 1, name: '月影 工房', name_key: '月影 工房', code: 'RG1' },
        { id: 2, name: '月影工房', name_key: '月影工房', code: '' },
        { id: 3, name: '硝子 灯', name_key: '硝子 灯', code: '' },
        { id: 4, name: 'Blue Lantern', name_key: 'blue lantern', code: '' },
      ])
      .execute()
    await write
      .insertInto('tag')
      .values([
        { id: 1, name: '耳　かき', name_key: '耳 かき', i18n: '{"en-us":{"name":"Ears"},"zh-cn":{"name":"采耳"}}' },
        { id: 2, name: '耳かき', name_key: '耳かき', i18n: '{"en-us":{"name":"Ear Cleaning"}}' },
      ])
      .execute()
    await write
      .insertInto('voice_actor')
      .values([
        { id: 'old-1', name: '林 一', name_key: '林 一' },
        { id: voiceActorId('林一'), name: '林一', name_key: '林一' },
        { id: 'old-2', name: '風見 はるか', name_key: '風見 はるか' },
        { id: voiceActorId('Aki Mori'), name: 'Aki Mori', name_key: 'aki mori' },
      ])
      .execute()
    const works = [1, 2, 3, 4].map((id) => ({ ...aWorkRow(id), circle_id: id }))
    await write.insertInto('work').values(works).execute()
    await write
      .insertInto('work_tag')
      .values([
        { work_id: 1, tag_id: 1, position: 0 },
        { work_id: 2, tag_id: 1, position: 0 },
        { work_id: 2, tag_id: 2, position: 1 },
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
      ])
      .execute()
    await namesClosedUp(write as never)
  })
  afterAll(() => db.remove())

  test('ADM-02 are one, with all their works', async () => {
    const circles = await db.read.selectFrom('circle').select(['id', 'name', 'code']).orderBy('id').execute()
    expect(circles).toEqual([
      { id: 2, name: '月影工房', code: 'RG1' },
      { id: 3, name: '硝子 灯', code: '' },
      { id: 4, name: 'Blue Lantern', code: '' },
    ])
    const works = await db.read.selectFrom('work').select(['id', 'circle_id']).orderBy('id').execute()
    expect(works.map(({ circle_id }) => circle_id)).toEqual([2, 2, 3, 4])

    const tags = await db.read.selectFrom('tag').select(['id', 'name', 'i18n']).execute()
    expect(tags.map(({ i18n, ...tag }) => ({ ...tag, i18n: JSON.parse(i18n) as unknown }))).toEqual([
      { id: 2, name: '耳かき', i18n: { 'en-us': { name: 'Ear Cleaning' }, 'zh-cn': { name: '采耳' } } },
    ])
    const tagged = await db.read.selectFrom('work_tag').select(['work_id', 'tag_id']).orderBy('work_id').execute()
    expect(tagged).toEqual([
      { work_id: 1, tag_id: 2 },
      { work_id: 2, tag_id: 2 },
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
    ])
  })

  test('ADM-02 have the keys and ids that a scan gives them', async () => {
    for (const table of ['circle', 'tag', 'voice_actor'] as const) {
      const rows = await db.read.selectFrom(table).select(['name', 'name_key']).execute()
      for (const { name, name_key } of rows) expect(name_key).toBe(nameKey(name))
    }
    const actors = await db.read.selectFrom('voice_actor').select(['id', 'name']).execute()
    expect(actors).toHaveLength(3)
    for (const { id, name } of actors) expect(id).toBe(voiceActorId(name))
  })
})
