import type { WorkIdentity } from '@otodana/work-code'

import { ageInText, type StatedAge } from '../fields/age-words.ts'
import { cut } from '../fields/clean-text.ts'
import { tagsOf } from '../fields/tag-words.ts'
import { markedVoiceActors, splitNames, withoutVoiceActors } from '../fields/voice-actors.ts'
import { limits, type TagMetadata } from '../fields/work-metadata.ts'
import type { EmbeddedTags } from '../media/probe.ts'
import { nameKey, uniqueByName } from '../store/names.ts'
import { type FolderName, parseFolderName } from './folder-name.ts'

const MAX_TAGS = 20
const MAX_ARTISTS = 10

/** Parses the most common album like a folder name, because people put the code and the circle into it too. */
export function commonAlbum(embedded: readonly EmbeddedTags[], code: WorkIdentity): FolderName | null {
  const counts = new Map<string, number>()
  for (const { album } of embedded) if (album) counts.set(album, (counts.get(album) ?? 0) + 1)
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  return most ? parseFolderName(most[0], code) : null
}

export function taggedAges(embedded: readonly EmbeddedTags[]): (StatedAge | null)[] {
  return [...new Set(embedded.map(({ album }) => album))].map((album) => (album ? ageInText(album) : null))
}

/** Returns the album artist if all files with one agree. */
export function taggedAlbumArtist(embedded: readonly EmbeddedTags[]): string | null {
  return agreedName(embedded.map(({ albumArtist }) => albumArtist))
}

export function taggedArtist(embedded: readonly EmbeddedTags[]): string | null {
  return agreedName(embedded.map(({ artist }) => artist))
}

const UNKNOWN_CIRCLE = new Set(['', 'various artists', 'unknown artist', 'unknown', 'various', '不明', 'va'])

function agreedName(names: readonly (string | undefined)[]): string | null {
  const circles = names.filter((name) => name !== undefined).map(withoutVoiceActors)
  const distinct = uniqueByName(circles, (name) => name)
  const [only] = distinct
  if (distinct.length !== 1 || only === undefined || UNKNOWN_CIRCLE.has(nameKey(only))) return null
  return cut(only, limits.name)
}

/** Names marked `CV`, and artists where the album artist is the circle: otherwise an artist may be the circle. */
export function taggedVoiceActors(embedded: readonly EmbeddedTags[], circle: string): string[] {
  const texts = new Set(
    embedded.flatMap(({ artist, albumArtist, album, title, comment }) => [artist, albumArtist, album, title, comment]),
  )
  const marked = [...texts].flatMap((text) => (text ? markedVoiceActors(text) : []))
  const albumArtist = taggedAlbumArtist(embedded)
  if (marked.length > 0 || albumArtist === null || nameKey(albumArtist) !== nameKey(circle)) return marked
  const artists = uniqueByName(
    [...new Set(embedded.map(({ artist }) => artist))].flatMap((artist) => (artist ? splitNames(artist) : [])),
    (name) => name,
  ).filter((name) => nameKey(name) !== nameKey(circle) && !UNKNOWN_CIRCLE.has(nameKey(name)))
  // With more it is a list of everything else.
  return artists.length <= MAX_ARTISTS ? artists : []
}

/** Returns the day on which all files that name one agree. A year alone is no day. */
export function taggedRelease(embedded: readonly EmbeddedTags[]): string | null {
  const days = new Set(embedded.flatMap(({ date }) => date ?? []))
  const [day] = days
  return days.size === 1 && day !== undefined ? day : null
}

/** Returns the genres of at least half of the files that name any, without those that every work could have. */
export function taggedGenres(embedded: readonly EmbeddedTags[], notTags: readonly string[]): TagMetadata[] {
  const named = embedded.flatMap(({ genres }) => (genres && genres.length > 0 ? [tagsOf(genres)] : []))
  const counts = new Map<string, number>()
  for (const genres of named) {
    for (const { name } of genres) counts.set(nameKey(name), (counts.get(nameKey(name)) ?? 0) + 1)
  }
  const others = new Set(notTags.map(nameKey))
  return uniqueByName(named.flat(), ({ name }) => name)
    .filter(({ name }) => !others.has(nameKey(name)) && (counts.get(nameKey(name)) ?? 0) * 2 >= named.length)
    .slice(0, MAX_TAGS)
}

const MIN_DESCRIPTION = 40
/** What encoders, rippers and shops write into comments. */
const NOT_DESCRIPTION =
  /https?:|www\.|\bencode[dr]?\b|\bripp?(?:ed|er)\b|\blavf|\blame\b|\bffmpeg\b|exact audio copy|\bEAC\b|\bitunes\b|\bcopyright\b|©|(?:\b[\da-f]{8}\b\s*){3}/iu

/**
 * Returns the description that at least half of the files share. A plain comment counts only if it is clearly one: long
 * enough, of sentences, and not a note of a program.
 */
export function taggedDescription(embedded: readonly EmbeddedTags[]): string | null {
  const described = shared(embedded, ({ description }) => description)
  if (described !== null && described.length >= MIN_DESCRIPTION) return described
  const comment = shared(embedded, ({ comment: text }) => text)
  if (comment === null || comment.length < MIN_DESCRIPTION || NOT_DESCRIPTION.test(comment)) return null
  return /[。！？!?…]|[.](?:\s|$)/u.test(comment) ? comment : null
}

function shared(embedded: readonly EmbeddedTags[], textOf: (tags: EmbeddedTags) => string | undefined): string | null {
  const [first, ...others] = new Set(embedded.flatMap((tags) => textOf(tags) ?? []))
  const naming = embedded.filter((tags) => textOf(tags) !== undefined).length
  return first !== undefined && others.length === 0 && naming * 2 >= embedded.length ? first : null
}
