import {
  contentOf,
  distinctRecordings,
  initialTracks as initialTracksOf,
  nameWithoutExtension,
  type TrackFile,
  type TrackNode,
} from '@otodana/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { aFile, aFolder, usual } from '#test/a-tree.ts'

import { hasAudio, listFiles, openFolder, totalSeconds } from './folders.ts'
import { recordingsBelow } from './recordings-below.ts'

const initialTracks = (tree: readonly TrackNode[], over = {}) => initialTracksOf(tree, { ...usual, ...over })
const names = (nodes: readonly (TrackNode | TrackFile)[]) => nodes.map((node) => node.title)

describe('WRK-05 folders', () => {
  const tree = [
    aFile('readme.txt', { type: 'text' }),
    aFolder('本編', [aFolder('mp3', [aFile('01.mp3', { duration: 100 })]), aFile('02.mp3', { duration: 50 })]),
    aFile('cover.jpg', { type: 'image' }),
    aFolder('Empty', []),
  ]

  test('folders come before files, and both keep the server’s order', () => {
    const { folders, files } = contentOf(tree)
    expect([names(folders), names(files)]).toEqual([
      ['本編', 'Empty'],
      ['readme.txt', 'cover.jpg'],
    ])
  })

  test('a path opens its folder, the empty path the root, and an unknown path nothing', () => {
    expect(openFolder(tree, [])).toBe(tree)
    expect(names(openFolder(tree, ['本編', 'mp3'])!)).toEqual(['01.mp3'])
    expect(openFolder(tree, ['Empty'])).toEqual([])
    expect(openFolder(tree, ['本編', 'wav'])).toBeNull()
    expect(openFolder(tree, ['readme.txt'])).toBeNull()
    expect(openFolder(tree, ['__proto__'])).toBeNull()
  })

  test('the total of a folder includes subfolders, and counts versions of one recording once', () => {
    expect(totalSeconds(tree)).toBe(150)
    expect(totalSeconds([aFile('1.mp3', { duration: 60 }), aFile('1.wav', { duration: 60.2 })])).toBe(60)
  })
})

describe('WRK-05 what plays', () => {
  test('of a recording in several formats the preferred or chosen one plays, once', () => {
    const files = [aFile('1.wav'), aFile('1.mp3'), aFile('2.wav'), aFile('notes.txt', { type: 'text' })]
    expect(names(distinctRecordings(files, usual))).toEqual(['1.mp3', '2.wav'])
    expect(names(distinctRecordings(files, usual, files[0]))).toEqual(['1.wav', '2.wav'])
  })

  test('a name loses only its extension', () => {
    const given = ['01 Rain.mp3', 'v1.5 雨.flac', '.mp3', 'no extension', 'Part. two']
    expect(given.map(nameWithoutExtension)).toEqual(['01 Rain', 'v1.5 雨', '.mp3', 'no extension', 'Part. two'])
  })

  test('a work begins with its longest folder, without extras, in the best format', () => {
    const tree = [
      aFolder('1_wav', [aFile('a.wav', { duration: 1000 })]),
      aFolder('2_mp3', [aFile('a.mp3', { duration: 999 }), aFile('b.mp3', { duration: 1 })]),
      aFolder('おまけ', [aFolder('mp3', [aFile('talk.mp3', { duration: 9000 })])]),
      aFile('trial.mp3', { duration: 20 }),
    ]
    expect(names(initialTracks(tree))).toEqual(['a.mp3', 'b.mp3'])
  })

  test('a work in several chapters plays all of them, once, with effects', () => {
    const chapter = (name: string, seconds: number) =>
      aFolder(name, [
        aFolder('mp3', [
          aFolder('SEあり', [aFile('01.mp3', { duration: seconds }), aFile(`${name} 02.mp3`, { duration: 30 })]),
          aFolder('SEなし', [aFile('01.mp3', { duration: seconds }), aFile(`${name} 02.mp3`, { duration: 30 })]),
        ]),
        aFolder('wav', [aFile('01.wav', { duration: seconds })]),
      ])
    const tree = [aFolder('本編', [chapter('第1章', 24), chapter('第2章', 25)]), aFolder('特典', [aFile('talk.mp3')])]
    expect(names(initialTracks(tree))).toEqual(['01.mp3', '第1章 02.mp3', '01.mp3', '第2章 02.mp3'])
  })

  test('two folders with the same recordings in one format are one version', () => {
    const rates = ['320k', '128k'].map((rate) => aFolder(rate, [aFile('01.mp3', { duration: 61.23 })]))
    expect(names(initialTracks(rates))).toEqual(['01.mp3'])
  })

  test('a shorter folder does not win by its format', () => {
    const tree = [
      aFolder('wav', [aFile('a.wav', { duration: 1000 })]),
      aFolder('mp3', [aFile('a.mp3', { duration: 600 })]),
    ]
    expect(names(initialTracks(tree))).toEqual(['a.wav'])
  })

  test('a preferred format wins over others of similar length, and so does a preference for no effects', () => {
    const version = (name: string) => [aFile(`${name}.mp3`, { duration: 600 }), aFile(`${name}.wav`, { duration: 600 })]
    const tree = [aFolder('SEあり', version('a')), aFolder('SEなし', version('b')), aFolder('特典', version('c'))]
    expect(names(initialTracks(tree))).toEqual(['a.mp3'])
    expect(names(initialTracks(tree, { sePreference: 'without' }))).toEqual(['b.mp3'])
    expect(names(initialTracks(tree, { sePreference: 'without', audioTypePreference: ['wav'] }))).toEqual(['b.wav'])
  })

  test('a whole folder plays every recording once, extras too, each in its preferred version', () => {
    const tree = [
      aFolder('SEなし', [aFile('1.wav', { duration: 60.1 }), aFile('2.wav', { duration: 30 })]),
      aFolder('SEあり', [aFile('1.mp3', { duration: 60 }), aFile('1.wav', { duration: 60.1 })]),
      aFolder('第2章', [aFile('1.mp3', { duration: 44 })]),
      aFolder('特典', [aFile('talk.mp3', { duration: 5 }), aFile('unknown.mp3'), aFile('note.txt', { type: 'text' })]),
    ]
    const hashes = (over = {}) => recordingsBelow(tree, { ...usual, ...over }).map(({ title }) => title)
    expect(hashes()).toEqual(['1.mp3', '2.wav', '1.mp3', 'talk.mp3', 'unknown.mp3'])
    expect(hashes({ audioTypePreference: ['wav'] })).toEqual(['1.wav', '2.wav', '1.mp3', 'talk.mp3', 'unknown.mp3'])
    expect([hasAudio(tree), hasAudio([aFolder('x', [aFolder('y', [aFile('a.txt', { type: 'text' })])])])]).toEqual([
      true,
      false,
    ])
  })

  test('extras play when there is nothing else, and a work without audio plays nothing', () => {
    expect(names(initialTracks([aFolder('特典', [aFile('talk.mp3')])]))).toEqual(['talk.mp3'])
    expect(initialTracks([aFile('readme.txt', { type: 'text' })])).toEqual([])
  })
})

describe('WRK-05 companions of a track', () => {
  const text = (title: string) => aFile(title, { type: 'text' })
  const listed = (files: readonly TrackFile[]) =>
    listFiles(files).map(({ file, isCompanion, hasCompanion }) => {
      return `${isCompanion ? '  ' : ''}${file.title}${hasCompanion ? ':' : ''}`
    })

  test('subtitles are listed below their track, after its last version; the rest keeps its place', () => {
    const files = [
      text('00 readme.txt'),
      text('01.lrc'),
      aFile('01.mp3'),
      text('01.mp3.vtt'),
      aFile('01.wav'),
      text('01.zh-CN.srt'),
      text('02.lrc'),
      aFile('03.mp3'),
      aFile('03.jpg', { type: 'image' }),
    ]
    const shown = ['00 readme.txt', '01.mp3:', '  01.mp3.vtt', '01.wav:', '  01.lrc', '  01.zh-CN.srt', '02.lrc']
    expect(listed(files)).toEqual([...shown, '03.mp3', '03.jpg'])
  })

  test('no file is lost or listed twice', () => {
    const name = fc.constantFrom('01', '01.mp3', '01.ja', '02', 'a')
    const file = fc.record({ name, type: fc.constantFrom('audio' as const, 'text' as const, 'other' as const) })
    fc.assert(
      fc.property(fc.array(file, { maxLength: 12 }), (some) => {
        const files = some.map(({ name: title, type }, index) => aFile(`${title}.x${index % 3}`, { type }))
        expect(new Set(listFiles(files).map(({ file: each }) => each))).toEqual(new Set(files))
        expect(listFiles(files)).toHaveLength(files.length)
      }),
    )
  })
})
