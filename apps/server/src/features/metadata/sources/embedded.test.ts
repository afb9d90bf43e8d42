import { findWorkCode } from '@otodana/work-code'
import { describe, expect, test } from 'vitest'

import type { EmbeddedTags } from '../media/probe.ts'
import { resolveMetadata } from '../resolve.ts'

const code = findWorkCode('RJ01234567')!
const resolve = (embedded: EmbeddedTags[], sources = {}) =>
  resolveMetadata({
    code,
    folderName: code.code,
    sidecar: null,
    imported: null,
    embedded,
    addedOn: '2026-11-20',
    ...sources,
  })

describe('META-26 tags in recordings', () => {
  test('a day on which they agree is the release; a year alone or two days are none', () => {
    expect(resolve([{ date: '2026-09-01' }, {}, { date: '2026-09-01' }]).release).toBe('2026-09-01')
    expect(resolve([{ date: '2026-09-01' }, { date: '2026-09-02' }]).release).toBeNull()
    expect(resolve([{ year: 2026 }]).release).toBeNull()
    const folderName = '[250314] RJ01234567 Rain'
    expect(resolve([{ date: '2026-09-01' }], { folderName }).release).toBe('2025-03-14')
  })

  test('genres of half of the files are tags, without those that say nothing', () => {
    const genres = ['癒し;雨音', 'ASMR', 'Audiobook', '(101)', 'Other', '全年齢', 'R18', 'x'.repeat(60)]
    const { tags } = resolve([{ genres }, { genres: ['雨音', 'Speech'] }, {}, { genres: ['Bells'] }])
    expect(tags).toEqual([{ name: '雨音' }])
    const many = Array.from({ length: 100 }, (_, n) => `tag ${n}`)
    expect(resolve([{ genres: many }]).tags).toHaveLength(20)
  })

  test('a genre that is the circle, the title or a voice actor is no tag', () => {
    const embedded = [{ albumArtist: 'Moon', album: 'Rain', genres: ['Moon', 'rain', 'calm'] }]
    expect(resolve(embedded).tags).toEqual([{ name: 'calm' }])
  })

  test('an artist is a voice actor where the album artist is the circle', () => {
    const artists = [
      { albumArtist: '月影工房', artist: '風見はるか/白石ゆき' },
      { albumArtist: '月影工房', artist: '白石 ゆき' },
    ]
    expect(resolve(artists).voiceActors).toEqual(['風見はるか', '白石ゆき'])
    expect(resolve(artists, { sidecar: { circle: { name: '夏至祭' } } }).voiceActors).toEqual([])
    expect(resolve([{ albumArtist: '月影工房', artist: '月影工房' }]).voiceActors).toEqual([])
    expect(resolve([{ artist: '風見はるか' }]).voiceActors).toEqual([])
    const many = Array.from({ length: 11 }, (_, n) => ({ albumArtist: 'Moon', artist: `Voice ${n}` }))
    expect(resolve(many).voiceActors).toEqual([])
  })

  test('a comment that the files share is a description if it is clearly one', () => {
    const text = '雪の夜、駅から家までの帰り道を一緒に歩きます。途中で温かい飲み物を買い、昔の話をします。'
    expect(resolve([{ comment: text }, { comment: text }, {}]).description).toBe(text)
    expect(resolve([{ comment: text }, { comment: 'other' }]).description).toBe('')
    expect(resolve([{ comment: text }, {}, {}]).description).toBe('')
    for (const comment of [
      'Nice.',
      `Ripped with care. ${text}`,
      `${text} https://example.org`,
      'a line of forty and more letters, yet no sentence',
      '00000A2B 00000A2B 0000B1C2 0000B1C2 000186A0 000186A0. And some more.',
    ]) {
      expect(resolve([{ comment }]).description).toBe('')
    }
    const description = 'A walk home through the snow\nwith a warm drink and an old story'
    expect(resolve([{ description, comment: text }]).description).toBe(description)
  })

  test('a language mark in the album is read', () => {
    expect(resolve([{ album: '雨の図書室【繁体中文版】' }])).toMatchObject({
      title: '雨の図書室',
      language: 'CHI_HANT',
    })
  })
})

describe('META-21 the circle', () => {
  test('is in the folder’s name before album artist, folder above and artist', () => {
    const embedded = [{ albumArtist: 'Album artist', artist: 'Artist' }]
    const folderName = '[Own] RJ01234567 Rain'
    const all = { circleFolder: 'Above', folderName }
    expect(resolve(embedded, all).circle.name).toBe('Own')
    expect(resolve(embedded, { circleFolder: 'Above' }).circle.name).toBe('Album artist')
    expect(resolve([{ artist: 'Artist' }], { circleFolder: 'Above' }).circle.name).toBe('Above')
    expect(resolve([{ artist: 'Artist' }]).circle.name).toBe('Artist')
  })

  test('stated elsewhere takes its name out of the title', () => {
    const sidecar = { circle: { name: '月影工房' } }
    expect(resolve([], { sidecar, folderName: 'RJ01234567 - 雨 - 月影工房' }).title).toBe('雨')
  })
})
