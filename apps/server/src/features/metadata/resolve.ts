import { type Age, type FieldSource, fieldSources, type LanguageCode, type StaffRole } from '@otodana/contract'
import { findWorkCodes, isCodelessId, type WorkIdentity } from '@otodana/work-code'

import { ageInText, strictestAge } from './fields/age-words.ts'
import { cleanLine, cut } from './fields/clean-text.ts'
import type { EditedMetadata, Field } from './fields/edited.ts'
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
import { codesOfFolder } from './sources/folder-codes.ts'
import { parseFolderName } from './sources/folder-name.ts'
import { nameKey, uniqueByName } from './store/names.ts'
import type { Provided } from './store/provided.ts'

export type MetadataSources = {
  code: WorkIdentity
  /** The name of the work's own folder. */
  folderName: string
  /** What editors have set. */
  edited?: EditedMetadata | null
  sidecar: WorkMetadata | null
  imported: WorkMetadata | null
  /** What other programs left in the work's folder. */
  left?: WorkMetadata | null
  provided?: Provided | null
  /** Tags of the work's audio files. */
  embedded: readonly EmbeddedTags[]
  /** `YYYY-MM-DD`: when the work was first found. */
  addedOn: string
  /** The folder above, if it stands for the work's circle. */
  circleFolder?: string | null
  /** Whether a name is a circle's of the library. */
  isCircle?: (name: string) => boolean
}

/** All data for a work's row and its names. */
export type ResolvedMetadata = {
  code: WorkIdentity
  title: string
  /** The source of the title; embedded tags and other programs' files count as the folder. */
  titleSource: 'edit' | 'sidecar' | 'import' | 'provider' | 'folder'
  /** Name and code are empty if the circle is unknown. */
  titles: { ja?: string | undefined; zh?: string | undefined; en?: string | undefined }
  circle: { name: string; code: string }
  voiceActors: string[]
  staff: Record<StaffRole, string[]>
  series: { name: string; number: number | null; code: string } | null
  tags: TagMetadata[]
  /** `YYYY-MM-DD` */
  release: string | null
  createDate: string
  /** `unrated`: unknown. */
  ageCategory: Age
  /** Null: unknown. */
  price: number | null
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
  /** The name of an uploaded cover or the provider's in the data folder, which goes before `cover`. */
  downloadedCover: string | null
  /** The known fields as a sidecar has them, and their sources. */
  fields: WorkMetadata
  origins: Origins
}

/**
 * Merges a work's metadata field by field: editors before sidecar, before import, before providers, before what other
 * programs left, before folder name and embedded tags. There is always a title, at worst the code.
 */
export function resolveMetadata({
  code,
  folderName,
  edited = null,
  sidecar,
  imported,
  provided,
  left = null,
  embedded,
  addedOn,
  circleFolder = null,
  isCircle = () => false,
}: MetadataSources): ResolvedMetadata {
  const { cover: editedCover, ...editedFields } = edited ?? {}
  const { given, origins } = mergeLayers([
    ['edit', editedFields],
    ['sidecar', sidecar],
    ['import', imported],
    ['provider', provided?.metadata],
    ['files', left],
  ])
  const fields = withoutEmpty(given)
  /** Returns a field as it was given, if only as empty, or the first guess. */
  function known<F extends Field>(field: F, ...guesses: [FieldSource, Value<F> | null | undefined][]): Value<F> | null {
    const value = given[field]
    if (value !== undefined) return value
    const found = guesses.find(([, guess]) => guess !== null && guess !== undefined)
    if (!found) return null
    const [source, guess] = found
    origins[field] = source
    if (guess) Object.assign(fields, { [field]: guess })
    return guess ?? null
  }

  const albumArtist = taggedAlbumArtist(embedded)
  const circles = circlesOf([given.circle?.name, circleFolder, albumArtist], isCircle)
  const folder = parseFolderName(folderName, codeInName(folderName, code), circles)
  const album = commonAlbum(embedded, code)
  const circle = known(
    'circle',
    ['folder', named(folder.circle)],
    ['tags', named(albumArtist)],
    ['folder', named(circleFolder)],
    ['tags', named(taggedArtist(embedded))],
  ) ?? { name: '' }
  const isKnownCircle = nameKey(circle.name) !== ''
  const lastResort = isCodelessId(code.id) ? cut(cleanLine(folderName), limits.title) || code.code : code.code
  const title = known('title', ['folder', folder.title], ['tags', album?.title], ['folder', lastResort]) ?? lastResort
  const actors = [...folder.voiceActors, ...taggedVoiceActors(embedded, circle.name)]
  const voiceActors = known('voice_actors', [folder.voiceActors.length > 0 ? 'folder' : 'tags', some(actors)]) ?? []
  const tags = known('tags', ['tags', some(taggedGenres(embedded, [title, circle.name, ...voiceActors]))]) ?? []
  const [agesInFolder, agesInTags] = [[folder.age, ageInText(title)], taggedAges(embedded)]
  const age = strictestAge([...agesInFolder, ...agesInTags])
  const ageSource = strictestAge(agesInFolder) === age ? 'folder' : 'tags'
  const language = known('language', ['folder', folder.language], ['tags', album?.language])

  return {
    code,
    title,
    titleSource: titleSource(origins.title),
    titles: titlesOf(),
    circle: { name: isKnownCircle ? circle.name : '', code: isKnownCircle ? (circle.code ?? '') : '' },
    voiceActors: uniqueByName(voiceActors, (name) => name).slice(0, limits.voiceActors),
    staff: staffOf(given.staff),
    series: seriesOf(given.series),
    tags: uniqueByName(tags, ({ name }) => name),
    release: known('release', ['folder', folder.release], ['tags', taggedRelease(embedded)]),
    createDate: known('create_date', ['folder', addedOn]) ?? addedOn,
    ageCategory: known('age', [ageSource, age]) ?? 'unrated',
    price: given.price ?? null,
    dlCount: given.dl_count ?? 0,
    reviewCount: given.review_count ?? 0,
    rating: ratingOf(given.rating),
    rank: given.rank && given.rank.length > 0 ? given.rank : null,
    language,
    originalCode: given.original ?? null,
    editions: (given.editions ?? []).map(({ lang, code, label }) => ({ lang, label: label ?? '', code })),
    attributes: given.attributes ?? '',
    sourceUrl: given.source_url ?? '',
    description: known('description', ['tags', taggedDescription(embedded)]) ?? '',
    ...coverOf(),
    fields,
    origins,
  }

  /**
   * Titles of a source that is trusted as much as the title's are translations of it, which thus is the one in the work's language;
   * others may be of a former title.
   */
  function titlesOf(): ResolvedMetadata['titles'] {
    const titles = given.titles ?? {}
    const rank = (field: Field) => fieldSources.indexOf(origins[field] ?? 'tags')
    const own = titleLanguage(language)
    return given.titles && own && rank('titles') <= rank('title') ? { [own]: title, ...titles } : titles
  }

  function coverOf(): Pick<ResolvedMetadata, 'cover' | 'downloadedCover'> {
    if (editedCover) origins.cover = 'edit'
    const downloaded = provided?.coverName ?? null
    if (editedCover && 'file' in editedCover) return { cover: editedCover.file, downloadedCover: null }
    if (editedCover && 'uploaded' in editedCover) return { cover: null, downloadedCover: editedCover.uploaded }
    if (editedCover || given.cover == null) {
      if (downloaded !== null) origins.cover ??= 'provider'
      return { cover: null, downloadedCover: downloaded }
    }
    return { cover: given.cover, downloadedCover: null }
  }
}

/** The language of titles; works are Japanese unless something says otherwise. */
function titleLanguage(language: LanguageCode | null): 'ja' | 'zh' | 'en' | null {
  if (language === null || language === 'JPN') return 'ja'
  if (language === 'ENG') return 'en'
  return language.startsWith('CHI') ? 'zh' : null
}

type Value<F extends Field> = NonNullable<WorkMetadata[F]>
type Origins = Partial<Record<Field, FieldSource>>
type Given = { [F in Field]?: WorkMetadata[F] | null }

/** Returns each field of the first layer that has it, and that layer's name. */
function mergeLayers(layers: readonly [FieldSource, Given | null | undefined][]) {
  const given: Given = {}
  const origins: Origins = {}
  for (const [source, layer] of layers.toReversed()) {
    for (const [field, value] of Object.entries(layer ?? {})) {
      if (value === undefined) continue
      Object.assign(given, { [field]: value })
      origins[field as Field] = source
    }
  }
  return { given, origins }
}

function withoutEmpty(given: Given): WorkMetadata {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}

function named(name: string | null | undefined): { name: string; code?: string } | null {
  return name ? { name } : null
}

function some<T>(values: T[]): T[] | null {
  return values.length > 0 ? values : null
}

/** The code in a folder's name may be a wrong one that was corrected; it is no part of the title either. */
function codeInName(folderName: string, code: WorkIdentity): WorkIdentity {
  const codes = codesOfFolder(folderName, code)
  const isNamed = findWorkCodes(folderName).some(({ id }) => codes.some((one) => one.id === id))
  return isNamed ? code : (codesOfFolder(folderName)[0] ?? code)
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

function titleSource(origin: FieldSource | undefined): ResolvedMetadata['titleSource'] {
  return origin === undefined || origin === 'files' || origin === 'tags' ? 'folder' : origin
}

function staffOf(staff: WorkMetadata['staff'] | null): ResolvedMetadata['staff'] {
  const inRole = (role: StaffRole) => uniqueByName(staff?.[role] ?? [], (name) => name)
  return {
    scenario: inRole('scenario'),
    illustration: inRole('illustration'),
    music: inRole('music'),
    other: inRole('other'),
  }
}

function seriesOf(series: WorkMetadata['series'] | null): ResolvedMetadata['series'] {
  if (!series || nameKey(series.name) === '') return null
  return { name: series.name, number: series.number ?? null, code: series.code ?? '' }
}

function ratingOf(rating: WorkMetadata['rating'] | null): ResolvedMetadata['rating'] {
  if (!rating) return { count: 0, average: 0, detail: [0, 0, 0, 0, 0] }
  const { count, average, detail } = rating
  return { count, average, detail: detail ? [detail[1], detail[2], detail[3], detail[4], detail[5]] : [0, 0, 0, 0, 0] }
}
