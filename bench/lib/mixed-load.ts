import type { CatalogueOrder, CatalogueQuery } from '@otodana/catalogue'
import { type Namespace, parseKeyword, special } from '@otodana/keyword'

import type { GeneratedCatalogue } from './generated-works.ts'
import { pick, type Random, seededRandom, zipf } from './random.ts'

/** A visitor's request for a list or search. */
export type ListQuery = {
  /** The kind of query, for figures by kind. */
  shape: string
  /** Empty for the library's list. */
  keyword: string
  order: CatalogueOrder
  direction: 'asc' | 'desc'
  /** From 1. */
  page: number
  seed?: number
  isSubtitled?: boolean
  hidesTranslations?: boolean
}

const PAGE_SIZE = 20

export const pageOne: ListQuery = { shape: 'page 1', keyword: '', order: 'create_date', direction: 'desc', page: 1 }

/**
 * Returns the queries that the goals for lists are measured with: `rounds` of each shape below, with other words, tags
 * and names each time, shuffled. Words are taken from titles; popular tags and names occur more often.
 */
export function mixedLoad(catalogue: GeneratedCatalogue, rounds = 20, seed = 2): ListQuery[] {
  const random = seededRandom(seed)
  const ask = questions(catalogue, random)
  const load: ListQuery[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [shape, make] of Object.entries(ask)) load.push({ ...pageOne, shape, ...make() })
  }
  return shuffled(load, random)
}

/** Converts the query for `packages/catalogue`. */
export function catalogueQueryOf(query: ListQuery): CatalogueQuery {
  const { shape: _shape, keyword, page, ...rest } = query
  return { ...rest, terms: parseKeyword(keyword), offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
}

/** Converts the query to a path of the API, `/api/works?…` or `/api/search/{keyword}?…`. */
export function apiPathOf({
  keyword,
  order,
  direction,
  page,
  seed,
  isSubtitled,
  hidesTranslations,
}: ListQuery): string {
  const parameters = new URLSearchParams({ order, sort: direction, page: String(page), pageSize: String(PAGE_SIZE) })
  if (seed !== undefined) parameters.set('seed', String(seed))
  if (isSubtitled) parameters.set('subtitle', '1')
  if (hidesTranslations) parameters.set('includeTranslationWorks', 'false')
  const path = keyword === '' && !hidesTranslations ? '/api/works' : `/api/search/${encodeURIComponent(keyword || ' ')}`
  return `${path}?${parameters}`
}

function questions(catalogue: GeneratedCatalogue, random: Random): Record<string, () => Partial<ListQuery>> {
  const { works, tags, circles, voiceActors, series, staff } = catalogue
  const tag = drawName(tags, 0.8, random)
  const circle = drawName(circles, 0.8, random)
  const voiceActor = drawName(voiceActors, 0.8, random)
  const oneSeries = drawName(series, 0.8, random)
  const person = drawName(staff, 0.8, random)
  const one = (namespace: Namespace, value: string) => special(namespace, value)
  const not = (namespace: Namespace, value: string) => special(namespace, value, true)
  const tagOf = () => pick([() => tag().ja, () => tag().en, () => tag().zh], random)()
  const snippet = (length: number) => {
    const characters = [...pick(works, random).title.replaceAll(/[\s【】～]/g, '')]
    const start = Math.floor(random() * Math.max(1, characters.length - length))
    return characters.slice(start, start + length).join('')
  }
  const word = (length: number) => () => ({ keyword: snippet(length) })
  const sorted =
    (order: CatalogueOrder, direction: 'asc' | 'desc' = 'desc') =>
    () => ({ order, direction })
  return {
    newest: () => ({}),
    'oldest first': sorted('create_date', 'asc'),
    'by release': sorted('release'),
    'by sales': sorted('dl_count'),
    'by price': sorted('price', 'asc'),
    'by rating': sorted('rate_average_2dp'),
    'by reviews': sorted('review_count'),
    'by id': sorted('id'),
    'by age': sorted('nsfw', 'asc'),
    random: () => ({ order: 'random', seed: Math.floor(random() * 100) }),
    'page 2 to 6': () => ({ page: 2 + Math.floor(random() * 5), order: pick(['create_date', 'release'], random) }),
    'a deep page': () => ({ page: 1 + Math.floor((random() * works.length) / PAGE_SIZE), order: 'release' }),
    subtitled: () => ({ isSubtitled: true }),
    'no translations': () => ({ hidesTranslations: true, order: 'release' }),
    '1 character': word(1),
    '2 characters': word(2),
    '3 characters': word(3),
    '4 characters': word(4),
    'two words': () => ({ keyword: `${snippet(2)} ${snippet(2)}` }),
    'a code': () => ({ keyword: pick(works, random).code }),
    'the start of a code': () => ({ keyword: pick(works, random).code.slice(0, 5) }),
    'a tag': () => ({ keyword: one('tag', tagOf()) }),
    'a tag by sales': () => ({ keyword: one('tag', tagOf()), order: 'dl_count' }),
    'two tags': () => ({ keyword: `${one('tag', tagOf())} ${one('tag', tagOf())}` }),
    'two tags but not a third': () => ({
      keyword: `${one('tag', tagOf())} ${one('tag', tagOf())} ${not('tag', tagOf())}`,
      order: 'release',
    }),
    'a tag, weak or not': () => ({ keyword: one('tagw', tagOf()) }),
    'a circle': () => ({ keyword: one('circle', circle().name), order: 'release' }),
    'a voice actor': () => ({ keyword: one('va', voiceActor().name), order: 'release' }),
    'a voice actor and a word': () => ({ keyword: `${one('va', voiceActor().name)} ${snippet(1)}` }),
    'a series': () => ({ keyword: one('series', oneSeries().name), order: 'release' }),
    'a member of the staff': () => ({ keyword: one('staff', person().name), order: 'release' }),
    'a minimum duration': () => ({ keyword: one('duration', pick(['20m', '40m', '1h', '1.2h'], random)) }),
    'a price range': () => ({ keyword: `${one('price', '300')} ${not('price', '1000')}`, order: 'price' }),
    'well rated and sold': () => ({
      keyword: `${one('rate', pick(['4.7', '4.8', '4.9'], random))} ${one('sell', pick(['300', '1000'], random))}`,
      order: 'rate_average_2dp',
    }),
    'all ages with a tag': () => ({ keyword: `${one('age', 'general')} ${one('tag', tagOf())}` }),
    'not for adults': () => ({ keyword: not('age', 'adult'), page: 1 + Math.floor(random() * 10) }),
    'a language': () => ({ keyword: one('lang', pick(['JPN', 'ENG', 'CHI_HANS'], random)) }),
    'subtitled with a tag at random': () => ({
      keyword: one('tag', tagOf()),
      isSubtitled: true,
      order: 'random',
      seed: Math.floor(random() * 100),
    }),
    'a word without matches': () => ({ keyword: `zq${Math.floor(random() * 1_000)}` }),
  }
}

function drawName<T>(things: readonly T[], exponent: number, random: Random): () => T {
  const rank = zipf(things.length, exponent, random)
  return () => things[rank()]!
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const result = [...values]
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1))
    ;[result[index], result[other]] = [result[other]!, result[index]!]
  }
  return result
}
