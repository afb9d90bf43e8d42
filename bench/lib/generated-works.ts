import type { AgeCategory, CatalogueChange, CatalogueWork } from '@otodana/catalogue'
import { workIdOf, type WorkPrefix } from '@otodana/work-code'

import { staffId, voiceActorId } from '#server/features/metadata/store/names.ts'

import { distinct, normal, pick, type Random, seededRandom, zipf } from './random.ts'
import { circleName, latinWord, tagNames, voiceActorName, word } from './words.ts'

type GeneratedTag = { id: number; ja: string; en: string; zh: string }
export type GeneratedCatalogue = {
  works: CatalogueWork[]
  circles: { id: number; name: string }[]
  tags: GeneratedTag[]
  voiceActors: { id: string; name: string }[]
  series: { id: number; circleId: number; name: string }[]
  staff: { id: string; name: string }[]
}

const TAGS = 500
const CIRCLES = 20_000
const VOICE_ACTORS = 5_000
const STAFF = 4_000
const VOCABULARY = 3_500
const FIRST_NUMBER = 100_000
/** 2008-01-01 and 2026-11-01, in days since 1970. */
const FIRST_RELEASE = 13_879
const LAST_RELEASE = 20_758
const FIRST_CREATED = 18_262
const CREATED_DAYS = 2_496
const TRANSLATED_LANGUAGES = ['ENG', 'CHI_HANS', 'CHI_HANT', 'KO_KR', 'SPA', 'ITA', 'GER', 'FRE'] as const

/**
 * Generates a catalogue of `count` invented but realistic works: a few tags, circles and voice actors on most works
 * (Zipf), many works per day, Japanese titles of kanji, kana and Latin letters, some translations. Reproducible by
 * `count` and `seed`; small catalogues have 20,000 circles and 5,000 voice actors too.
 */
export function generateCatalogue(count: number, seed = 1): GeneratedCatalogue {
  const random = seededRandom(seed)
  const vocabulary = distinct(VOCABULARY, () => word(random))
  const catalogue: GeneratedCatalogue = {
    works: [],
    circles: distinct(CIRCLES, () => circleName(random)).map((name, index) => ({ id: index + 1, name })),
    tags: generateTags(random),
    voiceActors: distinctPeople(VOICE_ACTORS, voiceActorId, random),
    series: [],
    staff: [],
  }
  const draw: Draw = {
    random,
    word: zipf(VOCABULARY, 0.9, random),
    circle: withRareOnes(CIRCLES, zipf(CIRCLES, 0.8, random)),
    tag: zipf(TAGS, 1, random),
    voiceActor: zipf(VOICE_ACTORS, 0.9, random),
    vocabulary,
  }
  let number = FIRST_NUMBER
  for (let index = 0; index < count; index += 1) {
    number += 1 + Math.floor(random() * random() * 5)
    const code = codeOf(random, number)
    const createDay = FIRST_CREATED + Math.floor((index / count) * CREATED_DAYS)
    const original = random() < 0.08 ? translatable(catalogue.works, random) : undefined
    catalogue.works.push(
      original ? translation(draw, original, code, createDay) : work(draw, catalogue, code, createDay),
    )
  }
  addFacts(catalogue, draw, seededRandom(seed + 1))
  return catalogue
}

/** Gives works staff, many of them titles in other languages, and every third a series of its circle. */
function addFacts(catalogue: GeneratedCatalogue, draw: Draw, random: Random): void {
  catalogue.staff = distinctPeople(STAFF, staffId, random)
  const person = zipf(STAFF, 0.9, random)
  const seriesOf = new Map<number, number>()
  for (const work of catalogue.works) {
    work.staffIds = several(1 + Math.floor(random() * 3), person).map((rank) => catalogue.staff[rank]!.id)
    if (random() < 0.4) work.otherTitles = [`${latinWord(random)} ${latinWord(random)} ${latinWord(random)}`]
    if (random() > 0.3) continue
    // A circle begins another series after a while.
    const known = random() < 0.85 ? seriesOf.get(work.circleId) : undefined
    const id = known ?? catalogue.series.length + 1
    if (known === undefined) catalogue.series.push({ id, circleId: work.circleId, name: title({ ...draw, random }) })
    seriesOf.set(work.circleId, id)
    work.seriesId = id
  }
}

/** Yields the catalogue as changes to an empty one: names first, then works. */
export function* changesOf({
  works,
  circles,
  tags,
  voiceActors,
  series,
  staff,
}: GeneratedCatalogue): Generator<CatalogueChange> {
  for (const { id, name } of circles) yield { kind: 'circle', id, names: [name] }
  for (const { id, ja, en, zh } of tags) yield { kind: 'tag', id, names: [ja, en, zh] }
  for (const { id, name } of voiceActors) yield { kind: 'voiceActor', id, names: [name] }
  for (const { id, name } of series) yield { kind: 'series', id, names: [name] }
  for (const { id, name } of staff) yield { kind: 'staff', id, names: [name] }
  for (const one of works) yield { kind: 'work', work: one }
}

type Draw = {
  random: Random
  vocabulary: string[]
  word: () => number
  circle: () => number
  tag: () => number
  voiceActor: () => number
}

type Code = { id: number; code: string }

function codeOf(random: Random, number: number): Code {
  const kind = random()
  const prefix: WorkPrefix = kind < 0.94 ? 'RJ' : kind < 0.98 ? 'VJ' : 'BJ'
  // Six digits until the storefront ran out of them.
  const digits = number < 250_000 ? 6 : 8
  return { id: workIdOf(prefix, number), code: prefix + String(number).padStart(digits, '0') }
}

function work(draw: Draw, catalogue: GeneratedCatalogue, { id, code }: Code, createDay: number): CatalogueWork {
  const { random } = draw
  const tags = several(2 + Math.floor(random() * 7), draw.tag)
  const isWeaklyTagged = tags.length > 2 && random() < 0.05
  const salesCount = Math.floor(Math.exp(6 + 1.5 * normal(random)))
  const reviewCount = Math.floor(salesCount * 0.02 * random())
  return {
    id,
    code,
    title: title(draw),
    otherTitles: [],
    seriesId: null,
    staffIds: [],
    circleId: catalogue.circles[draw.circle()]!.id,
    voiceActorIds: several(1 + Math.floor(random() * random() * 3), draw.voiceActor).map(
      (rank) => catalogue.voiceActors[rank]!.id,
    ),
    tagIds: (isWeaklyTagged ? tags.slice(0, -1) : tags).map((rank) => catalogue.tags[rank]!.id),
    weakTagIds: isWeaklyTagged ? [catalogue.tags[tags.at(-1)!]!.id] : [],
    // More of them recently.
    releaseDay: FIRST_RELEASE + Math.floor((LAST_RELEASE - FIRST_RELEASE) * Math.sqrt(random())),
    createDay,
    salesCount,
    price: random() < 0.02 ? 0 : 110 * (1 + Math.floor(Math.min(29, Math.abs(normal(random)) * 8 + random() * 5))),
    rateAverage: salesCount < 20 ? 0 : Math.max(1, Math.min(5, Math.round(455 + 28 * normal(random)) / 100)),
    reviewCount,
    durationSeconds: random() < 0.02 ? 0 : Math.floor(Math.exp(8.1 + 0.8 * normal(random))),
    age: ageOf(random),
    language: 'JPN',
    ...subtitles(id, random() < 0.3),
    originalCode: null,
    editionCodes: [],
  }
}

function subtitles(id: number, hasSubtitle: boolean): Pick<CatalogueWork, 'hasSubtitle' | 'subtitleLanguages'> {
  return { hasSubtitle, subtitleLanguages: hasSubtitle ? [id % 5 === 0 ? 'ja' : 'zh'] : [] }
}

/** Generates a translated edition: another title, language and sales, the same circle, voice actors and tags. */
function translation(draw: Draw, original: CatalogueWork, { id, code }: Code, createDay: number): CatalogueWork {
  const { random } = draw
  const isOriginalElsewhere = random() < 0.15
  return {
    ...original,
    id,
    code,
    title: title(draw),
    createDay,
    releaseDay: Math.min(LAST_RELEASE, (original.releaseDay ?? FIRST_RELEASE) + Math.floor(random() * 600)),
    salesCount: Math.floor(original.salesCount * random() * 0.3),
    reviewCount: Math.floor(original.reviewCount * random() * 0.2),
    language: pick(TRANSLATED_LANGUAGES, () => random() ** 2),
    ...subtitles(id, random() < 0.6),
    originalCode: isOriginalElsewhere ? `RJ${String(9_000_000 + (id % 900_000)).padStart(8, '0')}` : original.code,
  }
}

function translatable(works: readonly CatalogueWork[], random: Random): CatalogueWork | undefined {
  const found = works.length === 0 ? undefined : pick(works, random)
  return found?.originalCode === null ? found : undefined
}

/** Between 10 and 40 characters. */
function title({ random, vocabulary, word: drawWord }: Draw): string {
  const next = () => vocabulary[drawWord()]!
  let text = random() < 0.3 ? `【${next()}】` : ''
  const wanted = 10 + Math.floor(random() * 24)
  while (text.length < wanted) {
    const kind = random()
    text += kind < 0.07 ? ` ${latinWord(random)} ` : kind < 0.3 ? `${next()}の` : kind < 0.35 ? `${next()}～` : next()
  }
  return text.slice(0, 40).replaceAll('  ', ' ').trim()
}

function ageOf(random: Random): AgeCategory {
  const drawn = random()
  return drawn < 0.3 ? 'general' : drawn < 0.4 ? 'r15' : 'adult'
}

/** Makes every fourth draw sequential, so that every item is drawn eventually, while popular ones stay popular. */
function withRareOnes(size: number, draw: () => number): () => number {
  let count = 0
  return () => {
    count += 1
    return count % 4 === 0 ? (count / 4 - 1) % size : draw()
  }
}

function several(count: number, draw: () => number): number[] {
  const found = new Set<number>()
  while (found.size < count) found.add(draw())
  return [...found]
}

/** Every name identifies one tag, in any language. */
function generateTags(random: Random): GeneratedTag[] {
  const taken = new Set<string>()
  const tags: GeneratedTag[] = []
  while (tags.length < TAGS) {
    const names = tagNames(random)
    const all = Object.values(names)
    if (all.some((name) => taken.has(name.toLowerCase()))) continue
    for (const name of all) taken.add(name.toLowerCase())
    tags.push({ id: tags.length + 1, ...names })
  }
  return tags
}

/** Their ids are derived from the folded names, so they reveal duplicates. */
function distinctPeople(count: number, idOf: (name: string) => string, random: Random): { id: string; name: string }[] {
  const byId = new Map<string, string>()
  while (byId.size < count) {
    const name = voiceActorName(random)
    byId.set(idOf(name), name)
  }
  return [...byId].map(([id, name]) => ({ id, name }))
}
