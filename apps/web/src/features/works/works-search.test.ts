import { expect, test } from 'vitest'

import { sortOptions } from '#features/settings/index.ts'
import { parseSearch } from '#lib/navigation/search-params.ts'

import { anyShuffle, nextShuffle, worksQueryOf } from './works-query.ts'
import { carriedFields, searchDefaults, worksHref, worksSearch } from './works-search.ts'

const parse = (text: string) => worksSearch(parseSearch(text))

test('LIB-02 an address without parameters is the first page of twenty, newest first', () => {
  expect(parse('')).toEqual(searchDefaults)
})

test('LIB-02 every parameter is read from the address', () => {
  expect(parse('?keyword=%E9%9B%A8&page=3&pageSize=60&displayMode=list&sortOption=price-asc')).toEqual({
    keyword: '雨',
    page: 3,
    pageSize: 60,
    displayMode: 'list',
    sortOption: 'price-asc',
  })
})

test.each([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=abc',
  'page=',
  'page=99999999',
  'pageSize=33',
  'pageSize=1e2',
  'displayMode=grid',
  'sortOption=title',
  'sortOption=random-100',
  'sortOption=__proto__',
  'sortOption=constructor',
])('LIB-02 %s falls back to the default', (bad) => {
  expect(parse(`?${bad}`)).toEqual(searchDefaults)
})

test('LIB-02 one bad value takes no good one with it', () => {
  expect(parse('?page=x&pageSize=100')).toEqual({ ...searchDefaults, pageSize: 100 })
})

test('LIB-02 a keyword of digits stays text, white space is none, and one that is too long is all there', () => {
  expect(parse('?keyword=123').keyword).toBe('123')
  expect(parse('?keyword=%20rain%20').keyword).toBe('rain')
  expect(parse('?keyword=%20%E3%80%80').keyword).toBeUndefined()
  expect(parse(`?keyword=${'a'.repeat(2_001)}`).keyword).toHaveLength(2_001)
})

test('LIB-02 the address of a screen reproduces the screen', () => {
  const screen = parse('?keyword=$tag:a%2Bb%26c$&page=2&displayMode=compact&sortOption=random-42')
  expect(parse(worksHref(screen).slice('/works'.length))).toEqual(screen)
  expect(worksHref(searchDefaults)).toBe('/works')
})

test('LIB-16 where this device has chosen something else, an address names the default that it shows', () => {
  const chosen = { displayMode: 'list', sortOption: 'release', pageSize: 20 } as const
  expect(worksHref({ ...searchDefaults, page: 2 }, '/works', chosen)).toBe(
    '/works?page=2&displayMode=detail&sortOption=create_date',
  )
  expect(worksHref({ ...searchDefaults, ...chosen }, '/works', chosen)).toBe(
    '/works?displayMode=list&sortOption=release',
  )
  // Omitted options are up to the device.
  expect(worksHref({ keyword: 'rain' }, '/works', chosen)).toBe('/works?keyword=rain')
})

test('LIB-02 a form carries what is not its own, and no defaults', () => {
  expect(carriedFields({ ...searchDefaults, keyword: '雨', pageSize: 40 }, searchDefaults)).toEqual([
    ['pageSize', '40'],
    ['keyword', '雨'],
  ])
})

test('LIB-01 every sort that is offered is one of the API, with its direction', () => {
  for (const sortOption of sortOptions) expect(worksQueryOf({ ...searchDefaults, sortOption })).toHaveProperty('order')
  expect(worksQueryOf({ ...searchDefaults, sortOption: 'nsfw-asc' })).toMatchObject({ order: 'nsfw', sort: 'asc' })
  expect(worksQueryOf({ ...searchDefaults, sortOption: 'release' })).toMatchObject({ order: 'release', sort: 'desc' })
  expect(worksQueryOf({ ...searchDefaults, sortOption: 'random-42' })).toMatchObject({ order: 'random', seed: 42 })
})

test('LIB-03 each sort of the address is one of the API; by rating is one, though it is not offered yet', () => {
  expect(sortOptions).toContain('rating')
  expect(parse('?sortOption=rating').sortOption).toBe('rating')
  expect(worksQueryOf({ ...searchDefaults, sortOption: 'rating' })).toMatchObject({ order: 'rating', sort: 'desc' })
})

test('LIB-03 a random order has a seed from 0 to 99', () => {
  expect([anyShuffle(() => 0), anyShuffle(() => 0.999_999)]).toEqual(['random-0', 'random-99'])
})

test('LIB-06 the subtitle filter is in the address as 1, and nothing else is it', () => {
  expect(parse('?subtitle=1').subtitle).toBe(1)
  expect(worksHref({ ...searchDefaults, subtitle: 1 })).toBe('/works?subtitle=1')
  for (const other of ['0', 'true', '01', '']) expect(parse(`?subtitle=${other}`).subtitle).toBeUndefined()
})

test('LIB-01 shuffling again gives all hundred orders before it repeats', () => {
  const seen = new Set<string>()
  let sort = 'random'
  for (let times = 0; times < 100; times++) seen.add((sort = nextShuffle(sort)))
  expect(seen.size).toBe(100)
})
