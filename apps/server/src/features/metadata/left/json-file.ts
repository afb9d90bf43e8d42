import type { TagMetadata } from '../fields/work-metadata.ts'
import { type LeftFacts, placeIn } from './left-facts.ts'
import { BrokenFileError } from './xml-tree.ts'

type Json = Record<string, unknown>

const MAX_LIST = 500

/**
 * Reads `info.json` or `metadata.json`: a store's or a catalogue's answer that a downloader kept, or an audiobook
 * program's own file.
 *
 * @returns null if it is something else
 * @throws {BrokenFileError}
 */
export function readInfoJson(text: string): LeftFacts | null {
  if (!/^\s*[{[]/.test(text)) return null
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new BrokenFileError('is not JSON: it is cut off or damaged')
  }
  const whole = objectIn(content)
  if (!whole) return null
  const nested = [whole.work, whole.product, whole.data, whole.metadata].map(objectIn).find((inner) => inner !== null)
  return factsOf(whole) ?? (nested ? factsOf(nested) : null)
}

function factsOf(json: Json): LeftFacts | null {
  const title = text(json, 'title', 'work_name', 'workName', 'work_title', 'product_name')
  const circle = text(json, 'circle', 'circle_name', 'circleName', 'maker_name', 'maker', 'brand', 'publisher')
  const makers = objectIn(json.creaters) ?? objectIn(json.creators) ?? {}
  const facts: LeftFacts = {
    codes: ['code', 'workno', 'product_id', 'productId', 'source_id', 'rjcode', 'rj_code'].flatMap(
      (key) => textOf(json[key]) ?? [],
    ),
    title: title ?? (isCatalogueWork(json) ? undefined : text(json, 'name')),
    // In a catalogue's answer the circle's name stands beside the title.
    circle: circle ?? (isCatalogueWork(json) ? text(json, 'name') : names(json.authors)[0]),
    circleCode: text(json, 'maker_id', 'circle_code'),
    voiceActors: [
      ...names(json.vas),
      ...names(json.voice_actors ?? json.voiceActors ?? json.voice_by ?? json.cv),
      ...names(makers.voice_by),
      ...names(json.narrators),
    ],
    staff: {
      scenario: names(makers.scenario_by),
      illustration: names(makers.illust_by),
      music: names(makers.music_by),
      other: [...names(makers.others_by), ...names(makers.created_by)],
    },
    series: seriesOf(json),
    tags: [...list(json.tags), ...list(json.genres ?? json.genre)].flatMap(tagIn),
    release: text(json, 'release', 'release_date', 'releaseDate', 'regist_date', 'publishedDate', 'premiered'),
    age: text(json, 'age_category_string', 'age', 'age_rating') ?? ageOf(json),
    language: text(json, 'language', 'lang'),
    description: text(json, 'description', 'intro_s', 'intro', 'summary', 'plot'),
    price: typeof json.price === 'number' ? json.price : undefined,
    sourceUrl: text(json, 'source_url', 'url'),
  }
  const said = [title, circle, facts.codes?.[0], facts.voiceActors?.[0], facts.tags?.[0], facts.release]
  // A name alone is in every program's settings.
  return title !== undefined || said.filter((one) => one !== undefined).length > 1 ? facts : null
}

function isCatalogueWork(json: Json): boolean {
  return json.title !== undefined && (json.circle_id !== undefined || json.vas !== undefined)
}

/** A store's series; or the first of an audiobook program: `Name #2`, or its name and place. */
function seriesOf(json: Json): LeftFacts['series'] {
  const ofStore = text(json, 'title_name', 'series_name')
  if (ofStore !== undefined) return { name: ofStore, code: text(json, 'title_id') }
  const [first] = list(json.series)
  const { sequence, number = sequence } = objectIn(first) ?? {}
  const [, name, place] = /^(.*?)(?:\s+#(\d+(?:\.\d+)?))?$/s.exec(textOf(first)?.trim() ?? '') ?? []
  if (!name) return undefined
  return { name, number: placeIn(String(place ?? number)) }
}

/** A store numbers ages, a catalogue says only whether a work is for adults. */
function ageOf({ age_category: category, nsfw }: Json): string | undefined {
  if (category === 1) return 'general'
  if (category === 2) return 'r15'
  return category === 3 || nsfw === true ? 'adult' : undefined
}

function text(json: Json, ...keys: string[]): string | undefined {
  return keys.map((key) => textOf(json[key])).find((found) => found !== undefined)
}

/** A text, or the name of an object. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  const named = objectIn(value)?.name
  return typeof named === 'string' && named.trim() !== '' ? named : undefined
}

function names(value: unknown): string[] {
  return list(value).flatMap((item) => textOf(item) ?? [])
}

function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_LIST)
  return value === undefined || value === null ? [] : [value]
}

const locales = { ja: ['ja-jp', 'ja'], zh: ['zh-cn', 'zh'], en: ['en-us', 'en'] } as const

function tagIn(value: unknown): (string | TagMetadata)[] {
  const name = textOf(value)
  const i18n = objectIn(objectIn(value)?.i18n)
  if (name === undefined) return []
  if (!i18n) return [name]
  const tag: TagMetadata = { name }
  for (const [short, keys] of Object.entries(locales) as [keyof typeof locales, readonly string[]][]) {
    const local = keys.map((key) => textOf(i18n[key])).find((found) => found !== undefined)
    if (local !== undefined) tag[short] = local
  }
  return [tag]
}

function objectIn(value: unknown): Json | null {
  const one = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value
  return typeof one === 'object' && one !== null && !Array.isArray(one) ? (one as Json) : null
}
