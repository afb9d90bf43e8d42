import type { Age, LanguageCode } from '@otodana/contract'
import type { WorkCode } from '@otodana/work-code'

import { ageInText, strictestAge, type StatedAge } from './fields/age-words.ts'
import { parseFolderName } from './sources/folder-name.ts'
import type { EmbeddedTags } from './media/probe.ts'
import { nameKey, uniqueByName } from './store/names.ts'
import { markedVoiceActors, withoutVoiceActors } from './fields/voice-actors.ts'
import { limits, type TagMetadata, type WorkMetadata } from './fields/work-metadata.ts'
import { cut } from './fields/clean-text.ts'

export type MetadataSources = {
  code: WorkCode
  /** The name of the work's own folder. */
  folderName: string
  sidecar: WorkMetadata | null
  imported: WorkMetadata | null
  /** Tags of the work's audio files. */
  embedded: readonly EmbeddedTags[]
  /** `YYYY-MM-DD`: when the work was added to this library. */
  addedOn: string
}

/** All data for a work's row and its names. */
export type ResolvedMetadata = {
  code: WorkCode
  title: string
  /** The source of the title; embedded tags count as the folder. */
  titleSource: 'sidecar' | 'import' | 'folder'
  /** Name and code are empty if the circle is unknown. */
  circle: { name: string; code: string }
  voiceActors: string[]
  tags: TagMetadata[]
  /** `YYYY-MM-DD` */
  release: string | null
  createDate: string
  /** False if `createDate` is only the day the work was found, which must not replace an earlier one. */
  isCreateDateKnown: boolean
  /** `unrated`: unknown. */
  ageCategory: Age
  price: number
  dlCount: number
  reviewCount: number
  /** `detail` contains the counts for 1 to 5 stars, all 0 if only their sum is known. */
  rating: { count: number; average: number; detail: number[] }
  rank: { term: string; category: string; rank: number; rank_date: string }[] | null
  language: LanguageCode | null
  originalCode: string | null
  editions: { lang: LanguageCode; label: string; code: string }[]
  attributes: string
  sourceUrl: string
  description: string
  /** A path within the work's folder. */
  cover: string | null
}

/**
 * Merges a work's metadata field by field: sidecar before import, before folder name and embedded tags. There is always
 * a title, at worst the code.
 */
export function resolveMetadata({
  code,
  folderName,
  sidecar,
  imported,
  embedded,
  addedOn,
}: MetadataSources): ResolvedMetadata {
  const folder = parseFolderName(folderName, code)
  const given: WorkMetadata = { ...imported, ...withoutUndefined(sidecar) }
  const circle = given.circle ?? { name: folder.circle ?? taggedCircle(embedded) ?? '' }
  const isKnownCircle = nameKey(circle.name) !== ''
  const title = given.title ?? folder.title ?? commonAlbum(embedded, code) ?? code.code
  const voiceActors = given.voice_actors ?? [...folder.voiceActors, ...taggedVoiceActors(embedded)]

  return {
    code,
    title,
    titleSource: titleSource(sidecar, imported),
    circle: { name: isKnownCircle ? circle.name : '', code: isKnownCircle ? (circle.code ?? '') : '' },
    voiceActors: uniqueByName(voiceActors, (name) => name).slice(0, limits.voiceActors),
    tags: uniqueByName(given.tags ?? [], ({ name }) => name),
    release: given.release ?? folder.release,
    createDate: given.create_date ?? addedOn,
    isCreateDateKnown: given.create_date !== undefined,
    ageCategory: given.age ?? strictestAge([folder.age, ageInText(title), ...taggedAges(embedded)]) ?? 'unrated',
    price: given.price ?? 0,
    dlCount: given.dl_count ?? 0,
    reviewCount: given.review_count ?? 0,
    rating: ratingOf(given),
    rank: given.rank && given.rank.length > 0 ? given.rank : null,
    language: given.language ?? null,
    originalCode: given.original ?? null,
    editions: (given.editions ?? []).map(({ lang, code, label }) => ({ lang, label: label ?? '', code })),
    attributes: given.attributes ?? '',
    sourceUrl: given.source_url ?? '',
    description: given.description ?? '',
    cover: given.cover ?? null,
  }
}

function withoutUndefined(metadata: WorkMetadata | null): WorkMetadata {
  return Object.fromEntries(Object.entries(metadata ?? {}).filter(([, value]) => value !== undefined))
}

function titleSource(sidecar: WorkMetadata | null, imported: WorkMetadata | null): ResolvedMetadata['titleSource'] {
  if (sidecar?.title !== undefined) return 'sidecar'
  return imported?.title === undefined ? 'folder' : 'import'
}

function ratingOf({ rating }: WorkMetadata): ResolvedMetadata['rating'] {
  if (!rating) return { count: 0, average: 0, detail: [0, 0, 0, 0, 0] }
  const { count, average, detail } = rating
  return { count, average, detail: detail ? [detail[1], detail[2], detail[3], detail[4], detail[5]] : [0, 0, 0, 0, 0] }
}

/** Returns the most common album, parsed like a folder name, because people put the code and the circle into it too. */
function commonAlbum(embedded: readonly EmbeddedTags[], code: WorkCode): string | null {
  const counts = new Map<string, number>()
  for (const { album } of embedded) if (album) counts.set(album, (counts.get(album) ?? 0) + 1)
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  return most ? parseFolderName(most[0], code).title : null
}

function taggedAges(embedded: readonly EmbeddedTags[]): (StatedAge | null)[] {
  return [...new Set(embedded.map(({ album }) => album))].map((album) => (album ? ageInText(album) : null))
}

/** Returns the album artist, or else the artist, if all files with one agree. */
function taggedCircle(embedded: readonly EmbeddedTags[]): string | null {
  return (
    agreedName(embedded.map(({ albumArtist }) => albumArtist)) ??
    agreedName(embedded.map(({ artist }) => artist)) ??
    null
  )
}

const UNKNOWN_CIRCLE = new Set(['', 'various artists', 'unknown artist', 'unknown', 'various', '不明', 'va'])

function agreedName(names: readonly (string | undefined)[]): string | null {
  const circles = names.filter((name) => name !== undefined).map(withoutVoiceActors)
  const distinct = uniqueByName(circles, (name) => name)
  const [only] = distinct
  if (distinct.length !== 1 || only === undefined || UNKNOWN_CIRCLE.has(nameKey(only))) return null
  return cut(only, limits.name)
}

/** Only names marked `CV`, because a plain artist tag may be the circle. */
function taggedVoiceActors(embedded: readonly EmbeddedTags[]): string[] {
  const texts = new Set(
    embedded.flatMap(({ artist, albumArtist, album, title, comment }) => [artist, albumArtist, album, title, comment]),
  )
  return [...texts].flatMap((text) => (text ? markedVoiceActors(text) : []))
}
