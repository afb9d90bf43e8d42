import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

import { afterEach, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../../test/a-library.ts'
import { dialects, openTestDatabase, type TestDatabase } from '../../../../test/databases.ts'
import { testProgram } from '../../../../test/programs.ts'
import { addSubtitleFiles } from '../../../../test/subtitle-rows.ts'
import { createStorage } from '#storage/create-storage.ts'
import { indexSubtitles } from './index-subtitles.ts'
import { createSearchIndex } from '../search/search-index.ts'
import { searchTerms } from '../search/search-terms.ts'
import { createSubtitleIndexRepository } from '../search/subtitle-index.repository.ts'

const WORKS = 60
const FILES = 10
const STEADY = { timeout: 120_000 }

const opened: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function prepare(dialect: (typeof dialects)[number]) {
  const names = Array.from({ length: FILES }, (_, index) => `${index}.lrc`)
  const works = Array.from({ length: WORKS }, (_, index) => ({ id: 1_000_000 + index, files: names }))
  const library = aLibrary(
    Object.fromEntries(
      works.flatMap(({ id, files }) =>
        files.map((name) => [`RJ0${id}/${name}`, `[00:01]雨音の${name}\n[00:02]夜 ${id}`]),
      ),
    ),
  )
  opened.push(() => library.remove())
  const database = await openTestDatabase(dialect)
  opened.push(() => database.remove())
  await addSubtitleFiles(database, works)
  await database.write.updateTable('work').set({ root: library.dir }).execute()
  await database.write
    .updateTable('work')
    .set((set) => ({ path: set.ref('source_id') }))
    .execute()
  return { library, database }
}

function index(database: TestDatabase, library: TestLibrary, signal = new AbortController().signal) {
  return indexSubtitles({
    database,
    storage: createStorage([library.dir], null),
    signal,
    onProgress: () => {},
    onIndexed: () => {},
    log: { warn: () => {} },
  })
}

const total = async (database: TestDatabase, query: string) => {
  const search = createSearchIndex(createSubtitleIndexRepository(database.read))
  return (await search.search(searchTerms(query).terms, 1, 50)).total
}

describe.each(dialects)('indexing subtitles on %s', (dialect) => {
  test(
    'LYR-07 a process that is killed in the middle is followed by one that reads only what is left',
    STEADY,
    async () => {
      const { library, database } = await prepare(dialect)
      const child: ChildProcess = fork(testProgram('subtitle-indexer'), [
        JSON.stringify(database.location),
        library.dir,
      ])
      await once(child, 'message')
      child.kill('SIGKILL')
      await once(child, 'exit')
      const stored = async () => {
        const rows = await database.read.selectFrom('subtitle_text').select('file_id').execute()
        return rows.length
      }
      const before = await stored()
      expect(before).toBeGreaterThan(0)

      const stop = new AbortController()
      stop.abort()
      // A run that is stopped at once reads nothing.
      expect((await index(database, library, stop.signal)).indexed).toBe(0)
      expect(await index(database, library)).toEqual({ indexed: WORKS * FILES - before, broken: 0, away: 0 })
      expect([await stored(), await total(database, '雨音の9'), await total(database, '夜')]).toEqual([
        600,
        WORKS,
        WORKS,
      ])
      // Unchanged files are not read again.
      expect((await index(database, library)).indexed).toBe(0)
    },
  )

  test(
    'LYR-07 a broken file or one that is away does not affect others; what was away is read next time',
    STEADY,
    async () => {
      const { library, database } = await prepare(dialect)
      const work = 'RJ01000000'
      library.write({
        [`${work}/1.lrc`]: '',
        [`${work}/2.lrc`]: 'no line with a time',
        [`${work}/3.lrc`]: new Uint8Array(4 * 1024 * 1024 + 1),
      })
      await database.write.updateTable('file').set({ path: 'later.lrc' }).where('id', '=', 5).execute()
      expect(await index(database, library)).toEqual({ indexed: WORKS * FILES - 4, broken: 3, away: 1 })
      const problems = await database.read
        .selectFrom('subtitle_text')
        .select('problem')
        .where('problem', 'is not', null)
        .orderBy('file_id')
        .execute()
      expect(problems.map(({ problem }) => problem)).toEqual(['noCues', 'noCues', 'tooLarge'])
      library.write({ [`${work}/later.lrc`]: '[00:01]おそい雨' })
      expect(await index(database, library)).toEqual({ indexed: 1, broken: 0, away: 0 })
      expect(await total(database, 'おそい雨')).toBe(1)
    },
  )

  test(
    'LYR-07 a folder that is away fails the run once, after all others were read, and is tried again',
    STEADY,
    async () => {
      const { library, database } = await prepare(dialect)
      const away = aLibrary({ 'RJ01000030/0.lrc': '[00:01]夜' })
      away.remove()
      await database.write.updateTable('work').set({ root: away.dir }).where('id', '<', 1_000_030).execute()
      const storage = createStorage([library.dir, away.dir], null)
      let tried = 0
      const warnings: string[] = []
      const run = indexSubtitles({
        database,
        storage: {
          ...storage,
          stat: (place) => {
            if (place.root === away.dir) tried++
            return storage.stat(place)
          },
        },
        signal: new AbortController().signal,
        onProgress: () => {},
        onIndexed: () => {},
        log: { warn: (_, message) => warnings.push(message) },
      })
      await expect(run).rejects.toThrow(/cannot be read for now/)
      expect(warnings).toEqual([])
      // Several are read at once.
      expect([tried >= 1, tried < 10]).toEqual([true, true])
      expect(await total(database, '雨音の9')).toBe(WORKS - 30)
      await database.write.updateTable('work').set({ root: library.dir }).execute()
      expect((await index(database, library)).indexed).toBe(300)
    },
  )

  test(
    'LYR-07 LYR-10 what an older version has matched is matched again once, without being read',
    STEADY,
    async () => {
      const { library, database } = await prepare(dialect)
      const { write } = database
      await write.updateTable('work').set({ signature: 'as listed' }).execute()
      const workId = 1_000_000
      const { id: neighbour } = await addAudio('07_風.mp3', 61)
      const { id: own } = await addAudio('08_雨.mp3', 300)
      const audioOf = async (path: string) => {
        const row = await database.read
          .selectFrom('subtitle_text')
          .innerJoin('file', 'file.id', 'subtitle_text.file_id')
          .select(['audio_file_id', 'work_signature'])
          .where('file.work_id', '=', workId)
          .where('file.path', '=', path)
          .executeTakeFirstOrThrow()
        return row.audio_file_id
      }
      await write.updateTable('file').set({ path: '08_雨.lrc' }).where('path', '=', '8.lrc').execute()
      for (const { id } of await database.read.selectFrom('work').select('id').execute())
        library.write({ [`RJ0${id}/08_雨.lrc`]: '[00:01]雨' })
      await index(database, library)
      expect(await audioOf('08_雨.lrc')).toBe(own)

      // As stored by an earlier version, with the duration of the neighbour.
      await write.updateTable('subtitle_text').set({ work_signature: 'as listed', audio_file_id: neighbour }).execute()
      library.remove()
      expect(await index(database, library)).toEqual({ indexed: 0, broken: 0, away: 0 })
      expect(await audioOf('08_雨.lrc')).toBe(own)

      // Once is enough.
      await write.updateTable('subtitle_text').set({ audio_file_id: neighbour }).execute()
      await index(database, library)
      expect(await audioOf('08_雨.lrc')).toBe(neighbour)

      async function addAudio(path: string, seconds: number) {
        const file = { work_id: workId, path, kind: 'audio' as const, size_bytes: 1, mtime_ms: 0, fingerprint: path }
        return write
          .insertInto('file')
          .values({ ...file, duration_seconds: seconds, has_picture: 0, state: 'present' })
          .returning('id')
          .executeTakeFirstOrThrow()
      }
    },
  )
})
