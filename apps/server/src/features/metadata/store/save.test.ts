import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { findWorkCode } from '@otodana/work-code'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { DatabaseLocation } from '#db/open.ts'

import { dialects, openTestDatabase, type TestDatabase } from '../../../../test/databases.ts'
import { createNameCache, readImported, resolveMetadata, saveWorkMetadata, type WorkToSave } from '../index.ts'
import { WorkMetadata } from '../fields/work-metadata.ts'

function work(codeText: string, sidecar: unknown, addedOn = '2026-11-20'): WorkToSave {
  const code = findWorkCode(codeText)!
  const sources = { code, folderName: code.code, imported: null, embedded: [], addedOn }
  const metadata = resolveMetadata({ ...sources, sidecar: WorkMetadata.parse(sidecar) })
  return { id: code.id, sourceId: code.code, root: '/library', path: `new/${code.code}`, metadata }
}

/** Saves 20 works in a separate process, as a scan would. */
async function runWriter(location: DatabaseLocation, process: number): Promise<void> {
  const script = `
    import { findWorkCode } from '@otodana/work-code'
    import { openDatabase } from '#db/open.ts'
    import { createNameCache, resolveMetadata, saveWorkMetadata } from '#features/metadata/index.ts'
    const database = await openDatabase(${JSON.stringify(location)})
    const cache = createNameCache()
    for (let n = 1; n <= 20; n++) {
      const code = findWorkCode('RJ01${process}000' + String(n).padStart(2, '0'))
      const sidecar = { circle: { name: 'circle ' + (n % 4) }, tags: [{ name: 'tag ' + n }, { name: 'tag ' + (21 - n) }], voice_actors: ['v' + n] }
      const metadata = resolveMetadata({ code, folderName: code.code, sidecar, imported: null, embedded: [], addedOn: '2026-01-01' })
      const work = { id: code.id, sourceId: code.code, root: '/library', path: code.code, metadata }
      await database.write.transaction().execute((tx) => saveWorkMetadata(tx, work, { cache }))
    }
    await database.close()`
  const cwd = new URL('../../../../', import.meta.url)
  await promisify(execFile)(globalThis.process.execPath, ['--input-type=module-typescript', '-e', script], { cwd })
}

describe.each(dialects)('saveWorkMetadata on %s', (dialect) => {
  let db: TestDatabase
  beforeEach(async () => {
    db = await openTestDatabase(dialect)
  })
  afterEach(() => db.remove())

  const save = (saved: WorkToSave, options = {}) =>
    db.write.transaction().execute((tx) => saveWorkMetadata(tx, saved, options))
  const workRow = (id: number) => db.read.selectFrom('work').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const tagRows = () => db.read.selectFrom('tag').select(['name', 'i18n']).orderBy('id').execute()

  test('SER-05 series belong to their circle and are found by any spelling; staff is linked by role and place', async () => {
    const cache = createNameCache()
    const of = (circle: string, series: unknown, staff = {}) => ({ circle, series, staff })
    await save(work('RJ01000001', of('A', '図書室', { scenario: ['Ito'], music: ['B', 'Ito'] })), { cache })
    await save(work('RJ01000002', of('A', { name: '図 書室', number: 2, code: 'SRI01' }, { other: ['ＩＴＯ'] })), {
      cache,
    })
    await save(work('RJ01000003', of('C', '図書室')), { cache })
    const series = await db.read.selectFrom('series').select(['id', 'name', 'code']).orderBy('id').execute()
    expect(series).toMatchObject([
      { name: '図書室', code: 'SRI01' },
      { name: '図書室', code: '' },
    ])
    const placed = async (id: number) => {
      const { series_id, series_number } = await workRow(id)
      return [series_id, series_number]
    }
    expect(await placed(1_000_001)).toEqual([series[0]?.id, null])
    expect(await placed(1_000_002)).toEqual([series[0]?.id, 2])
    expect(await placed(1_000_003)).toEqual([series[1]?.id, null])

    const staffOf = async (id: number) => {
      const rows = await db.read
        .selectFrom('work_staff')
        .innerJoin('staff', 'staff.id', 'work_staff.staff_id')
        .select(['role', 'name'])
        .where('work_id', '=', id)
        .orderBy('role')
        .orderBy('position')
        .execute()
      return rows.map(({ role, name }) => `${role} ${name}`)
    }
    expect(await staffOf(1_000_001)).toEqual(['music B', 'music Ito', 'scenario Ito'])
    expect(await staffOf(1_000_002)).toEqual(['other Ito'])

    // What is gone from all sources is gone from the work.
    await save(work('RJ01000001', { circle: 'A', staff: { music: ['Ito', 'B'] }, price: 0 }), { cache })
    expect(await staffOf(1_000_001)).toEqual(['music Ito', 'music B'])
    expect(await workRow(1_000_001)).toMatchObject({ series_id: null, price: 0, has_price: 1 })
    expect(await workRow(1_000_002)).toMatchObject({ price: 0, has_price: 0, titles: '{}' })
  })

  test('ADM-02 a work is stored with its circle, tags and voice actors in order', async () => {
    const sidecar = {
      title: 'Ｒａｉｎ',
      circle: { name: '月影工房', code: 'RG1' },
      voice_actors: ['白石ゆき', '風見はるか'],
      tags: ['雨', { name: 'Whisper', ja: '囁き', censored: { en: 'W.' } }, '雨'],
      rating: { detail: { 4: 1, 5: 3 } },
      rank: [{ term: 'day', category: 'all', rank: 1, rank_date: '2026-01-01' }],
    }
    await save(work('RJ01234567', sidecar), { now: () => 5 })
    const row = await workRow(1234567)
    expect(row).toMatchObject({
      source_id: 'RJ01234567',
      source_type: 'DLSITE',
      title: 'Ｒａｉｎ',
      state: 'present',
      signature: null,
      cover_file_id: null,
      duration_seconds: 0,
      has_subtitle: 0,
      release: null,
      create_date: '2026-11-20',
      rate_count: 4,
      rate_average: 4.75,
      rate_detail: '[0,0,0,1,3]',
      metadata_source: 'sidecar',
      updated_at_ms: 5,
    })
    const circle = await db.read.selectFrom('circle').selectAll().executeTakeFirstOrThrow()
    expect(circle).toMatchObject({ id: row.circle_id, name: '月影工房', code: 'RG1', name_key: '月影工房' })
    const actors = await db.read
      .selectFrom('work_voice_actor')
      .innerJoin('voice_actor', 'voice_actor.id', 'voice_actor_id')
      .select(['name', 'position'])
      .orderBy('position')
      .execute()
    expect(actors.map(({ name }) => name)).toEqual(['白石ゆき', '風見はるか'])
    const tags = await db.read
      .selectFrom('work_tag')
      .innerJoin('tag', 'tag.id', 'tag_id')
      .select(['name', 'i18n'])
      .orderBy('position')
      .execute()
    expect(tags.map(({ name, i18n }) => [name, JSON.parse(i18n)])).toEqual([
      ['雨', {}],
      ['Whisper', { 'ja-jp': { name: '囁き' }, 'en-us': { name: 'Whisper', censored: 'W.' } }],
    ])
  })

  test('ADM-02 saving again replaces what sources say and keeps what the scanner knows', async () => {
    await save(work('RJ01234567', { title: 'A', tags: ['x', 'y'], voice_actors: ['v'], circle: 'c' }, '2026-01-01'))
    await db.write
      .updateTable('work')
      .set({ signature: 's', duration_seconds: 12.5, has_subtitle: 1, cover_file_id: 7, state: 'missing' })
      .execute()
    await save({ ...work('RJ01234567', { title: 'B', tags: ['y'] }, '2026-01-01'), path: 'moved' })
    expect(await workRow(1234567)).toMatchObject({
      title: 'B',
      path: 'moved',
      state: 'present',
      signature: 's',
      duration_seconds: 12.5,
      has_subtitle: 1,
      cover_file_id: 7,
      create_date: '2026-01-01',
    })
    expect(await db.read.selectFrom('work_voice_actor').selectAll().execute()).toEqual([])
    expect(await db.read.selectFrom('work_tag').selectAll().execute()).toHaveLength(1)
    await save(work('RJ01234567', { create_date: '2025-05-05' }))
    expect(await workRow(1234567)).toMatchObject({ title: 'RJ01234567', create_date: '2025-05-05' })
  })

  test('works without a circle share the one without a name', async () => {
    await save(work('RJ01234567', {}))
    await save(work('RJ01234568', { circle: 'Moon' }))
    await save(work('RJ01234569', {}))
    const circles = await db.read.selectFrom('circle').select(['name', 'name_key']).orderBy('id').execute()
    expect(circles).toEqual([
      { name: '', name_key: '' },
      { name: 'Moon', name_key: 'moon' },
    ])
  })

  test('a circle’s code is taken over where none was known, and then kept', async () => {
    await save(work('RJ01234567', { circle: 'Moon' }))
    await save(work('RJ01234568', { circle: { name: 'ＭＯＯＮ', code: 'RG1' } }))
    await save(work('RJ01234569', { circle: { name: 'moon', code: 'RG2' } }))
    expect(await db.read.selectFrom('circle').select(['name', 'code']).execute()).toEqual([
      { name: 'Moon', code: 'RG1' },
    ])
  })

  test('ADM-02 a tag is found by any of its names, and later works add locales', async () => {
    const cache = createNameCache()
    await save(work('RJ01234567', { tags: ['囁き'] }), { cache })
    await save(work('RJ01234568', { tags: [{ name: 'Whisper', ja: '囁き', en: 'Whisper' }] }), { cache })
    await save(work('RJ01234569', { tags: [{ name: 'whisper', zh: '耳语', ja: 'ささやき' }] }), { cache })
    const [tag, ...others] = await tagRows()
    expect(others).toEqual([])
    expect(tag?.name).toBe('囁き')
    expect(JSON.parse(tag!.i18n)).toEqual({
      'ja-jp': { name: '囁き' },
      'en-us': { name: 'Whisper' },
      'zh-cn': { name: '耳语' },
    })
  })

  test('two tags that share only a local name stay two', async () => {
    await save(
      work('RJ01234567', {
        tags: [
          { name: '耳かき', en: 'Ear care' },
          { name: '耳ふー', en: 'Ear care' },
        ],
      }),
    )
    expect(await tagRows()).toHaveLength(2)
    await save(work('RJ01234568', { tags: ['Ear care'] }))
    expect(await tagRows()).toHaveLength(3)
  })

  test('a cache survives a transaction that was rolled back', async () => {
    const cache = createNameCache()
    const sidecar = { circle: 'Moon', tags: [{ name: 'rain', ja: '雨' }], voice_actors: ['Aki'] }
    const failing = db.write.transaction().execute(async (tx) => {
      await saveWorkMetadata(tx, work('RJ01234567', sidecar), { cache })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await save(work('RJ01234568', sidecar), { cache })
    await save(work('RJ01234569', sidecar), { cache })
    expect(await tagRows()).toHaveLength(1)
    expect(await db.read.selectFrom('work').select('id').orderBy('id').execute()).toEqual([
      { id: 1234568 },
      { id: 1234569 },
    ])
  })

  test('two processes save works with the same new names at once', async () => {
    await Promise.all([1, 2].map((process) => runWriter(db.location, process)))
    expect(await db.read.selectFrom('work').select('id').execute()).toHaveLength(40)
    expect(await tagRows()).toHaveLength(20)
    expect(await db.read.selectFrom('circle').select('id').execute()).toHaveLength(4)
  })

  test('imported metadata is read back as it was parsed', async () => {
    expect(await readImported(db.read, 1)).toBeNull()
    const data = WorkMetadata.parse({ title: 'A', tags: ['x'], rating: { count: 2, average: 4.5 } })
    await db.write
      .insertInto('imported_metadata')
      .values({ work_id: 1, data: JSON.stringify(data), imported_at_ms: 1 })
      .execute()
    expect(await readImported(db.read, 1)).toEqual(data)
  })
})
