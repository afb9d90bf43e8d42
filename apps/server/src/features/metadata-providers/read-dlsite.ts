import { type LanguageCode, languageCodes } from '@otodana/contract'
import { parseWorkCode } from '@otodana/work-code'

import { completeRating, limits } from '#features/metadata/index.ts'

import { dayOf, itemsOf, lineOf, nameOf, recordOf, textOf, wholeOf } from './read-facts.ts'

export type TagNames = { en?: string; zh?: string }

type Context = { baseUrl: string; site: string; code: string; tagNames: ReadonlyMap<number, TagNames> }

const AGES: Record<number, string> = { 1: 'general', 2: 'r15', 3: 'adult' }

/** Reads the store's entry of a work; `coverUrl` is null if it has no cover of its own. */
export function readProduct(product: Record<string, unknown>, { baseUrl, site, code, tagNames }: Context) {
  const circle = nameOf(product.maker_name)
  const translation = recordOf(product.translation_info)
  const original = codeOf(translation.original_workno)
  return {
    title: lineOf(product.work_name, limits.title),
    circle: circle === undefined ? undefined : { name: circle, code: lineOf(product.maker_id, 32) },
    voice_actors: creatorNames(product, 'voice_by'),
    tags: tagsOf(product, tagNames),
    release: dayOf(product.regist_date),
    age: AGES[wholeOf(product.age_category) ?? 0],
    price: wholeOf(product.official_price) ?? wholeOf(product.price),
    language: languageOf(translation.lang),
    original: original === code ? undefined : original,
    editions: editionsOf(product.language_editions),
    description: textOf(product.intro_s, limits.description),
    source_url: `${baseUrl}/${site}/work/=/product_id/${code}.html`,
    coverUrl: coverOf(product, baseUrl),
  }
}

/** Reads what changes from day to day: sales, ratings, ranks. */
export function readSales(sales: Record<string, unknown>) {
  const ranks = itemsOf(sales.rank, limits.ranks).map(recordOf).flatMap(rankOf)
  return {
    dl_count: wholeOf(sales.dl_count),
    review_count: wholeOf(sales.review_count),
    price: wholeOf(sales.price),
    rating: ratingOf(sales),
    rank: ranks.length > 0 ? ranks : undefined,
  }
}

function creatorNames(product: Record<string, unknown>, role: string): string[] | undefined {
  const creators = itemsOf(recordOf(product.creaters)[role], limits.voiceActors)
  const names = creators.flatMap((creator) => nameOf(recordOf(creator).name) ?? [])
  return names.length > 0 ? names : undefined
}

function tagsOf(product: Record<string, unknown>, tagNames: ReadonlyMap<number, TagNames>) {
  const genres = itemsOf(product.genres, limits.tags).map(recordOf)
  const tags = genres.flatMap((genre) => {
    const name = nameOf(genre.name)
    if (name === undefined) return []
    const { en, zh } = tagNames.get(Number(genre.id)) ?? {}
    return [{ name, ja: name, en: nameOf(en), zh: nameOf(zh) }]
  })
  return tags.length > 0 ? tags : undefined
}

function languageOf(value: unknown): LanguageCode | undefined {
  return languageCodes.find((code) => code === value)
}

function codeOf(value: unknown): string | undefined {
  return typeof value === 'string' ? parseWorkCode(value.slice(0, 32))?.code : undefined
}

function editionsOf(value: unknown) {
  const editions = itemsOf(value, limits.editions)
    .map(recordOf)
    .flatMap((edition) => {
      const [lang, code] = [languageOf(edition.lang), codeOf(edition.workno)]
      return lang === undefined || code === undefined ? [] : [{ lang, code, label: nameOf(edition.label) }]
    })
  return editions.length > 0 ? editions : undefined
}

/** Addresses without a scheme take that of the store. */
function coverOf(product: Record<string, unknown>, baseUrl: string): string | null {
  const { url } = recordOf(product.image_main)
  if (typeof url !== 'string' || url === '' || url.includes('no_img')) return null
  return URL.parse(url, baseUrl)?.href ?? null
}

/** The store's average may differ from its detail by an older review: the detail counts. */
function ratingOf(sales: Record<string, unknown>) {
  const points = itemsOf(sales.rate_count_detail, 5).map(recordOf)
  const detail = Object.fromEntries(points.map((point) => [Number(point.review_point), wholeOf(point.count) ?? 0]))
  if (points.length > 0) return { detail }
  const count = wholeOf(sales.rate_count)
  const average = Number(sales.rate_average_2dp)
  if (count === undefined || Number.isNaN(average)) return undefined
  return typeof completeRating({ count, average }) === 'string' ? undefined : { count, average }
}

function rankOf({ term, category, rank, rank_date: date }: Record<string, unknown>) {
  const place = wholeOf(rank)
  const [termText, categoryText, day] = [lineOf(term, 40), lineOf(category, 40), dayOf(date)]
  if (!place || termText === undefined || categoryText === undefined || day === undefined) return []
  return [{ term: termText, category: categoryText, rank: place, rank_date: day }]
}
