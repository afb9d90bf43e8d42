import { type LanguageCode, languageCodes, MAX_SAMPLES } from '@otodana/contract'
import { codeToId, parseWorkCode } from '@otodana/work-code'

import { completeRating, limits } from '#features/metadata/index.ts'

import { addressOf } from './http-provider.ts'
import { dayOf, itemsOf, lineOf, nameOf, recordOf, textOf, wholeOf } from './read-facts.ts'

export type TagNames = { en?: string; zh?: string }

type Context = { baseUrl: string; site: string; code: string; tagNames: ReadonlyMap<number, TagNames> }

const AGES: Record<number, string> = { 1: 'general', 2: 'r15', 3: 'adult' }

/** Reads the store's entry of a work; `coverUrl` is null if it has no cover of its own. */
export function readProduct(product: Record<string, unknown>, { baseUrl, site, code, tagNames }: Context) {
  const circle = nameOf(product.maker_name)
  const original = codeOf(recordOf(product.translation_info).original_workno)
  return {
    title: readTitle(product),
    circle: circle === undefined ? undefined : { name: circle, code: lineOf(product.maker_id, 32) },
    voice_actors: creatorNames(product, 'voice_by', limits.voiceActors),
    staff: staffOf(product),
    series: seriesOf(product),
    samples: samplesOf(product, baseUrl),
    tags: tagsOf(product, tagNames),
    release: dayOf(product.regist_date),
    age: AGES[wholeOf(product.age_category) ?? 0],
    price: wholeOf(product.official_price) ?? wholeOf(product.price),
    language: readLanguage(product),
    original: original !== undefined && codeToId(original) === codeToId(code) ? undefined : original,
    editions: editionsOf(product.language_editions),
    description: textOf(product.intro_s, limits.description),
    source_url: `${baseUrl}/${site}/work/=/product_id/${code}.html`,
    coverUrl: coverOf(product, baseUrl),
  }
}

/** Reads what changes from day to day: sales, ratings, ranks, and the regular price; `price` is lower during a sale. */
export function readSales(sales: Record<string, unknown>) {
  const ranks = itemsOf(sales.rank, limits.ranks).map(recordOf).flatMap(rankOf)
  return {
    dl_count: wholeOf(sales.dl_count),
    review_count: wholeOf(sales.review_count),
    rating: ratingOf(sales),
    rank: ranks.length > 0 ? ranks : undefined,
    price: wholeOf(sales.official_price),
  }
}

/** Reads a work's title in the language that it was asked for. */
export function readTitle(product: Record<string, unknown>): string | undefined {
  return lineOf(product.work_name, limits.title)
}

function staffOf(product: Record<string, unknown>) {
  const others = [...(creatorNames(product, 'others_by') ?? []), ...(creatorNames(product, 'created_by') ?? [])]
  const staff = {
    scenario: creatorNames(product, 'scenario_by'),
    illustration: creatorNames(product, 'illust_by'),
    music: creatorNames(product, 'music_by'),
    other: others.length > 0 ? others.slice(0, limits.staff) : undefined,
  }
  return Object.values(staff).some((names) => names !== undefined) ? staff : undefined
}

function seriesOf({ title_name: title, title_id: id }: Record<string, unknown>) {
  const name = nameOf(title)
  return name === undefined ? undefined : { name, code: lineOf(id, 32) }
}

function samplesOf(product: Record<string, unknown>, baseUrl: string): string[] | undefined {
  const samples = itemsOf(product.image_samples, MAX_SAMPLES).flatMap((sample) => {
    const url = typeof sample === 'string' ? sample : recordOf(sample).url
    return typeof url === 'string' ? (addressOf(url, baseUrl) ?? []) : []
  })
  return samples.length > 0 ? samples : undefined
}

function creatorNames(
  product: Record<string, unknown>,
  role: string,
  max: number = limits.staff,
): string[] | undefined {
  const creators = itemsOf(recordOf(product.creaters)[role], max)
  const names = creators.flatMap((creator) => nameOf(recordOf(creator).name) ?? [])
  return names.length > 0 ? names : undefined
}

function tagsOf(product: Record<string, unknown>, tagNames: ReadonlyMap<number, TagNames>) {
  const genres = itemsOf(product.genres, limits.tags).map(recordOf)
  const tags = genres.flatMap((genre) => {
    const name = nameOf(genre.name)
    if (name === undefined) return []
    const { en, zh } = (typeof genre.id === 'number' ? tagNames.get(genre.id) : undefined) ?? {}
    return [{ name, ja: name, en: nameOf(en), zh: nameOf(zh) }]
  })
  return tags.length > 0 ? tags : undefined
}

/** Reads the language of an edition. */
export function readLanguage(product: Record<string, unknown>): LanguageCode | undefined {
  return languageOf(recordOf(product.translation_info).lang)
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
  return addressOf(url, baseUrl)
}

/** The store's average may differ from its detail by an older review: the detail counts. */
function ratingOf(sales: Record<string, unknown>) {
  const detail = detailOf(sales.rate_count_detail)
  if (detail) return { detail }
  const count = wholeOf(sales.rate_count)
  const average = sales.rate_average_2dp
  if (count === undefined || typeof average !== 'number') return undefined
  return typeof completeRating({ count, average }) === 'string' ? undefined : { count, average }
}

/** Counts by stars: `[{review_point, count}]`, or an object of counts. */
function detailOf(value: unknown): Record<string, number> | undefined {
  const pairs: [unknown, unknown][] = Array.isArray(value)
    ? value.map(recordOf).map((point) => [point.review_point, point.count])
    : Object.entries(recordOf(value))
  const counts = pairs.flatMap(([stars, count]): [string, number][] => {
    const [number, whole] = [wholeOf(stars), wholeOf(count)]
    return number !== undefined && number >= 1 && number <= 5 && whole !== undefined ? [[String(number), whole]] : []
  })
  return counts.length > 0 ? Object.fromEntries(counts) : undefined
}

function rankOf({ term, category, rank, rank_date: date }: Record<string, unknown>) {
  const place = wholeOf(rank)
  const [termText, categoryText, day] = [lineOf(term, 40), lineOf(category, 40), dayOf(date)]
  if (!place || termText === undefined || categoryText === undefined || day === undefined) return []
  return [{ term: termText, category: categoryText, rank: place, rank_date: day }]
}
