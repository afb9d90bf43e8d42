import { foldText, parseKeyword } from '@otodana/keyword'
import { codeToId } from '@otodana/work-code'
import { expect, test } from 'vitest'

import { changesOf, generateCatalogue } from './generated-works.ts'
import { apiPathOf, catalogueQueryOf, mixedLoad } from './mixed-load.ts'

const catalogue = generateCatalogue(5_000)

test('the same count and seed give the same catalogue, another seed gives another', () => {
  expect(generateCatalogue(200)).toEqual(generateCatalogue(200))
  expect(generateCatalogue(200, 2).works).not.toEqual(generateCatalogue(200).works)
})

test('ids match their codes, and every name is unique in any spelling', () => {
  for (const { id, code } of catalogue.works) expect(codeToId(code)).toBe(id)
  const unique = (values: unknown[]) => expect(new Set(values).size).toBe(values.length)
  unique(catalogue.works.map(({ id }) => id))
  unique(catalogue.circles.map(({ name }) => foldText(name)))
  unique(catalogue.voiceActors.map(({ name }) => foldText(name)))
  unique(catalogue.staff.map(({ name }) => foldText(name)))
  unique(catalogue.tags.flatMap(({ ja, en, zh }) => [ja, en, zh].map(foldText)))
  expect(catalogue.circles).toHaveLength(20_000)
  expect(catalogue.voiceActors).toHaveLength(5_000)
  expect(catalogue.staff).toHaveLength(4_000)
  const names = 20_000 + 5_000 + 500 + catalogue.series.length + catalogue.staff.length
  expect([...changesOf(catalogue)]).toHaveLength(5_000 + names)
})

test('works are realistic: tags, circles, translations, subtitles', () => {
  const { works } = catalogue
  const codes = new Set(works.map(({ code }) => code))
  for (const { title, tagIds, weakTagIds, voiceActorIds } of works) {
    expect(title.length).toBeGreaterThan(5)
    expect(title.length).toBeLessThanOrEqual(40)
    expect([2, 3, 4, 5, 6, 7, 8]).toContain(tagIds.length + weakTagIds.length)
    expect([1, 2, 3]).toContain(voiceActorIds.length)
  }
  const share = (count: number) => count / works.length
  expect(share(works.filter(({ hasSubtitle }) => hasSubtitle).length)).toBeCloseTo(0.3, 1)
  const translations = works.filter(({ originalCode }) => originalCode !== null)
  expect(share(translations.length)).toBeCloseTo(0.08, 1)
  expect(translations.some(({ originalCode }) => codes.has(originalCode!))).toBe(true)
  expect(translations.some(({ originalCode }) => !codes.has(originalCode!))).toBe(true)
  expect(translations.every(({ language }) => language !== 'JPN')).toBe(true)
})

test('the mixed load has more than twenty shapes, equal as terms and as URLs', () => {
  const load = mixedLoad(catalogue, 3)
  const shapes = Map.groupBy(load, ({ shape }) => shape)
  expect(shapes.size).toBeGreaterThanOrEqual(20)
  for (const queries of shapes.values()) expect(queries).toHaveLength(3)
  for (const query of load) {
    const url = new URL(apiPathOf(query), 'http://localhost')
    const { terms, offset } = catalogueQueryOf(query)
    const keyword = decodeURIComponent(url.pathname.slice('/api/search/'.length))
    expect(url.pathname.startsWith('/api/search/') ? parseKeyword(keyword) : []).toEqual(terms)
    expect((Number(url.searchParams.get('page')) - 1) * 20).toBe(offset)
    expect(terms.every(({ kind }) => kind !== 'partial')).toBe(true)
  }
})
