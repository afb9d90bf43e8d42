import type { ForeignRow, ForeignValue } from '#db/foreign-sqlite.ts'
import { cleanLine, WorkMetadata } from '#features/metadata/index.ts'

import type { WorkNames } from './source.ts'
import { readJson, readTime } from './values.ts'

export type KikoeruMetadata = {
  /** What describes the work, with the changes that its owner may have made. */
  described: WorkMetadata
  /** The store's numbers, as they were. */
  numbers: WorkMetadata
  /** Fields whose values cannot be used. */
  dropped: string[]
}

/** Reads what kikoeru knows of a work. A value that cannot be used is left out, and named. */
export function readWorkMetadata(row: ForeignRow, names: WorkNames, now: number): KikoeruMetadata {
  const dropped: string[] = []
  const take = (fields: Record<string, unknown>): WorkMetadata => {
    const taken: Record<string, unknown> = {}
    for (const [field, value] of Object.entries(fields)) {
      if (value === null || value === undefined || value === '') continue
      const parsed = WorkMetadata.safeParse({ [field]: value })
      if (parsed.success) Object.assign(taken, parsed.data)
      else dropped.push(field)
    }
    return taken
  }
  const added = readTime(row['created_at'] ?? null, now)
  const described = take({
    title: row['title'],
    circle: names.circle === null ? null : { name: names.circle },
    voice_actors: unique(names.voiceActors),
    tags: unique(names.tags)?.map((name) => ({ name })),
    release: row['release'] === null ? null : String(row['release']).slice(0, 10),
    create_date: added === null ? null : new Date(added).toISOString().slice(0, 10),
    age: ageOf(row),
  })
  const numbers = take({
    price: number(row['price']),
    dl_count: number(row['dl_count']),
    review_count: number(row['review_count']),
    rating: ratingOf(row),
    rank: ranksOf(row['rank'] ?? null),
  })
  return { described, numbers, dropped }
}

/** Without what differs by white space or case of the same text only. */
function unique(names: readonly string[]): string[] | null {
  const seen = new Set(names.map(cleanLine).filter((name) => name !== ''))
  return seen.size === 0 ? null : [...seen]
}

function number(value: ForeignValue | undefined): ForeignValue {
  return typeof value === 'string' && /^\d{1,12}(\.0)?$/.test(value) ? Number(value) : (value ?? null)
}

function ageOf({ nsfw, age_category_string: age }: ForeignRow): string | null {
  if (typeof age === 'string' && age !== '') return age
  if (nsfw === null || nsfw === undefined || nsfw === '') return null
  return Number(nsfw) === 1 || nsfw === 'true' ? 'adult' : 'general'
}

/** The counts of stars, if they are there, else number and average. */
function ratingOf(row: ForeignRow): unknown {
  const list = readJson(row['rate_count_detail'] ?? null, 'list')
  const detail: Record<string, number> = {}
  for (const entry of Array.isArray(list) ? list : []) {
    const { review_point: stars, count } = Object(entry) as Record<string, unknown>
    if ([1, 2, 3, 4, 5].includes(Number(stars))) detail[String(Number(stars))] = Number(count)
  }
  if (Object.keys(detail).length > 0 && Object.values(detail).some((count) => count > 0)) return { detail }
  const count = number(row['rate_count'])
  return count === null || count === 0 ? null : { count, average: Number(row['rate_average_2dp']) }
}

function ranksOf(value: ForeignValue): unknown {
  const list = readJson(value, 'list')
  if (!Array.isArray(list) || list.length === 0) return null
  return list.map((entry) => {
    const { term, category, rank, rank_date } = Object(entry) as Record<string, unknown>
    return { term, category, rank, rank_date }
  })
}
