import { renameSync, rmSync } from 'node:fs'

import type { CheckedLyric, LyricCandidate, TrackFile, TrackNode } from '@otodana/contract'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'

import { aLibrary } from '../../../../test/a-library.ts'
import { dialects } from '../../../../test/databases.ts'
import { startApp } from '../../../../test/start-app.ts'
import { aWav } from '../../../../test/work-folders.ts'
import { aMember, call } from '../../../../test/accounts.ts'

import { MAX_READ_FILES } from './subtitle-lengths.ts'

/** An LRC whose last line ends at this second. */
const lasting = (seconds: number) => `[00:00.50]こんばんは\n[00:${String(seconds).padStart(2, '0')}.00]\n`

const opened: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function open(files: Record<string, string | Uint8Array>, options: Partial<Parameters<typeof startApp>[0]> = {}) {
  const library = aLibrary(files)
  opened.push(() => library.remove())
  const app = await startApp({ libraryDirs: [library.dir], ...options })
  opened.push(() => app.close())

  async function hashes(work = 'RJ01000001'): Promise<Record<string, string>> {
    const tree = (await (await fetch(`${app.url}/api/tracks/${work}`)).json()) as TrackNode[]
    const filesIn = (nodes: TrackNode[]): TrackFile[] =>
      nodes.flatMap((node) => (node.type === 'folder' ? filesIn(node.children) : [node]))
    return Object.fromEntries(filesIn(tree).map(({ title, hash }) => [title, hash]))
  }
  const check = async (hash: string) => {
    const response = await fetch(`${app.url}/api/media/check-lrc/${hash}`)
    return { status: response.status, body: (await response.json()) as CheckedLyric }
  }
  const ask = async (body: unknown) => {
    const response = await fetch(`${app.url}/api/media/check-lrc-v2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as LyricCandidate[] }
  }
  return { app, library, hashes, check, ask }
}

const fiveTracks = {
  'RJ01000001 Evening/mp3/01 雨.wav': aWav({ seconds: 12 }),
  'RJ01000001 Evening/mp3/02 風.wav': aWav({ seconds: 9, tone: 1 }),
  'RJ01000001 Evening/mp3/03 雪.wav': aWav({ seconds: 10, tone: 2 }),
  // Ends long before its track; matches the duration of another one.
  'RJ01000001 Evening/字幕/01 雨.vtt': 'WEBVTT\n\n00:01.000 --> 00:03.500\n雨\n',
  'RJ01000001 Evening/字幕/02 風.lrc': lasting(9),
  'RJ01000001 Evening/mp3/月夜.srt': '1\n00:00:01,000 --> 00:00:09,500\n雪\n',
  'RJ01000002 Morning/1.wav': aWav({ seconds: 4, tone: 3 }),
}

describe.each(dialects)('the subtitles of a track on %s', (dialect) => {
  test.each(['on', 'off'])(
    'LYR-11 check-lrc names the subtitle that the player shows, and no other track’s (index %s)',
    async (index) => {
      const { app, hashes, check, ask } = await open(fiveTracks, { dialect, env: { SUBTITLE_SEARCH: index } })
      if (index === 'on') {
        const known = app.database.read.selectFrom('subtitle_text').select('file_id')
        await expect.poll(async () => (await known.execute()).length).toBe(3)
      }
      const hash = await hashes()
      const found = { result: true, hash: hash['01 雨.vtt'], lyricExtension: '.vtt', message: expect.any(String) }
      expect(await check(hash['01 雨.wav']!)).toEqual({ status: 200, body: found })
      expect(await check(`${hash['01 雨.wav']!.split('/')[1]}?token=x`)).toEqual({ status: 200, body: found })
      expect((await check(hash['02 風.wav']!)).body).toMatchObject({ hash: hash['02 風.lrc'], lyricExtension: '.lrc' })
      const none = { result: false, message: expect.any(String), hash: '' }
      // The remaining one has the right duration, but its name does not match.
      expect(await check(hash['03 雪.wav']!)).toEqual({ status: 200, body: none })

      const { status, body } = await ask({ intProductID: 1_000_001, mediaDuration: 12, mediaFileName: '01 雨.wav' })
      expect(status).toBe(200)
      expect(body).toEqual([
        { title: '01 雨.vtt', subPath: ['字幕'], hash: hash['01 雨.vtt'], ext: '.vtt', duration: 3.5, confidence: 1 },
        {
          title: '月夜.srt',
          subPath: ['mp3'],
          hash: hash['月夜.srt'],
          ext: '.srt',
          duration: 9.5,
          confidence: expect.any(Number),
        },
      ])
      expect(body[1]!.confidence).toBeLessThan(0.8)
      const third = await ask({ intProductID: 'RJ01000001', mediaDuration: '10', mediaFileName: 'mp3/03 雪' })
      expect(third.body.map(({ title }) => title)).toEqual(['月夜.srt'])
    },
  )

  test('LYR-11 what is not there has no lyrics, and what cannot be is refused with its name', async () => {
    const { hashes, check, ask } = await open(fiveTracks, { dialect })
    const hash = await hashes()
    const fileId = hash['01 雨.wav']!.split('/')[1]
    for (const unknown of [
      '1000001/999999',
      `1000002/${fileId}`,
      '1/1',
      '99999999999999999999/99999999999999999999',
      `1000001/${'9'.repeat(900)}`,
      // Not an audio file.
      hash['02 風.lrc']!,
    ]) {
      expect([unknown, await check(unknown)]).toMatchObject([
        unknown,
        { status: 200, body: { result: false, hash: '' } },
      ])
    }
    for (const refused of ['NaN', '-1', 'RJ01000001/1', 'x'.repeat(2_000), '%00']) {
      const { status, body } = await check(refused)
      expect([refused, status]).toEqual([refused, 400])
      expect(body).toMatchObject({ errors: [{ param: 'hash' }] })
    }

    const asked = { intProductID: 1_000_001, mediaDuration: 12, mediaFileName: '01 雨.wav' }
    for (const empty of [
      { ...asked, intProductID: 999 },
      { ...asked, intProductID: 299_999_999 },
      { ...asked, mediaFileName: 'none.mp3' },
      { ...asked, mediaFileName: '雨'.repeat(4_096) },
      { ...asked, mediaFileName: '../'.repeat(500) },
      { ...asked, mediaFileName: '\0' },
    ]) {
      expect(await ask(empty)).toEqual({ status: 200, body: [] })
    }
    // Values that players send if they do not know the duration.
    for (const mediaDuration of [-1, -9_223_372_036_854_776, 0, null, '', 'NaN', '-5', 1e300, undefined]) {
      expect([mediaDuration, (await ask({ ...asked, mediaDuration })).body.length]).toEqual([mediaDuration, 2])
    }
    expect((await ask(JSON.stringify(asked).replace('12', '1e999'))).body).toHaveLength(2)
    for (const [param, value] of [
      ['intProductID', -1],
      ['intProductID', 1.5],
      ['intProductID', 1e21],
      ['intProductID', 'x'.repeat(10_000)],
      ['intProductID', null],
      ['mediaDuration', {}],
      ['mediaDuration', true],
      ['mediaFileName', ''],
      ['mediaFileName', 'x'.repeat(4_097)],
      ['mediaFileName', ['01 雨.wav']],
      ['mediaFileName', undefined],
    ] as const) {
      const { status, body } = await ask({ ...asked, [param]: value })
      expect([param, status]).toEqual([param, 400])
      expect(body).toMatchObject({ errors: [{ param }] })
    }
    expect((await ask('[]')).status).toBe(400)
    expect((await ask('NaN')).status).toBe(400)
  })

  test('LYR-11 a file that has changed, gone or broken counts as it is after the next scan', async () => {
    const { app, library, hashes, check } = await open(fiveTracks, { dialect })
    const rescan = async () => {
      await app.library.start({ allowMissing: true })
      await app.library.whenIdle()
    }
    const hash = await hashes()
    const track = hash['01 雨.wav']!
    expect((await check(track)).body.result).toBe(true)
    library.write({ 'RJ01000001 Evening/字幕/01 雨.vtt': 'no subtitle at all' })
    await rescan()
    expect((await check(track)).body.result).toBe(false)
    library.write({ 'RJ01000001 Evening/字幕/01 雨.srt': '1\n00:00:01,000 --> 00:00:02,000\n雨\n' })
    await rescan()
    expect((await check(track)).body).toMatchObject({ result: true, lyricExtension: '.srt' })
    rmSync(library.path('RJ01000001 Evening', '字幕', '01 雨.srt'))
    await rescan()
    expect((await check(track)).body.result).toBe(false)
  })
})

test('LYR-11 where the library is for members, both calls are, and check-lrc opens with a token in its address', async () => {
  const { app, check, ask } = await open(fiveTracks, { env: { ACCESS: 'members' } })
  const { token } = await aMember(app, 'the-admin')
  const media = await call<{ token: string }>(app, 'POST', '/api/auth/media-token', { token })
  const tracks = await call<TrackNode[]>(app, 'GET', '/api/tracks/1000002', { token })
  const { hash } = tracks.body[0] as TrackFile
  expect((await check(hash)).status).toBe(401)
  expect((await check(`${hash}?token=wrong`)).status).toBe(401)
  for (const inAddress of [token, media.body.token]) {
    expect((await check(`${hash}?token=${inAddress}`)).body).toMatchObject({ result: false, hash: '' })
  }
  expect((await ask({ intProductID: 1_000_001, mediaFileName: '01 雨.wav' })).status).toBe(401)
})

test('LYR-11 of a thousand subtitles that nothing has read, one call reads a few, and the next no file twice', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`RJ01000001 Many/字幕/雨の夜 ${index}の場.lrc`, lasting(20)]),
  )
  const { library, hashes, check, ask } = await open({
    ...many,
    'RJ01000001 Many/雨の夜.wav': aWav({ seconds: 21 }),
    'RJ01000001 Many/風の朝.wav': aWav({ seconds: 30, tone: 1 }),
  })
  const asked = { intProductID: 1_000_001, mediaDuration: 21, mediaFileName: '雨の夜.wav' }
  const { body } = await ask(asked)
  expect(body).toHaveLength(200)
  const read = body.filter(({ duration }) => duration > 0)
  expect(read).toHaveLength(MAX_READ_FILES)
  expect(body.map(({ confidence }) => confidence)).toEqual(
    body.map((each) => each.confidence).toSorted((a, b) => b - a),
  )
  // Cached files do not need the disk, so the next call reads only others.
  for (const { title } of read) rmSync(library.path('RJ01000001 Many', '字幕', title))
  const again = (await ask(asked)).body.filter(({ duration }) => duration > 0).map(({ title }) => title)
  expect(again).toHaveLength(2 * MAX_READ_FILES)
  expect(again).toEqual(expect.arrayContaining(read.map(({ title }) => title)))
  expect((await check((await hashes())['雨の夜.wav']!)).body.result).toBe(true)
})

test('LYR-11 a library that is away is reported as such, and read again', async () => {
  const { library, hashes, check, ask } = await open(fiveTracks, { log: pino({ level: 'silent' }) })
  const hash = await hashes()
  const asked = { intProductID: 1_000_001, mediaDuration: 12, mediaFileName: '01 雨.wav' }
  const away = `${library.dir} away`
  renameSync(library.dir, away)
  try {
    for (const { status, body } of [await check(hash['01 雨.wav']!), await ask(asked)]) {
      expect([status, body]).toEqual([503, { error: 'file.unreadable' }])
    }
  } finally {
    renameSync(away, library.dir)
  }
  expect((await check(hash['01 雨.wav']!)).body.result).toBe(true)
  expect((await ask(asked)).body[0]).toMatchObject({ title: '01 雨.vtt', duration: 3.5, confidence: 1 })
})
