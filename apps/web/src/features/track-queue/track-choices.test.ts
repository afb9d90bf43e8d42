import { initialTracks, type TrackNode } from '@otodana/contract'
import { describe, expect, test } from 'vitest'

import { aFile, aFolder, usual } from '#test/a-tree.ts'

import { trackChoices, withChoice } from './track-choices.ts'

const audio = (title: string, duration = 600) => aFile(title, { duration })
/** File names repeat in folders, so hashes name the folder too. */
const inFolder = (name: string, files: TrackNode[]) =>
  aFolder(
    name,
    files.map((file) => (file.type === 'folder' ? file : { ...file, hash: `${name}/${file.title}` })),
  )
const both = [
  inFolder('mp3 SEあり', [audio('1.mp3')]),
  inFolder('mp3 SEなし', [audio('1.mp3')]),
  inFolder('wav', [audio('1.wav')]),
]

describe('WRK-12 versions to choose from', () => {
  test('formats of the whole work, side by side or in folders', () => {
    const { formats, format, effects } = trackChoices([audio('1.wav'), audio('1.mp3'), audio('2.flac')], usual)
    expect([formats, format, effects]).toEqual([['mp3', 'wav'], 'mp3', []])
    expect(trackChoices(both, usual)).toMatchObject({ formats: ['mp3', 'wav'], format: 'mp3' })
  })

  test('a chosen format and chosen effects are shown, and play', () => {
    const wav = withChoice(usual, { format: 'wav' })
    expect(trackChoices(both, wav)).toMatchObject({ formats: ['mp3', 'wav'], format: 'wav' })
    expect(initialTracks(both, wav).map(({ title }) => title)).toEqual(['1.wav'])
    const bare = withChoice(usual, { effect: 'without' })
    expect(trackChoices(both, bare)).toMatchObject({ effects: ['with', 'without'], effect: 'without' })
    expect(initialTracks(both, bare).map(({ hash }) => hash)).toEqual(['mp3 SEなし/1.mp3'])
  })

  test('effects that the format does not have remain in the switch', () => {
    expect(trackChoices(both, withChoice(usual, { format: 'wav' })).effects).toEqual(['with'])
  })

  test('nothing where versions do not differ, or are much shorter', () => {
    expect(trackChoices([audio('1.mp3'), audio('2.wav')], usual)).toMatchObject({ formats: ['mp3'], effects: [] })
    const short = [inFolder('mp3', [audio('1.mp3', 1800)]), inFolder('wav', [audio('trailer.wav', 30)])]
    expect(trackChoices(short, usual)).toMatchObject({ formats: ['mp3'], effects: [] })
    expect(trackChoices([], usual)).toMatchObject({ formats: [], format: null, effects: [] })
  })
})

test.each([
  ['Disc 1', 'Disc 2'],
  ['CD1', 'CD2'],
  ['第一夜', '第二夜'],
  ['前編', '後編'],
  ['Side A', 'Side B'],
])('WRK-12 %s and %s are no versions of each other, though names and lengths are the same', (one, two) => {
  const tree = [inFolder(one, [audio('01.mp3')]), inFolder(two, [audio('01.mp3')])]
  expect(initialTracks(tree, usual)).toHaveLength(2)
})

test('WRK-12 bit rates of one disc are versions', () => {
  const rates = ['320k', '128k'].flatMap((rate) => [
    inFolder(`CD1 ${rate}`, [audio('01.mp3')]),
    inFolder(`CD2 ${rate}`, [audio('01.mp3')]),
  ])
  expect(initialTracks(rates, usual)).toHaveLength(2)
})
