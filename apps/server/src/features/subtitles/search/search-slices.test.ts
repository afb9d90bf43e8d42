import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase, type TestDatabase } from '../../../../test/databases.ts'
import { addSubtitleFiles, subtitleText } from '../../../../test/subtitle-rows.ts'
import { answerSearch } from './answer-search.ts'
import { openIndexWriter } from '../indexing/index-writer.ts'
import { createSearchIndex } from './search-index.ts'
import { searchTerms } from './search-terms.ts'
import type { SearchLimits } from './search-types.ts'
import { createSubtitleIndexRepository, type FileText } from './subtitle-index.repository.ts'

const STEADY = { timeout: 120_000 }
const HIT = ['雨が音になる', 'ね']
/** Its block has all grams of 雨が音, but not the text. */
const DECOY = ['雨が降る。風が音', 'ね']
const terms = searchTerms('雨が音').terms
const ALL_AT_ONCE: SearchLimits = { sliceBlocks: 1_000_000, maxMs: Number.POSITIVE_INFINITY }
const SLOWLY: SearchLimits = { sliceBlocks: 4, maxMs: Number.POSITIVE_INFINITY }
const ONE_SLICE: SearchLimits = { sliceBlocks: 4, maxMs: 0 }

describe.each(dialects)('a search in slices on %s', (dialect) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openTestDatabase(dialect)
  })
  afterEach(() => database.remove())

  /** Indexes works from 1 on with these files. */
  async function index(works: readonly (readonly string[])[][]): Promise<void> {
    const ids = await addSubtitleFiles(
      database,
      works.map((files, at) => ({ id: at + 1, files: files.map((_, file) => `${file}.lrc`) })),
    )
    const writer = await openIndexWriter(database)
    const texts = works.flat()
    await writer.store(ids.map((id, at) => subtitleText(id, texts[at]!)))
    await writer.flush()
  }
  const repository = () => createSubtitleIndexRepository(database.read)
  const open = (limits: SearchLimits) => createSearchIndex(repository(), limits)

  test('LYR-07 a search that stops in the middle of a work goes on there and passes nothing by', STEADY, async () => {
    await index([[...Array.from({ length: 100 }, () => DECOY), HIT], [DECOY], [DECOY]])
    const search = open(ONE_SLICE)
    const first = await search.search(terms, 1, 20)
    expect(first).toMatchObject({ works: [], isExact: false, isPartial: true })
    let answer = first
    for (let asked = 0; answer.isPartial && asked < 200; asked++) answer = await search.search(terms, 1, 20)
    expect(answer).toMatchObject({ works: [{ workId: 1 }], total: 1, isExact: true, isPartial: false })
    expect(await search.search(terms, 1, 20)).toEqual(answer)
  })

  test('LYR-07 a page is the same whether the search is new, under way or done', STEADY, async () => {
    await index(Array.from({ length: 60 }, (_, at) => [DECOY, at % 3 === 0 ? HIT : DECOY, DECOY]))
    const warm = open(ALL_AT_ONCE)
    await warm.search(terms, 5, 5)
    for (const page of [4, 1, 3, 2]) {
      const expected = await warm.search(terms, page, 5)
      expect(expected.works.length).toBe(5)
      const cold = await open(SLOWLY).search(terms, page, 5)
      expect([page, cold.works, cold.isPartial]).toEqual([page, expected.works, false])
      // Requested by many at once, some of whom disconnect.
      const shared = open(SLOWLY)
      const leaving = new AbortController()
      const left = shared.search(terms, page, 5, null, leaving.signal)
      const asked = Promise.all([shared.search(terms, page, 5), shared.search(terms, 1, 5)])
      leaving.abort(new Error('left'))
      await Promise.allSettled([left])
      const [same, firstPage] = await asked
      expect(same.works).toEqual(expected.works)
      expect(firstPage.works).toEqual((await warm.search(terms, 1, 5)).works)
    }
    expect(await open(SLOWLY).search(terms, 5, 5)).toMatchObject({ works: [], total: 20, isExact: true })
  })

  test(
    'LYR-07 no slice reads more than its blocks, and a short search does not wait for a long one',
    STEADY,
    async () => {
      const long = Array.from({ length: 40 }, (_, at) => `風の音 ${at}`)
      await index([[HIT], ...Array.from({ length: 200 }, () => [DECOY, long, DECOY])])
      const reads: number[] = []
      const plain = repository()
      const counting = {
        ...plain,
        async texts(ids: readonly number[]): Promise<FileText[]> {
          const texts = await plain.texts(ids)
          reads.push(texts.length)
          return texts
        },
      }
      const search = createSearchIndex(counting, SLOWLY)
      const readsAtEnd: Record<string, number> = {}
      const until = async (name: string, found: Promise<unknown>) => {
        await found
        readsAtEnd[name] = reads.length
      }
      await Promise.all([
        until('long', search.search(terms, 1, 20)),
        until('short', search.search(searchTerms('になる').terms, 1, 20)),
      ])
      expect(readsAtEnd.short).toBeLessThan(readsAtEnd.long!)
      expect(reads.length).toBeGreaterThan(20)
      expect(Math.max(...reads)).toBeLessThanOrEqual(SLOWLY.sliceBlocks)
      // Within one work all files are searched: five blocks exceed a slice, but a slice has at least one file.
      reads.length = 0
      expect((await search.searchWork(searchTerms('風').terms, 2)).files.length).toBe(3)
      expect(reads).toEqual([1, 1, 1])
      await expect(search.searchWork(terms, 2, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    },
  )

  test(
    'LYR-07 a search in one work that took too long goes on when it is asked again, but not in other files',
    STEADY,
    async () => {
      await index([
        [HIT, DECOY, HIT, DECOY, HIT].map((texts, at) => [...texts, ...Array.from({ length: 30 }, () => `風 ${at}`)]),
      ])
      const reads: number[] = []
      const plain = repository()
      const search = createSearchIndex(
        { ...plain, texts: (ids) => (reads.push(...ids), plain.texts(ids)) },
        { sliceBlocks: 1, maxMs: 0 },
      )
      const asked = async () => {
        const { files, hasMore, isPartial } = await search.searchWork(terms, 1)
        return [files.length, hasMore, isPartial]
      }
      // Two concurrent requests continue one after the other.
      expect(await Promise.all([asked(), asked()])).toEqual([
        [1, true, true],
        [1, true, true],
      ])
      expect([await asked(), await asked(), await asked()]).toEqual([
        [2, true, true],
        [2, true, true],
        [3, false, false],
      ])
      expect(reads).toEqual([...new Set(reads)])
      expect(await asked()).toEqual([3, false, false])
      expect(reads.length).toBe(5)
      await database.write
        .updateTable('subtitle_text')
        .set({ audio_file_id: 99 })
        .where('file_id', '=', reads[0]!)
        .execute()
      expect(await asked()).toEqual([1, true, true])
      await expect(search.searchWork(terms, 1, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
      expect(await asked()).toEqual([1, true, true])
    },
  )

  test('LYR-07 a work that has just gone takes no place on a page', STEADY, async () => {
    await index(Array.from({ length: 12 }, () => [HIT]))
    const search = open(ALL_AT_ONCE)
    const deps = { searches: search, repository: repository() }
    const state = { state: 'ready' as const, progress: 1 }
    const listed = async (query: string, page: number) => {
      const asked = { query, workId: null, scope: null, page, pageSize: 5, siteUrl: '', index: state }
      const answer = await answerSearch(deps, asked, new AbortController().signal)
      return [answer?.works.map(({ id }) => id), answer?.pagination.totalCount]
    }
    expect(await listed('雨が音', 1)).toEqual([[12, 11, 10, 9, 8], 12])
    await database.write.updateTable('work').set({ state: 'missing' }).where('id', 'in', [4, 3]).execute()
    // The search was not notified.
    expect(await listed('雨が音', 2)).toEqual([[7, 6, 5, 2, 1], 10])
    await database.write.updateTable('work').set({ state: 'missing' }).where('id', '=', 7).execute()
    expect(await listed('雨', 2)).toEqual([[6, 5, 2, 1], 9])
  })

  test(
    'LYR-07 lines with one of signs between them are apart, and not counted as if they were not',
    STEADY,
    async () => {
      await index([[['雨', '…', '音']], [['雨', '音']]])
      const search = open(ALL_AT_ONCE)
      expect(await search.search(searchTerms('雨音').terms, 1, 20)).toMatchObject({
        works: [{ workId: 2 }],
        total: 1,
        isExact: true,
      })
    },
  )
})
