import { UNKNOWN_RELEASE } from '@otodana/contract'
import { expect, test } from 'vitest'

import type { Translate } from '#i18n/translations.ts'
import { aTag, aWork } from '#test/a-work.ts'

import { durationWords, shareMetadata } from './share-metadata.ts'

const texts: Record<string, string> = {
  hours: '* h',
  minutes: '* min',
  'meta.circle': 'Circle: *',
  'meta.voiceActors': 'Voice actors: *',
  'meta.tags': 'Tags: *',
  'meta.release': 'Released: *',
  'meta.price': '* JPY',
  'meta.sales': 'Sold: *',
  'meta.unrated': 'Unrated',
  'meta.separator': ', ',
}
const words = ((key: string, values?: { value: string }) =>
  texts[key]?.replace('*', values?.value ?? '')) as Translate<'work-detail'>
const share = (work = aWork()) => shareMetadata(work, 'https://shelf.example', words)
const content = (work: ReturnType<typeof aWork>, name: string) =>
  share(work).meta.find((tag) => ('name' in tag ? tag.name : tag.property) === name)?.content

test('SHR-01 the description tells title, code, length, circle, voices, tags, release, price, sales and SFW', () => {
  expect(share().description).toBe(
    '雨音と夜更かし · RJ01234567 · 1.5 h · Circle: 硝子の森 · Voice actors: 白瀬みお · Tags: 耳かき (Ear cleaning) · ' +
      'Released: 2026-09-01 · 1,100 JPY · Sold: 1,234 · SFW',
  )
  expect(share(aWork({ nsfw: true })).description).toMatch(/ · NSFW$/)
  const unrated = aWork({ nsfw: true, age_category_string: 'adult', work_attributes: 'mono,unrated' })
  expect(share(unrated).description).toMatch(/ · Unrated$/)
})

test('SHR-01 lengths are hours above 3600 s, else minutes', () => {
  expect(durationWords(3_601, words)).toBe('1 h')
  expect(durationWords(3_600, words)).toBe('60 min')
  expect(durationWords(5_400, words)).toBe('1.5 h')
  expect(durationWords(10, words)).toBe('1 min')
})

test('SHR-01 what a work does not have is left out', () => {
  const bare = aWork({ duration: 0, vas: [], tags: [], circle: { id: 0, name: '', source_id: '', source_type: '' } })
  expect(share(bare).description).not.toMatch(/Circle|Voice|Tags| h ·| · ·/)
})

test('SHR-01 of a work that nothing is known of, no day of release, price or sales are made up', () => {
  const unknown = { price: 0, dl_count: 0, release: UNKNOWN_RELEASE }
  expect(share(aWork(unknown)).description).not.toMatch(/Released|JPY|Sold/)
  expect(share(aWork({ ...unknown, release: '2026-05-06', create_date: '2026-05-06' })).description).toContain(
    'Released: 2026-05-06',
  )
})

test('SHR-01 tags of one name are listed once', () => {
  expect(share(aWork({ tags: [aTag({ id: 1, name: 'ASMR', english: 'ASMR' })] })).description).toContain('Tags: ASMR ·')
})

test('SHR-01 Open Graph and Twitter name title, description, address and cover', () => {
  const work = aWork()
  for (const name of ['og:title', 'twitter:title']) expect(content(work, name)).toBe('雨音と夜更かし')
  for (const name of ['description', 'og:description', 'twitter:description']) {
    expect(content(work, name)).toBe(share(work).description)
  }
  for (const name of ['og:image', 'twitter:image']) {
    expect(content(work, name)).toBe('https://shelf.example/api/cover/1234567.jpg?type=main')
  }
  expect(content(work, 'og:url')).toBe('https://shelf.example/work/RJ01234567')
})

test('META-75 the number of a work without a code is in neither the title nor the description', () => {
  const work = aWork({ id: 345_575_471, source_id: '345575471' })
  expect(share(work).title).toBe('雨音と夜更かし')
  expect(share().title).toBe('雨音と夜更かし [RJ01234567]')
  expect(share(work).description).toMatch(/^雨音と夜更かし · 1\.5 h · /)
})

test('NAV-02 the canonical address has the preferred form', () => {
  expect(share().canonical).toBe('https://shelf.example/work/RJ01234567')
  expect(share(aWork({ id: 100_012_345, source_id: 'VJ012345' })).canonical).toBe(
    'https://shelf.example/work/100012345/DLSITE/VJ012345',
  )
})

test('SHR-01 control characters and line breaks become spaces, and endless titles are cut', () => {
  expect(share(aWork({ title: 'a\n\u0000b\u2028c\td' })).title).toBe('a b c d [RJ01234567]')
  const long = share(aWork({ title: '雨'.repeat(5_000) }))
  expect([...long.title].length).toBeLessThan(250)
  expect([...long.description].length).toBeLessThanOrEqual(1_000)
})

test('SHR-01 cutting does not split a character', () => {
  const emoji = share(aWork({ title: '🌧'.repeat(500) }))
  expect(emoji.title.isWellFormed()).toBe(true)
  expect(share(aWork({ title: 'a\ud83cb' })).title.isWellFormed()).toBe(true)
})
