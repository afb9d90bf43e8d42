import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { TrackChapters, TrackFile } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dialects } from '../../../test/databases.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aFolder, aWav, writeFiles } from '../../../test/work-folders.ts'

const CODE = 'RJ01880777'
const metadata = [';FFMETADATA1', ...[0, 1, 2].flatMap(aChapter)].join('\n')
const sheet = ['FILE "big.wav" WAVE', ...[0, 1, 2].flatMap(aTrack)].join('\n')

function aChapter(at: number) {
  return ['[CHAPTER]', 'TIMEBASE=1/1000', `START=${at * 1_000}`, `END=${at * 1_000 + 1_000}`, `title=第${at + 1}章`]
}
function aTrack(at: number) {
  return [`TRACK 0${at + 1} AUDIO`, `TITLE "第${at + 1}章"`, `INDEX 01 00:0${at}:00`]
}

const chapters = [0, 1, 2].map((at) => ({ startSeconds: at, title: `第${at + 1}章` }))
const formats = ['m4b', 'mp4', 'mka', 'webm', 'mp3', 'opus']

const folder = aFolder()
const work = join(folder.path, CODE)
beforeAll(() => {
  mkdirSync(work)
  writeFileSync(join(folder.path, 'chapters.txt'), metadata)
  const sound = ['-f', 'lavfi', '-i', 'sine=d=3', '-i', join(folder.path, 'chapters.txt'), '-map_chapters', '1']
  for (const format of formats) {
    execFileSync('ffmpeg', ['-nostdin', '-v', 'error', ...sound, join(work, `book.${format}`)])
  }
  const cueTag = ['-f', 'lavfi', '-i', 'sine=d=3', '-metadata', `CUESHEET=${sheet}`]
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', ...cueTag, join(work, 'tagged.flac')])
  writeFiles(work, { 'big.wav': aWav({ seconds: 3 }), 'big.cue': sheet, 'broken.cue': 'FILE "book.m4b" WAVE' })
})
afterAll(() => folder[Symbol.dispose]())

describe.each(dialects)('chapters on %s', (dialect) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ libraryDirs: [folder.path], dialect })
  })
  afterAll(() => app.close())

  const ask = async <T>(path: string) => (await (await fetch(`${app.url}/api/${path}`)).json()) as T
  async function listed(): Promise<Record<string, TrackChapters['chapters']>> {
    const files = await ask<TrackFile[]>(`tracks/${CODE}`)
    const { tracks } = await ask<{ tracks: TrackChapters[] }>(`chapters/${CODE}`)
    return Object.fromEntries(
      tracks.map(({ hash, chapters: own }) => [files.find((file) => file.hash === hash)?.title, own]),
    )
  }

  test('CHP-01 CHP-03 a scan reads the chapters of files and of cue sheets', async () => {
    const names = [...formats.map((format) => `book.${format}`), 'tagged.flac', 'big.wav'].sort()
    expect(await listed()).toEqual(Object.fromEntries(names.map((name) => [name, chapters])))
  })

  test('CHP-04 a broken cue sheet is reported by its name, and the other files keep their chapters', async () => {
    const problems = await app.database.read.selectFrom('scan_problem').select(['kind', 'path', 'message']).execute()
    expect(problems).toEqual([
      { kind: 'badCueSheet', path: `${CODE}/broken.cue`, message: 'The cue sheet has no tracks' },
    ])
  })

  test('CHP-05 without such a work it is not found', async () => {
    expect((await fetch(`${app.url}/api/chapters/RJ01999999`)).status).toBe(404)
  })
})
