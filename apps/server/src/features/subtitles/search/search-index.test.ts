import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../../test/databases.ts'
import { addSubtitleFiles, subtitleText } from '../../../../test/subtitle-rows.ts'
import { findLines } from './find-lines.ts'
import { openIndexWriter, WriterReplaced } from '../indexing/index-writer.ts'
import { createSearchIndex } from './search-index.ts'
import { searchTerms } from './search-terms.ts'
import { toSearchable } from '../text/searchable-text.ts'
import { createSubtitleIndexRepository } from './subtitle-index.repository.ts'

const STEADY = { timeout: 120_000 }

describe.each(dialects)('the index of subtitles on %s', (dialect) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openTestDatabase(dialect)
  })
  afterEach(() => database.remove())

  const openSearch = () => createSearchIndex(createSubtitleIndexRepository(database.read))
  /** `{work: [files]}` */
  async function find(query: string, page = 1, pageSize = 50) {
    const { works, total, isExact } = await openSearch().search(searchTerms(query).terms, page, pageSize)
    return { works: works.map(({ workId, files }) => [workId, files.map(({ fileId }) => fileId)]), total, isExact }
  }

  test('LYR-07 finds what looking at every line finds, with random texts that change meanwhile', STEADY, async () => {
    const random = { seed: 20_260, maxLines: 40, works: 12, files: 4 }
    const unit = fc.constantFrom(...'あいうえおのです雨音耳 abcd　、。ー')
    const lineText = fc.string({ unit, minLength: 1, maxLength: 14 })
    const fileText = fc.array(lineText, { minLength: 1, maxLength: random.maxLines })
    const works = Array.from({ length: random.works }, (_, index) => ({
      id: index + 1,
      files: Array.from({ length: random.files }, (_, file) => `${file}.lrc`),
    }))
    const ids = await addSubtitleFiles(database, works)
    const workOf = (fileId: number) => 1 + Math.floor(ids.indexOf(fileId) / random.files)
    const texts = new Map<number, string[]>()
    const writer = await openIndexWriter(database)
    for (let round = 0; round < 3; round++) {
      const changed = ids.filter((_, index) => round === 0 || (index + round) % 3 === 0)
      const written = fc.sample(fileText, { numRuns: changed.length, seed: random.seed + round })
      for (const [index, fileId] of changed.entries()) texts.set(fileId, written[index]!)
      await writer.store(changed.map((fileId) => subtitleText(fileId, texts.get(fileId)!)))
      await writer.flush()

      const all = [...texts].map(([fileId, lines]) => ({
        fileId,
        searchable: lines.map((text) => toSearchable(text)),
      }))
      const search = openSearch()
      const pieces = fc.sample(fc.string({ unit, minLength: 1, maxLength: 4 }), { numRuns: 60, seed: round })
      const cutOut = [...texts.values()].slice(0, 40).map((lines, index) => {
        const joined = lines.join('')
        return joined.slice(index % joined.length, (index % joined.length) + 2 + (index % 9))
      })
      let foundSome = 0
      for (const query of [
        ...pieces,
        ...cutOut,
        ...pieces.slice(0, 20).map((piece, n) => `${piece} ${pieces[n + 30]!}`),
      ]) {
        const terms = searchTerms(query).terms
        if (terms.length === 0) continue
        const hits = all.filter(({ searchable }) => findLines(searchable, terms).length > 0)
        const expected = new Set(hits.map(({ fileId }) => workOf(fileId)))
        const { works: found, total, isExact } = await search.search(terms, 1, 50)
        expect([query, found.map(({ workId }) => workId)]).toEqual([query, [...expected].toSorted((a, b) => b - a)])
        expect([query, total, isExact]).toEqual([query, expected.size, true])
        for (const { workId, files, hasMore } of found) {
          const own = hits.filter(({ fileId }) => workOf(fileId) === workId).map(({ fileId }) => fileId)
          expect(own).toEqual(expect.arrayContaining(files.map(({ fileId }) => fileId)))
          if (!hasMore) expect(files.length).toBe(own.length)
        }
        if (expected.size > 0) foundSome++
      }
      expect(foundSome).toBeGreaterThan(40)
    }
  })

  test(
    'LYR-07 pages follow one another without a gap, each work once, and say when the number is a guess',
    STEADY,
    async () => {
      const works = Array.from({ length: 25 }, (_, index) => ({ id: index + 1, files: ['a.lrc', 'b.lrc'] }))
      const ids = await addSubtitleFiles(database, works)
      const writer = await openIndexWriter(database)
      await writer.store(
        // Every block contains 雨が and が音, but only every other file 雨が音.
        ids.map((id, index) =>
          subtitleText(id, [Math.floor(index / 2) % 2 === 0 ? '雨が音になる' : '雨が降る。風が音', 'ね']),
        ),
      )
      await writer.flush()
      const search = openSearch()
      const terms = searchTerms('雨が音').terms
      const first = await search.search(terms, 1, 5)
      expect([first.total >= 13, first.isExact]).toEqual([true, false])
      const pages = [first]
      for (let page = 2; page <= 4; page++) pages.push(await search.search(terms, page, 5))
      const listed = pages.flatMap((page) => page.works.map(({ workId }) => workId))
      expect(listed).toEqual([25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1])
      expect(pages.at(-1)).toMatchObject({ total: 13, isExact: true })
      // For a single gram the index is exact, also for a later page alone.
      expect((await find('雨が', 3, 5)).works.map(([workId]) => workId)).toEqual([15, 14, 13, 12, 11])
      expect((await find('雨が', 6, 5)).works).toEqual([])
      expect(await find('雨が', 1, 5)).toMatchObject({ total: 25, isExact: true })
    },
  )

  test(
    'LYR-07 what was stored when the writer was killed is found once another has begun, whatever was written of it',
    STEADY,
    async () => {
      const ids = await addSubtitleFiles(database, [{ id: 1, files: ['a.lrc', 'b.lrc', 'c.lrc', 'd.lrc'] }])
      const killed = await openIndexWriter(database)
      await killed.store([subtitleText(ids[0]!, ['はじめの雨'])])
      await killed.flush()
      await killed.store([subtitleText(ids[1]!, ['つぎの雨']), subtitleText(ids[2]!, null)])
      expect((await find('つぎ')).works).toEqual([])

      const heir = await openIndexWriter(database)
      expect((await find('つぎの雨')).works).toEqual([[1, [ids[1]]]])
      expect((await find('雨')).works).toEqual([[1, [ids[0], ids[1]]]])
      // A replaced writer that is still alive writes nothing.
      await expect(killed.flush()).rejects.toThrow(WriterReplaced)
      await expect(killed.store([subtitleText(ids[3]!, ['おそい雨'])])).rejects.toThrow(WriterReplaced)

      // Half of a flush: the postings are written, the position is not.
      await heir.store([subtitleText(ids[3]!, ['おわりの雨'])])
      await heir.flush()
      await database.write.updateTable('subtitle_index').set({ indexed_to: 1 }).execute()
      await database.write.deleteFrom('subtitle_postings').where('gram', '=', 'お'.charCodeAt(0)).execute()
      await openIndexWriter(database)
      expect((await find('お')).works).toEqual([[1, [ids[3]]]])
      expect((await find('雨')).works).toEqual([[1, [ids[0], ids[1], ids[3]]]])
    },
  )

  test(
    'LYR-07 an index of another version is removed and written again, also after an interruption',
    STEADY,
    async () => {
      const ids = await addSubtitleFiles(database, [{ id: 1, files: ['a.lrc', 'b.lrc'] }])
      const texts = ids.map((id) => subtitleText(id, ['Good evening, my dear', '雨音']))
      const older = await openIndexWriter(database)
      await older.store(texts)
      await older.flush()
      await database.write.updateTable('subtitle_index').set({ writer: '1 of another version' }).execute()
      const killed = new AbortController()
      killed.abort()
      await openIndexWriter(database, killed.signal)
      const left = async () => [
        (await database.read.selectFrom('subtitle_text').select('file_id').execute()).length,
        (await database.read.selectFrom('subtitle_postings').select('gram').execute()).length > 0,
      ]
      expect(await left()).toEqual([2, true])
      const newer = await openIndexWriter(database)
      expect(await left()).toEqual([0, false])
      expect((await find('evening')).works).toEqual([])
      await newer.store(texts)
      await newer.flush()
      expect((await find('evening')).works).toEqual([[1, ids]])
      // The same version keeps everything.
      await openIndexWriter(database)
      expect(await left()).toEqual([2, true])
      expect((await find('"my dear"')).works).toEqual([[1, ids]])
      await expect(newer.flush()).rejects.toThrow(WriterReplaced)
    },
  )

  test('LYR-07 works and files that are missing are not found, and are again when they are back', STEADY, async () => {
    const ids = await addSubtitleFiles(database, [
      { id: 1, files: ['a.lrc', 'b.lrc'] },
      { id: 2, files: ['c.lrc'] },
    ])
    const writer = await openIndexWriter(database)
    await writer.store(ids.map((id) => subtitleText(id, ['雨音', '静かな夜'])))
    await writer.flush()
    const search = openSearch()
    const listed = async () => (await search.search(searchTerms('雨音').terms, 1, 20)).works.map(({ workId }) => workId)
    expect(await listed()).toEqual([2, 1])
    const setState = (state: 'present' | 'missing') =>
      database.write.updateTable('work').set({ state }).where('id', '=', 2).execute()
    await setState('missing')
    search.markStale()
    await expect.poll(listed).toEqual([1])
    await setState('present')
    await database.write.updateTable('file').set({ state: 'missing' }).where('id', '=', ids[0]!).execute()
    search.markStale()
    await expect.poll(listed).toEqual([2, 1])
    expect((await find('雨音')).works).toEqual([
      [2, [ids[2]]],
      [1, [ids[1]]],
    ])
    expect((await search.searchWork(searchTerms('夜 雨音').terms, 1)).files.map(({ fileId }) => fileId)).toEqual([
      ids[1],
    ])
  })

  test(
    'LYR-07 what changed files leave behind is swept out, and everything is found all the while',
    STEADY,
    async () => {
      const count = 200
      const works = Array.from({ length: count }, (_, at) => ({ id: at + 1, files: ['a.lrc'] }))
      const ids = await addSubtitleFiles(database, works)
      const writer = await openIndexWriter(database)
      await writer.store(ids.map((id, at) => subtitleText(id, ['雨の夜', `雨音${at}`])))
      await writer.flush()
      const chunks = async () =>
        (await database.read.selectFrom('subtitle_postings').select('chunk').distinct().orderBy('chunk').execute()).map(
          ({ chunk }) => chunk,
        )
      const firstBlocks = async () =>
        (await database.read.selectFrom('subtitle_text').select('first_block').orderBy('first_block').execute()).map(
          ({ first_block }) => first_block!,
        )
      await writer.sweep()
      expect([await chunks(), (await firstBlocks())[0]]).toEqual([[0], 0])
      // As if two thirds of a million blocks had been removed.
      await database.write.updateTable('subtitle_index').set({ next_block: 700_000, indexed_to: 700_000 }).execute()

      const kept = openSearch()
      const terms = searchTerms('雨音 夜').terms
      expect((await kept.search(terms, 1, 50)).works.length).toBe(50)
      // A repository whose file list does not change.
      const lasting = createSubtitleIndexRepository(database.read)
      const version = await lasting.version()
      const behind = createSearchIndex({ ...lasting, version: () => Promise.resolve(version) })
      expect((await behind.search(terms, 1, 50)).works.length).toBe(50)
      const seen = new Set<string>()
      const sweeper = await openIndexWriter(database)
      let isOver = false
      const sweep = sweeper.sweep().finally(() => (isOver = true))
      for (let page = 1; !isOver; page = (page % 4) + 1) {
        const { works, total } = await openSearch().search(terms, page, 50)
        const later = await kept.search(terms, page, 50)
        seen.add(`${works.length} of ${total}; ${later.works.length}`)
        await new Promise((resolve) => setImmediate(resolve))
      }
      await sweep
      expect([...seen]).toEqual(['50 of 200; 50'])
      expect((await firstBlocks())[0]).toBe(700_000)
      expect((await behind.search(terms, 4, 50)).works.length).toBe(50)
      expect(await chunks()).toEqual([0, 10])
      // No longer in any file list.
      await (await openIndexWriter(database)).sweep()
      expect(await chunks()).toEqual([10])
      expect((await find('雨音199')).works).toEqual([[200, [ids[199]]]])
    },
  )

  test('LYR-07 an interrupted sweep continues, and renumbers no file twice', STEADY, async () => {
    const ids = await addSubtitleFiles(
      database,
      Array.from({ length: 200 }, (_, at) => ({ id: at + 1, files: ['a.lrc'] })),
    )
    const writer = await openIndexWriter(database)
    await writer.store(ids.map((id) => subtitleText(id, ['雨の夜'])))
    await writer.flush()
    await database.write.updateTable('subtitle_index').set({ next_block: 700_000, indexed_to: 700_000 }).execute()
    const moved = async () =>
      (await database.read.selectFrom('subtitle_text').select('file_id').where('first_block', '>=', 700_000).execute())
        .length
    const stop = new AbortController()
    const stopped = await openIndexWriter(database, stop.signal)
    const sweep = stopped.sweep()
    while ((await moved()) === 0) await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    await sweep
    const before = await moved()
    expect(await find('雨の夜')).toMatchObject({ total: 200 })
    const next = await openIndexWriter(database)
    const { next_block: first } = await database.read
      .selectFrom('subtitle_index')
      .select('next_block')
      .executeTakeFirstOrThrow()
    await next.sweep()
    const { next_block: end } = await database.read
      .selectFrom('subtitle_index')
      .select('next_block')
      .executeTakeFirstOrThrow()
    expect([await moved(), end - first]).toEqual([200, 200 - before])
    expect(await find('雨の夜')).toMatchObject({ total: 200 })
  })

  test('LYR-07 a stopped writer writes nothing more, and the next one writes what it had stored', STEADY, async () => {
    const ids = await addSubtitleFiles(database, [{ id: 1, files: ['a.lrc'] }])
    const stop = new AbortController()
    const writer = await openIndexWriter(database, stop.signal)
    await writer.store([subtitleText(ids[0]!, ['雨音'])])
    stop.abort()
    await writer.flush()
    expect(await database.read.selectFrom('subtitle_postings').selectAll().execute()).toEqual([])
    await openIndexWriter(database)
    expect((await find('雨音')).works).toEqual([[1, ids]])
  })
})
