import { parseKeyword } from '@otodana/keyword'
import { describe, expect, test } from 'vitest'

import { type Catalogue, type CatalogueQuery, type CatalogueWork, createCatalogue } from './index.ts'

const plainWork: CatalogueWork = {
  id: 1,
  code: 'RJ01234567',
  title: '夜の雨音',
  otherTitles: [],
  circleId: 1,
  seriesId: null,
  staffIds: [],
  voiceActorIds: [],
  tagIds: [],
  weakTagIds: [],
  releaseDay: 20_000,
  createDay: 20_000,
  salesCount: 0,
  price: 0,
  rateAverage: 0,
  reviewCount: 0,
  durationSeconds: 0,
  age: 'general',
  language: 'JPN',
  hasSubtitle: false,
  subtitleLanguages: [],
  originalCode: null,
  editionCodes: [],
}

/** A catalogue of works with ids from 1 on, and codes derived from the ids by default. */
function catalogueOf(...works: Partial<CatalogueWork>[]): Catalogue {
  return filled(createCatalogue(), works)
}

function filled(catalogue: Catalogue, works: Partial<CatalogueWork>[]): Catalogue {
  for (const [index, work] of works.entries()) {
    const id = work.id ?? index + 1
    catalogue.apply({ kind: 'work', work: { ...plainWork, id, code: `RJ${String(id).padStart(6, '0')}`, ...work } })
  }
  return catalogue
}

function ids(catalogue: Catalogue, keyword: string, query: Partial<CatalogueQuery> = {}): number[] {
  const terms = parseKeyword(keyword)
  return catalogue.query({ terms, order: 'id', direction: 'asc', offset: 0, limit: 100, ...query }).ids
}

describe('plain words', () => {
  const catalogue = catalogueOf(
    { title: '雨音の〜夜～ ＡＳＭＲ', code: 'RJ01234567' },
    { title: '耳かき', circleId: 7, voiceActorIds: ['v'], tagIds: [3], weakTagIds: [4], code: 'VJ012345' },
  )
  catalogue.apply({ kind: 'circle', id: 7, names: ['青い灯台', 'Blue Lantern'] })
  catalogue.apply({ kind: 'voiceActor', id: 'v', names: ['月野 しずく'] })
  catalogue.apply({ kind: 'tag', id: 3, names: ['焚き火', 'Campfire', '篝火'] })
  catalogue.apply({ kind: 'tag', id: 4, names: ['波'] })

  test.each([
    ['雨', [1]],
    ['音の', [1]],
    ['音の～夜〜', [1]],
    ['asmr', [1]],
    ['AsMr 雨', [1]],
    ['雨 耳', []],
    ['灯', [2]],
    ['lantern', [2]],
    ['ｓｉｚ', []],
    ['月野 しずく', [2]],
    ['CAMP', [2]],
    ['篝', [2]],
    ['波', [2]],
    ['RJ01234567', [1]],
    ['rj0123', [1]],
    ['1234567', [1]],
    ['0123', [1, 2]],
    ['345', [1, 2]],
    ['45678', []],
    ['j', [1, 2]],
    ['', [1, 2]],
  ])('SRC-02 %s is found in titles, names and codes', (keyword, expected) => {
    expect(ids(catalogue, keyword)).toEqual(expected)
  })
})

describe('names', () => {
  const catalogue = catalogueOf({ tagIds: [1] }, { tagIds: [2] }, { weakTagIds: [1] }, { circleId: 5 })
  for (const id of [1, 2]) catalogue.apply({ kind: 'tag', id, names: [`tag ${id}`, 'ASMR'] })
  catalogue.apply({ kind: 'circle', id: 5, names: ['雨〜屋'] })

  test.each([
    ['$tag:asmr$', [1, 2]],
    ['$tag:tag 1$', [1]],
    ['$tag:tag$', []],
    ['$tagw:tag 1$', [1, 3]],
    ['$-tag:tag 1$', [2, 3, 4]],
    ['$-tagw:tag 1$', [2, 4]],
    ['$circle:雨～屋$', [4]],
    ['$circle:雨$', []],
    ['$-tag:unknown$', [1, 2, 3, 4]],
    ['$tag:$', []],
    ['$-tag:$', [1, 2, 3, 4]],
  ])('SRC-02 %s is the exact name, in any language and case', (keyword, expected) => {
    expect(ids(catalogue, keyword)).toEqual(expected)
  })

  test('SRC-02 spaces between Chinese or Japanese characters of a name are ignored; others are not', () => {
    const spaced = catalogueOf({ voiceActorIds: ['a'] }, { voiceActorIds: ['b'] }, { circleId: 9 })
    spaced.apply({ kind: 'voiceActor', id: 'a', names: ['林\u3000一'] })
    spaced.apply({ kind: 'voiceActor', id: 'b', names: ['林一'] })
    spaced.apply({ kind: 'circle', id: 9, names: ['Blue Lantern'] })
    for (const keyword of ['$va:林一$', '$va:林 一$', '$va:林　一$', '林一', '林 一']) {
      expect([keyword, ids(spaced, keyword)]).toEqual([keyword, [1, 2]])
    }
    expect(ids(spaced, '$circle:BlueLantern$')).toEqual([])
    expect(ids(spaced, '$circle:blue  lantern$')).toEqual([3])
    expect(ids(spaced, 'bluelantern')).toEqual([])
  })

  test('SRC-02 after a name has changed, the new one is found and the old one is not', () => {
    const renamed = catalogueOf({ circleId: 9, voiceActorIds: ['v'] })
    renamed.apply({ kind: 'circle', id: 9, names: ['雨音堂'] })
    renamed.apply({ kind: 'circle', id: 9, names: ['夜空堂', '雨音'] })
    expect(ids(renamed, '$circle:雨音堂$')).toEqual([])
    expect(ids(renamed, '雨音堂')).toEqual([])
    expect(ids(renamed, '$circle:夜空堂$ 夜空')).toEqual([1])
  })
})

test('UPG-07 what has names is known, however many there are, and after a restart', () => {
  const catalogue = createCatalogue()
  for (let id = 0; id < 300; id += 1) catalogue.apply({ kind: 'circle', id, names: [`circle ${id}`] })
  for (let id = 0; id < 300; id += 3) catalogue.apply({ kind: 'circle', id, names: [] })
  catalogue.apply({ kind: 'staff', id: 's1', names: [''] })
  const restored = createCatalogue()
  restored.restore(structuredClone(catalogue.save()))
  for (const each of [catalogue, restored]) {
    for (let id = 0; id < 310; id += 1) {
      expect(each.hasNames({ kind: 'circle', id })).toBe(id < 300 && id % 3 !== 0)
    }
    expect(each.hasNames({ kind: 'tag', id: 1 })).toBe(false)
    expect([...each.namedEntities()]).toHaveLength(201)
  }
  restored.apply({ kind: 'circle', id: 5_000, names: ['late'] })
  expect(restored.hasNames({ kind: 'circle', id: 5_000 })).toBe(true)
})

describe('numbers', () => {
  const catalogue = catalogueOf(
    { durationSeconds: 1799.5, rateAverage: 4.494, price: 499, salesCount: 99, age: 'r15', language: 'ENG' },
    { durationSeconds: 1800, rateAverage: 4.496, price: 500, salesCount: 100, age: 'adult' },
  )
  test.each([
    ['$duration:30m$', [2]],
    ['$-duration:30m$', [1]],
    ['$duration:1799$', [1, 2]],
    ['$rate:4.5$', [2]],
    ['$rate:4.49$', [1, 2]],
    ['$-rate:4.5$', [1]],
    ['$price:500$', [2]],
    ['$-price:500$', [1]],
    ['$sell:100$', [2]],
    ['$-sell:100$', [1]],
    ['$sell:many$', []],
    ['$-sell:many$', [1, 2]],
    ['$age:ADULT$', [2]],
    ['$-age:adult$', [1]],
    ['$age:old$', []],
    ['$lang:eng$', [1]],
    ['$-lang:ENG$', [2]],
    ['$lang:KO_KR$', []],
  ])('SRC-02 %s', (keyword, expected) => {
    expect(ids(catalogue, keyword)).toEqual(expected)
  })
})

test('LIB-11 a filter appended to a keyword narrows the result', () => {
  const catalogue = catalogueOf({ title: '雨', age: 'adult' }, { title: '雨' }, { title: '風' })
  expect(ids(catalogue, '雨 $-age:adult$')).toEqual([2])
})

describe('a work whose age is unknown', () => {
  const works = [{ age: 'general' }, { age: 'r15' }, { age: 'adult' }, { age: 'unrated' }] as const
  test.each([
    ['$age:general$', [1]],
    ['$age:unrated$', [4]],
    ['$-age:unrated$', [1, 2, 3]],
    ['$-age:adult$', [1, 2]],
    ['$-age:ADULT$ $-age:r15$', [1]],
    ['$-age:r15$', [1, 3]],
    ['$-age:general$', [2, 3, 4]],
    ['$-age:old$', [1, 2, 3, 4]],
  ])('SRC-09 %s: it is in no category, and excluded without R-18 or R-15', (keyword, expected) => {
    expect(ids(catalogueOf(...works), keyword)).toEqual(expected)
  })

  test.each([
    ['$-age:adult$', [1, 2, 4]],
    ['$-age:r15$', [1, 3, 4]],
    ['$age:general$', [1]],
  ])('SRC-09 %s where the owner lets it pass', (keyword, expected) => {
    expect(ids(filled(createCatalogue({ passesUnrated: true }), [...works]), keyword)).toEqual(expected)
  })

  test('LIB-03 it is ordered between works for all ages and those for adults', () => {
    expect(ids(catalogueOf(...works), '', { order: 'nsfw', direction: 'asc' })).toEqual([1, 2, 4, 3])
  })
})

test('SRC-08 a translation is hidden only while its original is in the library', () => {
  const catalogue = catalogueOf(
    { code: 'RJ01000001' },
    { code: 'RJ01000002', originalCode: 'rj01000001', language: 'ENG' },
    { code: 'RJ01000003', originalCode: 'RJ01999999' },
    { code: 'RJ01000004', originalCode: 'RJ01000004' },
  )
  const hiding = { hidesTranslations: true }
  expect(ids(catalogue, '', hiding)).toEqual([1, 3, 4])
  expect(ids(catalogue, '', { hidesTranslations: false })).toEqual([1, 2, 3, 4])
  catalogue.apply({ kind: 'workRemoved', id: 1 })
  expect(ids(catalogue, '', hiding)).toEqual([2, 3, 4])
  catalogue.apply({ kind: 'work', work: { ...plainWork, id: 50, code: 'RJ01999999' } })
  expect(ids(catalogue, '', hiding)).toEqual([2, 4, 50])
})

describe('one edition of each work', () => {
  const works = [
    { code: 'RJ01000001', price: 300 },
    { code: 'RJ01000002', originalCode: 'rj01000001', language: 'ENG', price: 100 },
    { code: 'RJ01000003', originalCode: 'RJ01000001', language: 'CHI_HANS', hasSubtitle: true, price: 500 },
    { code: 'RJ01000004', price: 400 },
  ]
  const catalogue = catalogueOf(...works)
  const one = (languages: string[], keyword = '', query: Partial<CatalogueQuery> = {}) =>
    ids(catalogue, keyword, { oneEditionIn: languages, ...query })

  test.each([
    [['CHI_HANS'], [3, 4]],
    [['chi_hans'], [3, 4]],
    [
      ['KO_KR', 'ENG', 'CHI_HANS'],
      [2, 4],
    ],
    [['KO_KR'], [1, 4]],
    [[], [1, 4]],
  ])('EDI-02 in the first preferred language that there is, otherwise the original: %s', (languages, expected) => {
    expect(one(languages)).toEqual(expected)
  })

  test('EDI-02 without the original, the lowest id', () => {
    const translations = catalogueOf(works[2]!, works[1]!)
    expect(ids(translations, '', { oneEditionIn: ['JPN'] })).toEqual([1])
  })

  test('EDI-03 of the editions that match the filters', () => {
    expect(one(['CHI_HANS'], '$lang:ENG$')).toEqual([2])
    expect(one(['ENG'], '$-lang:ENG$')).toEqual([1, 4])
    expect(one(['ENG'], '', { isSubtitled: true })).toEqual([3])
    expect(one(['CHI_HANS'], '', { hidesTranslations: true })).toEqual([1, 4])
  })

  test('EDI-03 by rating, of those that the visitor has rated', () => {
    const ratings = new Map([
      [2, 4],
      [4, 5],
    ])
    expect(one(['CHI_HANS'], '', { order: 'rating', direction: 'desc', ratings })).toEqual([4, 2])
  })

  test('EDI-04 orders are by the edition that is shown', () => {
    expect(one(['CHI_HANS'], '', { order: 'price' })).toEqual([4, 3])
    expect(one(['ENG'], '', { order: 'price' })).toEqual([2, 4])
  })

  test('EDI-04 totals and pages count works', () => {
    const page = { terms: [], order: 'id', direction: 'asc', oneEditionIn: ['ENG'] } as const
    expect(catalogue.query({ ...page, offset: 1, limit: 1 })).toEqual({ ids: [4], total: 2 })
  })

  test('EDI-02 after a work has gone, come or changed, another edition is shown', () => {
    const changing = catalogueOf(...works)
    const shown = () => ids(changing, '', { oneEditionIn: ['CHI_HANS', 'ENG'] })
    expect(shown()).toEqual([3, 4])
    changing.apply({ kind: 'workRemoved', id: 3 })
    expect(shown()).toEqual([2, 4])
    changing.apply({ kind: 'work', work: { ...plainWork, ...works[1], id: 2, originalCode: null } })
    expect(shown()).toEqual([1, 2, 4])
    changing.apply({ kind: 'work', work: { ...plainWork, ...works[2], id: 3, editionCodes: ['RJ01000002'] } })
    expect(shown()).toEqual([3, 4])
  })
})

describe('which works are editions of one', () => {
  const plain = (code: string, originalCode: string | null = null, editionCodes: string[] = []) => ({
    code,
    originalCode,
    editionCodes,
  })

  test.each([
    ['a translation of a translation', [plain('A'), plain('B', 'A'), plain('C', 'B')], [1, 2, 3]],
    ['translations of a work that is not in the library', [plain('B', 'A'), plain('C', 'A'), plain('D', 'E')], [1, 2]],
    ['a translation of one', [plain('B', 'X'), plain('C'), plain('X', 'Y')], [1, 3]],
    ['a work that lists another', [plain('A'), plain('B'), plain('C', null, ['A'])], [1, 3]],
    ['works that list the same', [plain('A', null, ['X']), plain('B', 'X'), plain('C', null, ['Y', 'X'])], [1, 2, 3]],
    ['a circle', [plain('A', 'C'), plain('B', 'A'), plain('C', 'B')], [1, 2, 3]],
    ['a work that names itself', [plain('A', 'A', ['A']), plain('B', 'B')], [1]],
    ['the same code twice', [plain('A'), plain('a'), plain('B')], [1, 2]],
  ])('EDI-01 %s', (_, works, expected) => {
    expect(catalogueOf(...works).editionsOf(1)).toEqual(expected)
  })

  test('EDI-01 a chain of thirty thousand translations, a circle, is one work', () => {
    const count = 30_000
    const chain = createCatalogue()
    chain.load(
      Array.from({ length: count }, (_, index) => {
        const work = { ...plainWork, id: index + 1, code: `RJ${index}`, originalCode: `RJ${(index + 1) % count}` }
        return { kind: 'work' as const, work }
      }),
    )
    expect(chain.editionsOf(7)).toHaveLength(count)
    expect(chain.query({ terms: [], order: 'id', direction: 'asc', offset: 0, limit: 9, oneEditionIn: [] })).toEqual({
      ids: [1],
      total: 1,
    })
    chain.apply({ kind: 'workRemoved', id: 9 })
    chain.apply({ kind: 'workRemoved', id: 19 })
    expect(chain.editionsOf(12)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18])
    expect(chain.editionsOf(9)).toEqual([])
  })
})

test('SRC-15 works are found and counted by the languages of their subtitles', () => {
  const catalogue = catalogueOf(
    { hasSubtitle: true, subtitleLanguages: ['ja', 'zh'], language: 'ENG' },
    { hasSubtitle: true, subtitleLanguages: ['zh'] },
    { hasSubtitle: true },
    {},
  )
  expect(ids(catalogue, '$sub:ja$')).toEqual([1])
  expect(ids(catalogue, '$sub:ZH$')).toEqual([1, 2])
  expect(ids(catalogue, '$-sub:zh$')).toEqual([3, 4])
  expect(ids(catalogue, '$sub:eng$')).toEqual([])
  expect(catalogue.subtitleLanguageCounts()).toEqual(
    new Map([
      ['ja', 1],
      ['zh', 2],
    ]),
  )
  const asked = { narrowing: { terms: [] }, isOneEach: false, choices: [], limit: 5 }
  expect(catalogue.count({ ...asked, names: 'subtitleLanguage' }).names).toEqual([
    { id: 'zh', count: 2 },
    { id: 'ja', count: 1 },
  ])
  expect(catalogue.count({ ...asked, names: 'language' }).names.map(({ id }) => id)).toEqual(['jpn', 'eng'])
})

test('LIB-06 subtitled works are those of the library and those with the visitor’s own subtitles', () => {
  const catalogue = catalogueOf({ hasSubtitle: true }, {}, {})
  expect(ids(catalogue, '', { isSubtitled: true })).toEqual([1])
  expect(ids(catalogue, '', { isSubtitled: true, locallySubtitledIds: [3, 99] })).toEqual([1, 3])
  expect(ids(catalogue, '', { isSubtitled: false, locallySubtitledIds: [3] })).toEqual([1, 2, 3])
})

describe('order', () => {
  const catalogue = catalogueOf(
    { createDay: 3, releaseDay: 1, price: 200, rateAverage: 4.5, salesCount: 9, reviewCount: 1 },
    { createDay: 1, releaseDay: 3, price: 100, rateAverage: 4.504, salesCount: 7, reviewCount: 2, age: 'adult' },
    { createDay: 3, releaseDay: 2, price: 300, rateAverage: 4.6, salesCount: 8, reviewCount: 0 },
  )
  test.each([
    ['create_date', 'desc', [3, 1, 2]],
    ['release', 'desc', [2, 3, 1]],
    ['release', 'asc', [1, 3, 2]],
    ['dl_count', 'desc', [1, 3, 2]],
    ['price', 'asc', [2, 1, 3]],
    ['price', 'desc', [3, 1, 2]],
    ['rate_average_2dp', 'desc', [3, 2, 1]],
    ['review_count', 'desc', [2, 1, 3]],
    ['id', 'desc', [3, 2, 1]],
    ['nsfw', 'asc', [1, 3, 2]],
  ] as const)('LIB-03 by %s %s; ties are broken by id in the same direction', (order, direction, expected) => {
    expect(ids(catalogue, '', { order, direction })).toEqual(expected)
  })

  test.each([
    ['asc', [3, 1, 2, 4]],
    ['desc', [1, 3, 4, 2]],
  ] as const)('LIB-13 works without a release date come last by release %s', (direction, expected) => {
    const undated = catalogueOf({ releaseDay: 20_000 }, { releaseDay: null }, { releaseDay: -5 }, { releaseDay: null })
    expect(ids(undated, '', { order: 'release', direction })).toEqual(expected)
  })

  test('LIB-03 by the visitor’s own rating, rated works only', () => {
    const ratings = new Map([
      [3, 4],
      [1, 5],
      [99, 1],
    ])
    expect(ids(catalogue, '', { order: 'rating', direction: 'desc', ratings })).toEqual([1, 3])
    expect(ids(catalogue, '$-price:300$', { order: 'rating', ratings })).toEqual([1])
    expect(ids(catalogue, '', { order: 'rating' })).toEqual([])
  })

  test('LIB-03 the pages of a random order fit together, and another seed gives another order', () => {
    const many = catalogueOf(...Array.from({ length: 1_000 }, () => ({})))
    const page = (seed: number, offset: number) =>
      ids(many, '', { order: 'random', direction: 'desc', seed, offset, limit: 20 })
    const pages = (seed: number) => Array.from({ length: 51 }, (_, index) => page(seed, index * 20)).flat()
    const first = pages(7)
    expect(new Set(first).size).toBe(1_000)
    expect(pages(7)).toEqual(first)
    expect(first).not.toEqual(first.toSorted((a, b) => a - b))
    expect(pages(8)).not.toEqual(first)
    many.apply({ kind: 'workRemoved', id: first[0]! })
    expect(page(7, 0)).toEqual(first.slice(1, 21))
  })
})

test('counts follow the works; weak tags and names without works are left out', () => {
  const catalogue = catalogueOf({ tagIds: [1, 2], circleId: 4, voiceActorIds: ['v'] }, { tagIds: [2], weakTagIds: [3] })
  catalogue.apply({ kind: 'circle', id: 8, names: ['unused'] })
  expect([...catalogue.tagCounts()]).toEqual([
    [1, 1],
    [2, 2],
  ])
  catalogue.apply({ kind: 'workRemoved', id: 1 })
  expect([...catalogue.tagCounts()]).toEqual([[2, 1]])
  expect([...catalogue.circleCounts()]).toEqual([[1, 1]])
  expect(catalogue.voiceActorCounts().size).toBe(0)
})

test('endless changes do not grow the catalogue', () => {
  const catalogue = catalogueOf()
  const bytes = () => process.memoryUsage().arrayBuffers
  const round = (from: number) => {
    for (let id = from; id < from + 200; id += 1) {
      const title = `${id % 97} 雨音 ${id % 89}`
      const work = { ...plainWork, id, title, tagIds: [id % 40], code: `RJ${id % 1_000}`, originalCode: `RJ${id}` }
      catalogue.apply({ kind: 'work', work })
    }
    for (let id = from; id < from + 200; id += 1) catalogue.apply({ kind: 'workRemoved', id })
  }
  for (let from = 0; from < 5_000; from += 200) round(from)
  const before = bytes()
  for (let from = 5_000; from < 15_000; from += 200) round(from)
  expect(bytes() - before).toBeLessThan(100_000)
  expect(catalogue.size).toBe(0)
})

test('a failed load leaves the previous state', () => {
  const catalogue = catalogueOf({ price: 2 })
  const failing = function* () {
    for (let id = 2; id < 3_000; id += 1) yield { kind: 'work' as const, work: { ...plainWork, id, price: 3_000 - id } }
    throw new Error('the database is gone')
  }
  expect(() => catalogue.load(failing())).toThrow('the database is gone')
  expect(ids(catalogue, '', { order: 'price', limit: 3 })).toEqual([2_999, 1, 2_998])
})
