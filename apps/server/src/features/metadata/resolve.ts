import type { Age, LanguageCode } from '@otodana/contract'
import type { WorkCode } from '@otodana/work-code'

import { ageInText, strictestAge } from './fields/age-words.ts'
import { limits, type TagMetadata, type WorkMetadata } from './fields/work-metadata.ts'
import type { EmbeddedTags } from './media/probe.ts'
import type { Circles } from './sources/circles.ts'
import {
  commonAlbum,
  taggedAges,
  taggedAlbumArtist,
  taggedArtist,
  taggedDescription,
  taggedGenres,
  taggedRelease,
  taggedVoiceActors,
} from './sources/embedded.ts'
import { parseFolderName } from './sources/folder-name.ts'
import { nameKey, uniqueByName } from './store/names.ts'
import type { Provided } from './store/provided.ts'

export type MetadataSources = {
  code: WorkCode
  /** The name of the work's own folder. */
  folderName: string
  sidecar: WorkMetadata | null
  imported: WorkMetadata | null
  /** What other programs left in the work's folder. */
  left?: WorkMetadata | null
  provided?: Provided | null
  /** Tags of the work's audio files. */
  embedded: readonly EmbeddedTags[]
  /** `YYYY-MM-DD`: when the work was added to this library. */
  addedOn: string
  /** The folder above, if it stands for the work's circle. */
  circleFolder?: string | null
  /** Whether a name is a circle's of the library. */
  isCircle?: (name: string) => boolean
}

/** All data for a work's row and its names. */
export type ResolvedMetadata = {
  code: WorkCode
  title: string
  /** The source of the title; embedded tags and other programs' files count as the folder. */
  titleSource: 'sidecar' | 'import' | 'provider' | 'folder'
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
  /** The name of the provider's cover, where neither sidecar nor import name one. */
  downloadedCover: string | null
}

/**
 * Merges a work's metadata field by field: sidecar before import, before providers, before what other programs left,
 * before folder name and embedded tags. There is always a title, at worst the code.
 */
export function resolveMetadata({
  code,
  folderName,
  sidecar,
  imported,
  provided,
  left = null,
  embedded,
  addedOn,
  circleFolder = null,
  isCircle = () => false,
}: MetadataSources): ResolvedMetadata {
  const given: WorkMetadata = { ...left, ...provided?.metadata, ...imported, ...withoutUndefined(sidecar) }
  const albumArtist = taggedAlbumArtist(embedded)
  const folder = parseFolderName(folderName, code, circlesOf([given.circle?.name, circleFolder, albumArtist], isCircle))
  const album = commonAlbum(embedded, code)
  const circle = given.circle ?? {
    name: folder.circle ?? albumArtist ?? circleFolder ?? taggedArtist(embedded) ?? '',
  }
  const isKnownCircle = nameKey(circle.name) !== ''
  const title = given.title ?? folder.title ?? album?.title ?? code.code
  const voiceActors = given.voice_actors ?? [...folder.voiceActors, ...taggedVoiceActors(embedded, circle.name)]

  return {
    code,
    title,
    titleSource: titleSource(sidecar, imported, provided),
    circle: { name: isKnownCircle ? circle.name : '', code: isKnownCircle ? (circle.code ?? '') : '' },
    voiceActors: uniqueByName(voiceActors, (name) => name).slice(0, limits.voiceActors),
    tags: uniqueByName(given.tags ?? taggedGenres(embedded, [title, circle.name, ...voiceActors]), ({ name }) => name),
    release: given.release ?? folder.release ?? taggedRelease(embedded),
    createDate: given.create_date ?? addedOn,
    isCreateDateKnown: given.create_date !== undefined,
    ageCategory: given.age ?? strictestAge([folder.age, ageInText(title), ...taggedAges(embedded)]) ?? 'unrated',
    price: given.price ?? 0,
    dlCount: given.dl_count ?? 0,
    reviewCount: given.review_count ?? 0,
    rating: ratingOf(given),
    rank: given.rank && given.rank.length > 0 ? given.rank : null,
    language: given.language ?? folder.language ?? album?.language ?? null,
    originalCode: given.original ?? null,
    editions: (given.editions ?? []).map(({ lang, code, label }) => ({ lang, label: label ?? '', code })),
    attributes: given.attributes ?? '',
    sourceUrl: given.source_url ?? '',
    description: given.description ?? taggedDescription(embedded) ?? '',
    cover: given.cover ?? null,
    downloadedCover: given.cover === undefined ? (provided?.coverName ?? null) : null,
  }
}

/** A circle that other sources state leaves nothing to guess in the folder's name. */
function circlesOf(certain: readonly (string | null | undefined)[], isKnown: (name: string) => boolean): Circles {
  const keys = new Set(certain.flatMap((name) => (name ? [nameKey(name)] : [])))
  return {
    isKnown,
    isCertain: (name) => keys.has(nameKey(name)),
    mayGuess: keys.size === 0,
  }
}

function withoutUndefined(metadata: WorkMetadata | null): WorkMetadata {
  return Object.fromEntries(Object.entries(metadata ?? {}).filter(([, value]) => value !== undefined))
}

function titleSource(
  sidecar: WorkMetadata | null,
  imported: WorkMetadata | null,
  provided: Provided | null | undefined,
): ResolvedMetadata['titleSource'] {
  if (sidecar?.title !== undefined) return 'sidecar'
  if (imported?.title !== undefined) return 'import'
  return provided?.metadata.title === undefined ? 'folder' : 'provider'
}

function ratingOf({ rating }: WorkMetadata): ResolvedMetadata['rating'] {
  if (!rating) return { count: 0, average: 0, detail: [0, 0, 0, 0, 0] }
  const { count, average, detail } = rating
  return { count, average, detail: detail ? [detail[1], detail[2], detail[3], detail[4], detail[5]] : [0, 0, 0, 0, 0] }
}
