import { contentTypeOf } from '#features/media/index.ts'

import { type Element, Extended, Shared } from './answer.ts'
import { albumId, songId } from './ids.ts'
import type { Album, Song } from './library.repository.ts'
import type { Named } from './names.ts'

/** What an artist is: a circle, or a voice actor. */
export type Artist = Named & { role: 'circle' | 'voiceActor'; albumCount: number }

/** What the member made of the items, by their ids. */
export type Marks = {
  /** When they were starred, in milliseconds since 1970. */
  stars: ReadonlyMap<string, number>
  /** Stars from 1 to 5, by work. */
  ratings: ReadonlyMap<number, number>
}

export const isoTime = (ms: number): string => new Date(ms).toISOString()

/** When it was starred; undefined: it is not, and the field is left out of answers. */
function starredAt({ stars }: Marks, id: string): string | undefined {
  // Most members star nothing, and most calls ask for hundreds.
  const atMs = stars.size === 0 ? undefined : stars.get(id)
  return atMs === undefined ? undefined : isoTime(atMs)
}

/** An artist of the calls that organise by folders. */
export function toArtistFolder({ id, name }: Artist, marks: Marks): Element {
  return { id, name, starred: starredAt(marks, id) }
}

/** An artist of the calls that organise by tags. */
export function toArtist({ id, name, role, albumCount }: Artist, marks: Marks): Element {
  return {
    id,
    name,
    coverArt: id,
    albumCount,
    roles: role === 'circle' ? ['albumartist', 'artist'] : ['performer'],
    starred: starredAt(marks, id),
  }
}

/** The circle where no voice actor is known. */
const artistsOf = ({ circle, voiceActors }: Album) => (voiceActors.length > 0 ? voiceActors : [circle])

const namesOf = (artists: readonly Named[]) => artists.map(({ name }) => name).join(' / ')

const yearOf = ({ release }: Album) => Number(release?.slice(0, 4)) || undefined

function releasedOn(album: Album): Element {
  const year = yearOf(album)
  if (year === undefined) return {}
  const { release } = album
  return { year, month: Number(release?.slice(5, 7)) || undefined, day: Number(release?.slice(8, 10)) || undefined }
}

const addedAt = ({ addedOn }: Album) => `${addedOn}T00:00:00.000Z`

const explicitness = { general: 'clean', r15: 'clean', adult: 'explicit', unrated: '' } as const

/** An album of the calls that organise by tags. */
export function toAlbum(album: Album, marks: Marks): Element {
  const id = albumId(album.id)
  const { circle } = album
  const released = releasedOn(album)
  return {
    id,
    name: album.title,
    artist: circle.name,
    artistId: circle.id,
    coverArt: id,
    songCount: album.songCount,
    duration: Math.round(album.durationSeconds),
    created: addedAt(album),
    year: yearOf(album),
    releaseDate: released,
    originalReleaseDate: released,
    genre: album.genres[0]?.name,
    genres: album.genres,
    artists: [circle],
    displayArtist: circle.name,
    explicitStatus: explicitness[album.ageCategory],
    version: album.code,
    sortName: album.title,
    isCompilation: false,
    starred: starredAt(marks, id),
    userRating: marks.ratings.get(album.id),
  }
}

/** An album of the calls that organise by folders. */
export function toAlbumFolder(album: Album, marks: Marks): Element {
  const id = albumId(album.id)
  const { circle } = album
  return {
    id,
    parent: circle.id,
    isDir: true,
    title: album.title,
    album: album.title,
    artist: circle.name,
    artistId: circle.id,
    coverArt: id,
    duration: Math.round(album.durationSeconds),
    created: addedAt(album),
    year: yearOf(album),
    genre: album.genres[0]?.name,
    genres: album.genres,
    mediaType: 'album',
    starred: starredAt(marks, id),
    userRating: marks.ratings.get(album.id),
  }
}

/** The folders of an album that has several, each of which is a disc. */
export function discTitlesOf(songs: readonly Song[]): Element {
  const discs = new Map(songs.map(({ disc, path }) => [disc, path.slice(0, Math.max(path.lastIndexOf('/'), 0))]))
  const titled = [...discs].filter(([, folder]) => folder !== '')
  return discs.size < 2 ? {} : { discTitles: titled.map(([disc, folder]) => ({ disc, title: fileName(folder) })) }
}

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Its file’s name, without the extension. */
export function titleOf({ path }: Pick<Song, 'path'>): string {
  const name = fileName(path)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** What the songs of an album have in common. */
function commonOf(album: Album): Element {
  const { circle } = album
  const artists = artistsOf(album)
  return {
    parent: albumId(album.id),
    isDir: false,
    isVideo: false,
    type: 'music',
    mediaType: 'song',
    album: album.title,
    albumId: albumId(album.id),
    artist: circle.name,
    artistId: circle.id,
    artists,
    displayArtist: namesOf(artists),
    albumArtists: [circle],
    displayAlbumArtist: circle.name,
    contributors: album.voiceActors.map((artist) => ({ role: 'performer', artist })),
    coverArt: albumId(album.id),
    year: yearOf(album),
    genre: album.genres[0]?.name,
    genres: album.genres,
  }
}

/** Shapes songs; what songs of one album share is computed once. */
export function toSongs(songs: readonly Song[], marks: Marks): Extended[] {
  const sharedOf = new Map<Album, Shared>()
  return songs.map((song) => {
    const shared = sharedOf.getOrInsertComputed(song.album, (album) => new Shared(commonOf(album)))
    return new Extended(ownOf(song, marks), shared)
  })
}

export function toSong(song: Song, marks: Marks): Element {
  return { ...ownOf(song, marks), ...commonOf(song.album) }
}

/** What a song has of its own. */
function ownOf(song: Song, marks: Marks): Element {
  const { album, path, sizeBytes, durationSeconds } = song
  const id = songId(song.id)
  const name = fileName(path)
  const dot = name.lastIndexOf('.')
  return {
    id,
    title: titleOf(song),
    track: song.track,
    discNumber: song.disc,
    size: sizeBytes,
    contentType: contentTypeOf(name).mime,
    suffix: dot > 0 ? name.slice(dot + 1).toLowerCase() : '',
    duration: durationSeconds === null ? undefined : Math.round(durationSeconds),
    bitRate: durationSeconds ? Math.round((sizeBytes * 8) / durationSeconds / 1_000) : undefined,
    path: `${album.circle.name}/${album.code} ${album.title}/${path}`,
    created: isoTime(song.modifiedMs),
    starred: starredAt(marks, id),
    userRating: marks.ratings.get(album.id),
  }
}
