import { stringify } from 'yaml'
import type { Random } from '../random.ts'
import { circles, type StaffId, staff, voices } from './circles.ts'
import { tagOf } from './tags.ts'
import type { WorkSpec } from './types.ts'

/** Everything that is known about a work, in the fields of the sidecar file. */
export function sidecarOf(spec: WorkSpec, random: Random, cover: string | null): Record<string, unknown> {
  const release = `${spec.year}-${two(random.int(1, spec.year === 2026 ? 9 : 12))}-${two(random.int(1, 28))}`
  const downloads = Math.round(Math.exp(random.between(Math.log(30), Math.log(40_000))))
  const ratings = Math.max(3, Math.round(downloads * random.between(0.08, 0.3)))
  const average = Math.round(random.between(3.6, 4.95) * 100) / 100
  return {
    title: spec.title,
    ...(spec.titles ? { titles: spec.titles } : {}),
    circle: circles[spec.circle],
    ...(spec.series ? { series: spec.series } : {}),
    voice_actors: spec.voices.map((id) => voices[id]),
    ...(spec.staff ? { staff: staffOf(spec.staff) } : {}),
    tags: spec.tags.map(tagOf),
    release,
    create_date: release,
    age: spec.age,
    price: spec.price,
    dl_count: downloads,
    review_count: Math.round(ratings * random.between(0.01, 0.12)),
    rating: { detail: spread(ratings, average) },
    rank: ranks(random, downloads, release),
    source_url: `https://works.example/${spec.code}`,
    language: spec.language,
    ...(spec.original ? { original: spec.original } : {}),
    ...(spec.editions ? { editions: spec.editions } : {}),
    description: spec.description,
    ...(cover ? { cover } : {}),
  }
}

function staffOf(roles: Readonly<Record<string, readonly StaffId[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(roles).map(([role, ids]) => [role, ids.map((id) => staff[id])]))
}

export function writeSidecar(fields: Record<string, unknown>, format: 'yaml' | 'json'): string {
  return format === 'json'
    ? `${JSON.stringify(fields, null, 2)}\n`
    : stringify(fields, { lineWidth: 0, aliasDuplicateObjects: false })
}

/** Stars from 1 to 5 whose number is `count` and whose mean comes near `average`. */
function spread(count: number, average: number): Record<number, number> {
  const weights = [1, 2, 3, 4, 5].map((star) => Math.exp(-Math.pow(star - average, 2) / 0.9))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const detail = weights.map((weight) => Math.floor((count * weight) / total))
  const fullest = detail.indexOf(Math.max(...detail))
  detail[fullest]! += count - detail.reduce((sum, stars) => sum + stars, 0)
  return Object.fromEntries(detail.map((stars, index) => [index + 1, stars]))
}

function ranks(
  random: Random,
  downloads: number,
  date: string,
): { term: string; category: string; rank: number; rank_date: string }[] {
  const terms = ['day', 'week', 'month', 'year'].slice(0, Math.max(0, Math.floor(Math.log10(downloads) - 1)))
  return terms.map((term) => ({
    term,
    category: random.pick(['all', 'voice']),
    rank: random.int(1, 60),
    rank_date: date,
  }))
}

const two = (value: number) => String(value).padStart(2, '0')
