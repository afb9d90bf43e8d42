import { rmSync } from 'node:fs'

import {
  MAX_SUBTITLE_LINES_IN_WORK,
  MAX_SUBTITLE_QUERY_LENGTH,
  SUBTITLE_FILES_OF_A_WORK,
  SUBTITLE_LINES_OF_A_FILE,
  type SubtitlePage,
  type TrackNode,
  type Work,
  type WorkPage,
} from '@otodana/contract'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'

import { openDatabase } from '#db/open.ts'
import { scanLibrary } from '#features/library/index.ts'

import { aLibrary } from '../../../test/a-library.ts'
import { dialects, openTestDatabase } from '../../../test/databases.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aWav } from '../../../test/work-folders.ts'

const STEADY = { timeout: 120_000 }
const LRC = '[00:01.00]こんばんは、今日は一緒に\n[00:04.50]ゆっくり眠りましょう\n[00:08.00]Good night, sleep well\n'
const VTT = 'WEBVTT\n\n00:02.000 --> 00:04.000\n雨音を聞きながら\n'

/** Enough that indexing takes a while. */
const MANY_WORKS = 10
const MANY_FILES = 3_000
const manyFiles = () =>
  Object.fromEntries(
    Array.from({ length: MANY_FILES }, (_, index) => [`RJ0100000${index % MANY_WORKS}/${index}.lrc`, LRC]),
  )

const opened: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function open(files: Record<string, string | Uint8Array>, options: Partial<Parameters<typeof startApp>[0]> = {}) {
  const library = aLibrary(files)
  opened.push(() => library.remove())
  const app = await startApp({ libraryDirs: [library.dir], env: { SUBTITLE_SEARCH: 'on' }, ...options })
  opened.push(() => app.close())
  return { app, library, ...calls(app) }
}

function calls(app: TestApp) {
  const ask = (parameters: Record<string, string | number>, headers: Record<string, string> = {}) => {
    const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
    return fetch(`${app.url}/api/subtitles/search?${query.toString()}`, { headers })
  }
  const search = async (query: string, more: Record<string, string | number> = {}) =>
    (await (await ask({ query, ...more })).json()) as SubtitlePage
  /** Results as `RJ01000001: sub.lrc → audio.wav: line | line`. */
  const found = async (query: string, more: Record<string, string | number> = {}) =>
    (await search(query, more)).works.flatMap(({ source_id, matches }) =>
      matches.map(
        ({ subtitle, audio, lines }) =>
          `${source_id}: ${subtitle.path} → ${audio?.path ?? ''}: ${lines.map(({ text }) => text).join(' | ')}`,
      ),
    )
  const rescan = async () => {
    await app.library.start({ allowMissing: true })
    await app.library.whenIdle()
  }
  return { ask, search, found, rescan }
}

const twoWorks = {
  'RJ01000001 Evening/01 rain.wav': aWav({ seconds: 12 }),
  'RJ01000001 Evening/02 sleep.wav': aWav({ seconds: 30, tone: 1 }),
  'RJ01000001 Evening/字幕/01 rain.wav.lrc': LRC,
  'RJ01000002 Morning/1.wav': aWav({ seconds: 4, tone: 2 }),
  'RJ01000002 Morning/1.vtt': VTT,
  'RJ01000002 Morning/readme.txt': '雨音を聞きながら',
}

describe.each(dialects)('subtitle search on %s', (dialect) => {
  test('I18N-06 SRC-15 the library and its works say in which languages they have subtitles', STEADY, async () => {
    const { app } = await open(twoWorks, { dialect })
    const ask = async <T>(path: string) => (await (await fetch(`${app.url}/api/${path}`)).json()) as T
    const languages = async () => (await ask<{ languages: object[] }>('subtitles/languages')).languages
    const both = [
      { language: 'ja', count: 2 },
      { language: 'en', count: 1 },
    ]
    await expect.poll(languages).toEqual(both)
    const { works } = await ask<WorkPage>('works?withEditions=1&order=id&sort=asc')
    expect(works.map((work) => work.subtitle_languages)).toEqual([['ja', 'en'], ['ja']])
    expect((await ask<Work>('work/RJ01000001?withEditions=1')).subtitle_languages).toEqual(['ja', 'en'])
    expect(await ask<Work>('work/RJ01000001')).not.toHaveProperty('subtitle_languages')
    const total = async (keyword: string) =>
      (await ask<WorkPage>(`search/${encodeURIComponent(keyword)}`)).pagination.totalCount
    expect([await total('$sub:ja$'), await total('$sub:en$'), await total('$-sub:en$')]).toEqual([2, 1, 1])
  })

  test(
    'LYR-07 after a scan lines are found with their times and their audio; what changes is found as it is now',
    STEADY,
    async () => {
      const { app, library, search, found, rescan } = await open(twoWorks, { dialect })
      await expect.poll(() => found('雨音')).toEqual(['RJ01000002: 1.vtt → 1.wav: 雨音を聞きながら'])
      const { works, pagination, isExact } = await search('一緒にゆっくり')
      expect([pagination.totalCount, isExact]).toEqual([1, true])
      expect(works[0]).toMatchObject({ id: 1_000_001, source_id: 'RJ01000001', title: 'Evening', hasMore: false })
      expect(works[0]?.thumbnailCoverUrl).toContain(`${app.url}/api/cover/1000001`)
      expect(works[0]?.matches[0]?.lines).toEqual([
        { startSeconds: 1, endSeconds: 4.5, text: 'こんばんは、今日は一緒に', ranges: [[9, 12]] },
        { startSeconds: 4.5, endSeconds: 8, text: 'ゆっくり眠りましょう', ranges: [[0, 4]] },
      ])
      const tree = (await (await fetch(`${app.url}/api/tracks/RJ01000001`)).json()) as TrackNode[]
      const hashes = JSON.stringify(tree)
      const [match] = works[0]!.matches
      expect(hashes).toContain(`"hash":"${match?.subtitle.hash}"`)
      expect(match?.audio).toMatchObject({ path: '01 rain.wav' })
      expect(hashes).toContain(`"hash":"${match?.audio?.hash}"`)

      const stored = () => app.database.read.selectFrom('subtitle_text').select('problem').orderBy('file_id').execute()
      library.write({ 'RJ01000002 Morning/1.vtt': VTT.replace('雨音', '波の音'), 'RJ01000002 Morning/2.srt': 'broken' })
      rmSync(library.path('RJ01000001 Evening/字幕/01 rain.wav.lrc'))
      await rescan()
      await expect.poll(() => found('波の音')).toEqual(['RJ01000002: 1.vtt → 1.wav: 波の音を聞きながら'])
      await expect.poll(() => found('雨音')).toEqual([])
      await expect.poll(() => found('Good night')).toEqual([])
      const after = await stored()
      // A broken file only affects itself.
      expect(after.map(({ problem }) => problem)).toContain('noCues')

      library.write({ 'RJ01000001 Evening/字幕/01 rain.wav.lrc': LRC })
      rmSync(library.path('RJ01000001 Evening/01 rain.wav'))
      await rescan()
      // It matches another audio file now.
      await expect.poll(() => found('good')).toEqual([expect.stringContaining('→ 02 sleep.wav: Good night')])
      const jobs = app.database.read.selectFrom('job').selectAll().where('kind', '=', 'subtitles')
      await expect.poll(() => jobs.execute()).toEqual([])
    },
  )

  test(
    'LYR-07 LYR-08 a line plays the track whose name its file has, however long before its end it stops',
    STEADY,
    async () => {
      const tracks = [26, 21, 31, 24, 35].map((seconds, index) => ({ name: `01_トラック${index + 1}`, seconds, index }))
      const files = tracks.flatMap(({ name, seconds, index }): [string, string | Uint8Array][] => [
        [`RJ01000003 Five/${name}.wav`, aWav({ seconds, tone: index })],
        [`RJ01000003 Five/${name}.lrc`, `[00:01.00]ひとこと\n[00:0${index + 1}.00]\n`],
      ])
      const { app, found } = await open(Object.fromEntries(files), { dialect })
      await expect
        .poll(async () => (await found('ひとこと', { workId: 'RJ01000003' })).sort())
        .toEqual(tracks.map(({ name }) => `RJ01000003: ${name}.lrc → ${name}.wav: ひとこと`))
      const tree = (await (await fetch(`${app.url}/api/tracks/RJ01000003`)).json()) as TrackNode[]
      expect(tree.filter((node) => 'hasSubtitles' in node && node.hasSubtitles)).toHaveLength(5)
    },
  )

  test('LYR-07 ADM-01 what the command line has scanned is indexed as well', STEADY, async () => {
    const { app, library, found } = await open(twoWorks, { dialect })
    await expect.poll(() => found('雨音')).toHaveLength(1)
    library.write({ 'RJ01000003 Night/1.lrc': '[00:01.00]焚き火の音\n' })
    const database = await openDatabase(app.database.location)
    try {
      const { scanDepth, ffmpegPath, s3 } = app.config
      const roots = [{ path: library.dir, isDemo: false }]
      await scanLibrary(
        { database, roots, retired: ['/nowhere'], scanDepth, ffmpegPath, s3, log: pino({ level: 'silent' }) },
        { trigger: 'cli', allowMissing: false, full: false, signal: new AbortController().signal, onProgress() {} },
      )
    } finally {
      await database.close()
    }
    await expect.poll(() => found('焚き火')).toHaveLength(1)
  })

  test('LYR-07 in one work all is found, the rest of the library is not', STEADY, async () => {
    const long = Array.from({ length: 40 }, (_, index) => `[00:${String(index).padStart(2, '0')}.00]雨 ${index}`)
    const files = Object.fromEntries(
      Array.from({ length: 15 }, (_, index) => [`RJ01000003/${index}.lrc`, long.join('\n')]),
    )
    const { search, ask } = await open({ ...twoWorks, ...files }, { dialect })
    await expect.poll(async () => (await search('雨')).pagination.totalCount).toBe(2)
    const inLibrary = (await search('雨')).works[0]!
    expect([inLibrary.id, inLibrary.matches.length, inLibrary.hasMore]).toEqual([
      1_000_003,
      SUBTITLE_FILES_OF_A_WORK,
      true,
    ])
    expect(inLibrary.matches.map(({ lines, lineCount }) => [lines.length, lineCount])).toEqual(
      inLibrary.matches.map(() => [SUBTITLE_LINES_OF_A_FILE, 40]),
    )
    const inWork = (await search('雨', { workId: 'RJ01000003' })).works[0]!
    expect(inWork.matches.flatMap(({ lines }) => lines).length).toBe(MAX_SUBTITLE_LINES_IN_WORK)
    expect(inWork.hasMore).toBe(true)
    expect((await search('雨音', { workId: 1_000_003 })).works).toEqual([])
    const narrowed = async (keyword: string) => (await search('雨', { keyword })).works.map(({ id }) => id)
    expect(await narrowed('RJ01000002')).toEqual([1_000_002])
    expect(await narrowed('$age:unrated$')).toEqual([1_000_003, 1_000_002])
    expect(await narrowed('$-age:adult$')).toEqual([])
    expect(await narrowed('$age:adult$')).toEqual([])
    expect(await narrowed('Morning')).toEqual([1_000_002])
    expect((await ask({ query: '雨', workId: 'RJ01999999' })).status).toBe(404)
    const noWork = await ask({ query: '雨', workId: 'nothing' })
    expect([noWork.status, await noWork.json()]).toMatchObject([
      400,
      { errors: [{ param: 'workId', location: 'query' }] },
    ])
  })
})

test('LYR-07 whatever is asked, the answer is a page or names what is wrong', STEADY, async () => {
  const { app, ask, search } = await open(twoWorks)
  await expect.poll(async () => (await search('雨音')).pagination.totalCount).toBe(1)
  const hostile = [
    '',
    ' ',
    '"',
    '""""',
    '%',
    '%_%',
    "' or 1=1 --",
    '\0',
    '雨\0音',
    '\ud800',
    '\udc00雨',
    '(((((',
    '*',
    'NEAR(a b)',
    '雨*',
    '̈'.repeat(MAX_SUBTITLE_QUERY_LENGTH),
    'ﷺ'.repeat(MAX_SUBTITLE_QUERY_LENGTH),
    '雨'.repeat(MAX_SUBTITLE_QUERY_LENGTH),
    'a '.repeat(MAX_SUBTITLE_QUERY_LENGTH / 2),
    '"a'.repeat(MAX_SUBTITLE_QUERY_LENGTH / 2),
    '__proto__',
    '<script>alert(1)</script>',
  ]
  for (const query of hostile) {
    const answer = await ask({ query })
    expect([query, answer.status]).toEqual([query, 200])
  }
  for (const [name, value] of [
    ['query', 'x'.repeat(MAX_SUBTITLE_QUERY_LENGTH + 1)],
    ['keyword', 'x'.repeat(2_001)],
    ['page', '0'],
    ['pageSize', '0'],
    ['pageSize', 'many'],
    ['workId', 'x'.repeat(33)],
  ] as const) {
    const answer = await ask({ query: '雨', [name]: value })
    expect([name, answer.status, ((await answer.json()) as { errors: { param: string }[] }).errors[0]?.param]).toEqual([
      name,
      400,
      name,
    ])
  }
  expect((await ask({})).status).toBe(200)
  const twice = await fetch(`${app.url}/api/subtitles/search?query=a&query=b`)
  expect([twice.status, await twice.json()]).toMatchObject([400, { error: 'query: Must be given once' }])
  expect((await search('雨音 ♪♪ 😴')).ignored).toEqual([
    { words: '♪♪', reason: 'signs' },
    { words: '😴', reason: 'signs' },
  ])
  const many = await search('a b c d e f g h 雨音')
  expect([many.works, many.ignored]).toEqual([[], [{ words: '雨音', reason: 'tooMany' }]])
  expect((await search('雨', { page: 1_000_000, pageSize: 50 })).works).toEqual([])

  const first = await ask({ query: '雨音' })
  const again = await ask({ query: '雨音' }, { 'if-none-match': first.headers.get('etag')! })
  expect(again.status).toBe(304)
})

test('LYR-07 a server that is stopped while it indexes gives the work back, and another goes on', STEADY, async () => {
  const database = await openTestDatabase('sqlite')
  opened.push(database.remove)
  const { app, library } = await open(manyFiles(), { database })
  const jobs = database.read.selectFrom('job').select(['state', 'attempts']).where('kind', '=', 'subtitles')
  const indexed = async () => (await database.read.selectFrom('subtitle_text').select('file_id').execute()).length
  await expect
    .poll(async () => [(await jobs.execute())[0]?.state, (await indexed()) > 0], { interval: 5, timeout: 30_000 })
    .toEqual(['running', true])
  await app.http.close()
  const before = await indexed()
  expect(before).toBeLessThan(MANY_FILES)
  expect(await jobs.execute()).toEqual([{ state: 'ready', attempts: 0 }])
  const again = await startApp({ libraryDirs: [library.dir], env: { SUBTITLE_SEARCH: 'on' }, database })
  opened.push(() => again.close())
  await expect.poll(indexed, { timeout: 60_000 }).toBe(MANY_FILES)
  await expect.poll(async () => (await calls(again).search('ゆっくり')).pagination.totalCount).toBe(MANY_WORKS)
})

test('LYR-07 switched off, nothing is indexed and the answer says so', STEADY, async () => {
  const { app, search } = await open(twoWorks, { env: { SUBTITLE_SEARCH: 'off' } })
  expect(await search('雨音')).toMatchObject({ works: [], index: { state: 'off' } })
  expect(await app.database.read.selectFrom('subtitle_text').selectAll().execute()).toEqual([])
})
