import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { bareFolders, type Expected, filesOf } from '../../../../test/bare-folders.ts'
import { dialects } from '../../../../test/databases.ts'
import { openScanWorld, type ScanWorld } from '../../../../test/scan-world.ts'
import { aWav, writeFiles } from '../../../../test/work-folders.ts'
import { refreshWorks } from '#features/metadata/index.ts'

const expected = Object.assign({}, ...bareFolders.map(({ is }) => is)) as Record<string, Expected>

describe.each(dialects)('a library of bare folders on %s', { timeout: 180_000 }, (dialect) => {
  let world: ScanWorld
  beforeAll(async () => {
    world = await openScanWorld(dialect)
    bareFolders.forEach((folder, index) => writeFiles(join(world.root, folder.path), filesOf(folder, index)))
    await world.scan()
  })
  afterAll(() => world.remove())

  async function read(): Promise<Record<string, Expected>> {
    const db = world.database.read
    const works = await db
      .selectFrom('work')
      .innerJoin('circle', 'circle.id', 'circle_id')
      .select(['work.id', 'source_id', 'title', 'circle.name as circle', 'release', 'language', 'description'])
      .orderBy('work.id')
      .execute()
    const actors = await db
      .selectFrom('work_voice_actor')
      .innerJoin('voice_actor', 'voice_actor.id', 'voice_actor_id')
      .select(['work_id', 'name'])
      .orderBy('position')
      .execute()
    const tags = await db
      .selectFrom('work_tag')
      .innerJoin('tag', 'tag.id', 'tag_id')
      .select(['work_id', 'name'])
      .orderBy('position')
      .execute()
    const namesOf = (rows: { work_id: number; name: string }[], id: number) =>
      rows.filter((row) => row.work_id === id).map(({ name }) => name)
    return Object.fromEntries(
      works.map(({ id, source_id: code, ...work }) => {
        const found = { ...work, voiceActors: namesOf(actors, id), tags: namesOf(tags, id) }
        return [code, Object.fromEntries(Object.entries(found).filter(([, value]) => value?.length))]
      }),
    ) as Record<string, Expected>
  }

  test('META-27 META-29 gets its titles, circles, dates, tags, voice actors and languages', async () => {
    const found = await read()
    const fields = ['title', 'circle', 'release', 'tags', 'voiceActors', 'language', 'description'] as const
    const isRight = (code: string, field: (typeof fields)[number]) =>
      found[code]?.[field] !== undefined &&
      JSON.stringify(found[code][field]) === JSON.stringify(expected[code]?.[field])
    const right = fields.map((field) => [field, Object.keys(found).filter((code) => isRight(code, field)).length])
    expect(Object.fromEntries(right)).toEqual({
      title: 43,
      circle: 31,
      release: 9,
      tags: 9,
      voiceActors: 7,
      language: 5,
      description: 1,
    })
    expect(found).toEqual(expected)
    expect(await world.problems()).toEqual([])
  })

  test('META-34 merging all works again, as after a provider’s answer, changes nothing', async () => {
    const ids = (await world.works()).map(({ id }) => id)
    expect(await refreshWorks(world.database, ids, Date.now, (run) => run())).toBe(ids.length)
    expect(await read()).toEqual(expected)
  })

  test('META-24 META-29 a second scan changes nothing', async () => {
    const before = await world.works()
    expect((await world.scan()).counts).toMatchObject({ unchanged: before.length, changed: 0, filesRead: 0 })
  })

  test('META-28 a library that an older scanner read is read again, and of its files those with tags', async () => {
    const before = await read()
    const db = world.database.write
    const tagged = await db.updateTable('file').set({ tags: '{"title":"a"}' }).where('path', '=', '01.mp3').execute()
    await db.updateTable('file').set({ read_version: 1 }).execute()
    await db.updateTable('work').set({ signature: 'of an older version', title: 'old', release: null }).execute()
    const { counts } = await world.scan()
    expect(counts.filesRead).toBe(Number(tagged[0]?.numUpdatedRows))
    expect(await read()).toEqual(before)
  })

  test('META-33 a damaged file of another program is reported, and the folder is read as without it', async () => {
    const work = join(world.root, 'RJ01239003 Snow')
    writeFiles(work, { 'a.wav': aWav({ tone: 63 }), 'info.json': '{"title": "Sn' })
    await world.scan()
    expect((await read()).RJ01239003).toEqual({ title: 'Snow' })
    expect(await world.problems()).toMatchObject([{ kind: 'badSidecar', path: 'RJ01239003 Snow/info.json' }])
    writeFiles(work, { 'info.json': '{"title": "Snowfall"}' })
    await world.scan()
    expect((await read()).RJ01239003).toEqual({ title: 'Snowfall' })
    expect(await world.problems()).toEqual([])
  })

  test('META-21 a work whose folder becomes a circle’s is read again', async () => {
    writeFiles(world.root, { 'Harbour Lights/RJ01239001 Tide/a.wav': aWav({ tone: 61 }) })
    await world.scan()
    expect((await read()).RJ01239001?.circle).toBeUndefined()
    writeFiles(world.root, { 'Harbour Lights/RJ01239002 Ebb/a.wav': aWav({ tone: 62 }) })
    await world.scan()
    const { RJ01239001: first, RJ01239002: second } = await read()
    expect([first?.circle, second?.circle]).toEqual(['Harbour Lights', 'Harbour Lights'])
  })
})
