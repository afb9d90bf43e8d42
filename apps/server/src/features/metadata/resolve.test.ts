import { findWorkCode } from '@otodana/work-code'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { staffId, voiceActorId } from './store/names.ts'
import { type MetadataSources, resolveMetadata } from './resolve.ts'
import { WorkMetadata } from './fields/work-metadata.ts'

const code = findWorkCode('RJ01234567')!

function resolve(sources: Partial<MetadataSources>) {
  const none = { code, folderName: 'RJ01234567', sidecar: null, imported: null, embedded: [], addedOn: '2026-11-20' }
  return resolveMetadata({ ...none, ...sources })
}

describe('resolveMetadata', () => {
  test('ADM-02 the sidecar stands over the import, and both over the folder name, field by field', () => {
    const resolved = resolve({
      folderName: '[Folder] Folder title (RJ01234567)',
      sidecar: { title: 'Sidecar title' },
      imported: WorkMetadata.parse({ title: 'Import title', circle: 'Import circle', price: 110 }),
    })
    expect(resolved).toMatchObject({
      title: 'Sidecar title',
      titleSource: 'sidecar',
      circle: { name: 'Import circle', code: '' },
      price: 110,
    })
  })

  test('SER-05 staff, series and titles come from the first source that has them; the price may be unknown', () => {
    const given = (fields: unknown) => WorkMetadata.parse(fields)
    const resolved = resolve({
      sidecar: given({ staff: { music: ['林 一', '林一', 'B'] } }),
      imported: given({ series: { name: 'Import', number: 2 }, staff: { scenario: ['A'] } }),
      provided: { metadata: given({ series: 'Provider', titles: { en: 'Rain' }, price: 0 }), coverName: null },
    })
    expect(resolved).toMatchObject({
      staff: { scenario: [], illustration: [], music: ['林 一', 'B'], other: [] },
      series: { name: 'Import', number: 2, code: '' },
      titles: { en: 'Rain' },
      price: 0,
    })
    expect(resolve({})).toMatchObject({ series: null, titles: {}, price: null, staff: { music: [] } })
  })

  test('META-64 titles of a source that is trusted as much as the title’s translate it', () => {
    const given = (fields: unknown) => WorkMetadata.parse(fields)
    const sidecar = given({ title: '雨' })
    const provided = { metadata: given({ titles: { en: 'Rain' } }), coverName: null }
    expect(resolve({ sidecar, provided }).titles).toEqual({ en: 'Rain' })
    expect(resolve({ sidecar, edited: { titles: { en: 'Rain' } } }).titles).toEqual({ ja: '雨', en: 'Rain' })
    const english = given({ title: 'Rain', language: 'ENG', titles: { ja: '雨' } })
    expect(resolve({ sidecar: english }).titles).toEqual({ en: 'Rain', ja: '雨' })
    expect(resolve({ sidecar }).titles).toEqual({})
  })

  test('ADM-02 without anything but a code, the code is the title', () => {
    expect(resolve({})).toMatchObject({
      title: 'RJ01234567',
      titleSource: 'folder',
      circle: { name: '', code: '' },
      release: null,
      createDate: '2026-11-20',
      ageCategory: 'unrated',
    })
  })

  test('ADM-02 a bare code takes its title from the album that most files name', () => {
    const embedded = [
      { album: 'Bonus' },
      { album: '[Circle] 雨の図書室 RJ01234567' },
      { album: '[Circle] 雨の図書室 RJ01234567' },
    ]
    expect(resolve({ embedded }).title).toBe('雨の図書室')
  })

  test('ADM-02 the circle is the artist on whom the files agree', () => {
    expect(resolve({ embedded: [{ artist: 'Moon' }, {}, { artist: 'ＭＯＯＮ' }] }).circle.name).toBe('Moon')
    expect(resolve({ embedded: [{ artist: 'Moon' }, { artist: 'Sun' }] }).circle.name).toBe('')
    expect(resolve({ embedded: [{ artist: 'Sun', albumArtist: 'Moon' }, { artist: 'X' }] }).circle.name).toBe('Moon')
    expect(resolve({ embedded: [{ artist: 'Unknown Artist' }] }).circle.name).toBe('')
  })

  test('ADM-02 only names marked CV are voice actors', () => {
    const embedded = [{ artist: '月影工房 (CV.風見はるか)' }, { artist: '月影工房', title: '囁き CV:白石ゆき' }]
    const { voiceActors, circle } = resolve({ embedded })
    expect(voiceActors).toEqual(['風見はるか', '白石ゆき'])
    expect(circle.name).toBe('月影工房')
  })

  test('ADM-02 names that differ only in spaces between Chinese or Japanese characters are one', () => {
    const sidecar = WorkMetadata.parse({ voice_actors: ['林 一', '林一', '林　一', '林 Hayashi', '林Hayashi'] })
    expect(resolve({ sidecar }).voiceActors).toEqual(['林 一', '林 Hayashi', '林Hayashi'])
    expect(voiceActorId('林　一')).toBe(voiceActorId('林一'))
  })

  test('names that differ only in width, case or spaces are one', () => {
    const sidecar = WorkMetadata.parse({
      voice_actors: ['Ａｋｉ', 'aki', 'Mori  Yuki', 'mori yuki'],
      tags: ['雨', 'ASMR', 'asmr'],
    })
    const { voiceActors, tags } = resolve({ sidecar })
    expect(voiceActors).toEqual(['Ａｋｉ', 'Mori Yuki'])
    expect(tags).toEqual([{ name: '雨' }, { name: 'ASMR' }])
  })

  test('a sidecar that tells nothing of a field leaves it to the import', () => {
    expect(resolve({ sidecar: { title: undefined }, imported: { title: 'A' } }).title).toBe('A')
  })

  test('ADM-02 there is always a title', () => {
    const any = fc.oneof(fc.integer({ max: 0x10ffff, min: 0 }), fc.constantFrom(0, 0x20, 0x3000, 0xad, 0x200b))
    const name = fc.array(any, { maxLength: 40 }).map((points) => String.fromCodePoint(...points))
    const text = fc.option(name, { nil: undefined })
    const tags = fc.array(fc.record({ album: text, artist: text, title: text }, { requiredKeys: [] }), { maxLength: 4 })
    fc.assert(
      fc.property(name, tags, (folderName, embedded) => {
        expect(resolve({ folderName, embedded: embedded as MetadataSources['embedded'] }).title.trim()).not.toBe('')
      }),
    )
  })
})

test('SER-05 a staff member’s id is a UUID v5 that does not change, and none of a voice actor’s', () => {
  expect(staffId('Ｉｔｏ')).toBe(staffId('ito'))
  expect(staffId('ito')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(staffId('ito')).not.toBe(voiceActorId('ito'))
})

test('a voice actor’s id is a UUID v5 that does not change', () => {
  expect(voiceActorId('風見はるか')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(voiceActorId('Ａｋｉ　Ｍｏｒｉ')).toBe(voiceActorId('aki mori'))
  expect(voiceActorId('aki mori')).toBe('8b8c43cf-6f10-5323-994b-fe459d3d4513')
})
