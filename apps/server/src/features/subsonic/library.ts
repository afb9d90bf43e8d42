import type { Catalogue, CatalogueQuery } from '@otodana/catalogue'

import type { CatalogueService } from '#features/catalogue/index.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'

import { circleId, type Item, parseItem, voiceActorId } from './ids.ts'
import type { Album, LibraryRepository, Song } from './library.repository.ts'
import { UNKNOWN_ARTIST } from './names.ts'
import { type Artist, titleOf } from './shapes.ts'
import type { SongCounts, SongStretch } from './song-counts.ts'
import { SubsonicError } from './subsonic-error.ts'

type Genre = { id: number; name: string; albumCount: number; songCount: number }

type ArtistItem = Extract<Item, { kind: 'circle' | 'voiceActor' }>

/** Which albums a list has, in which order. */
export type AlbumQuery = Pick<
  CatalogueQuery,
  'terms' | 'order' | 'direction' | 'seed' | 'circleId' | 'tagId' | 'voiceActorId'
>

export type SubsonicLibrary = LibraryRepository & {
  index: Catalogue
  /** Changes with the library. */
  version(): number
  /** When it changed last, as far as this process knows, in milliseconds since 1970. */
  changedAtMs(): number
  /** Circles and voice actors with albums, by name. */
  artists(): Promise<readonly Artist[]>
  /** @throws {SubsonicError} `notFound` */
  getArtist(item: ArtistItem): Promise<Artist>
  /** Ids of all albums of an artist, latest first. */
  albumsOf(item: ArtistItem): number[]
  albumIds(query: AlbumQuery, offset: number, limit: number): number[]
  /** @throws {SubsonicError} `notFound` */
  getAlbum(workId: number): Promise<Album>
  /** @throws {SubsonicError} `notFound` */
  getSong(fileId: number): Promise<Song>
  /** By number of albums. */
  genres(): Promise<readonly Genre[]>
  /** The tag of a genre; null: there is none. */
  findGenre(name: string): Promise<{ id: number } | null>
  /** The number of all songs. */
  songCount(): Promise<number>
  /** The id of an artist’s song by its title; null: there is none. */
  findSongByTitle(title: string, artist: string): Promise<number | null>
  /** A page of all songs, by work. */
  songPage(offset: number, limit: number): Promise<Song[]>
  /** The songs of these albums, from `offset` on. */
  songsAmong(workIds: readonly number[], offset: number, limit: number): Promise<Song[]>
}

const ALL = { terms: [], order: 'id', direction: 'asc' } as const
/** More than any library has. */
const NO_LIMIT = 10_000_000
/** Albums of an artist among which a song is found by its title. */
const MAX_SEARCHED_ALBUMS = 200
const SLICE_MS = 8
/** A scan changes the counts many times a second; apps show them in a menu. */
const COUNTS_FRESH_MS = 60_000

type Deps = { repository: LibraryRepository; catalogue: CatalogueService; counts: SongCounts }

/** What OpenSubsonic’s clients browse: circles and voice actors as artists, works as albums, tags as genres. */
export function createSubsonicLibrary({ repository, catalogue, counts }: Deps): SubsonicLibrary {
  const { index } = catalogue
  let changedAtMs = Date.now()
  let artistsNow: { version: number; list: Promise<readonly Artist[]> } | null = null
  let songCountNow: { madeAtMs: number; count: Promise<number> } | null = null
  let genresNow: { version: number; madeAtMs: number; list: Promise<readonly Genre[]> } | null = null
  catalogue.onChange(() => (changedAtMs = Date.now()))

  async function readArtists(): Promise<readonly Artist[]> {
    const [circles, actors] = await Promise.all([repository.circleNames(), repository.voiceActorNames()])
    const circleCounts = index.circleCounts()
    const actorCounts = index.voiceActorCounts()
    const list: Artist[] = []
    for (const { id, name } of circles) {
      const albumCount = circleCounts.get(id)
      if (albumCount !== undefined)
        list.push({ id: circleId(id), name: name || UNKNOWN_ARTIST, role: 'circle', albumCount })
    }
    for (const { id, name } of actors) {
      const albumCount = actorCounts.get(id)
      if (albumCount !== undefined) list.push({ id: voiceActorId(id), name, role: 'voiceActor', albumCount })
    }
    return list
  }

  function artists(): Promise<readonly Artist[]> {
    if (artistsNow?.version === index.version) return artistsNow.list
    const made = { version: index.version, list: readArtists() }
    made.list.catch(() => {
      if (artistsNow === made) artistsNow = null
    })
    artistsNow = made
    return made.list
  }

  async function genreNames(): Promise<Omit<Genre, 'songCount'>[]> {
    const albumCounts = index.tagCounts()
    return (await repository.tagNames()).flatMap(({ id, name }) => {
      const albumCount = albumCounts.get(id)
      return albumCount === undefined ? [] : [{ id, name, albumCount }]
    })
  }

  async function readGenres(): Promise<readonly Genre[]> {
    const slices = createTimeSlices(SLICE_MS)
    const genres: Genre[] = []
    for (const genre of await genreNames()) {
      const works = index.query({ ...ALL, tagId: genre.id, offset: 0, limit: NO_LIMIT }).ids
      const songCount = (await counts.of(works)).reduce((sum, count) => sum + count, 0)
      genres.push({ ...genre, songCount })
      if (slices.isOver()) await slices.next()
    }
    return genres.sort((a, b) => b.albumCount - a.albumCount)
  }

  function genres(): Promise<readonly Genre[]> {
    const now = Date.now()
    const isFresh = genresNow && (genresNow.version === index.version || now - genresNow.madeAtMs < COUNTS_FRESH_MS)
    if (genresNow && isFresh) return genresNow.list
    const made = { version: index.version, madeAtMs: now, list: readGenres() }
    made.list.catch(() => {
      if (genresNow === made) genresNow = null
    })
    genresNow = made
    return made.list
  }

  function albumsOf(item: ArtistItem): number[] {
    const of = item.kind === 'circle' ? { circleId: item.id } : { voiceActorId: item.id }
    return index.query({ terms: [], order: 'release', direction: 'desc', offset: 0, limit: NO_LIMIT, ...of }).ids
  }

  async function songsIn({ workIds, skipped }: SongStretch, limit: number): Promise<Song[]> {
    const songs = await repository.songsOfWorks(workIds)
    const byWork = Map.groupBy(songs, ({ album }) => album.id)
    for (const workId of workIds) counts.note(workId, byWork.get(workId)?.length ?? 0)
    return songs.slice(skipped, skipped + limit)
  }

  async function getAlbum(workId: number): Promise<Album> {
    const [album] = await repository.albums([workId])
    if (!album) throw new SubsonicError('notFound', 'There is no such album.')
    return album
  }

  return {
    ...repository,
    index,
    version: () => index.version,
    changedAtMs: () => changedAtMs,
    artists,

    async getArtist({ kind, id }) {
      const key = kind === 'circle' ? circleId(id) : voiceActorId(id)
      const found = (await artists()).find((artist) => artist.id === key)
      if (!found) throw new SubsonicError('notFound', 'There is no such artist.')
      return found
    },

    albumsOf,
    albumIds: (query, offset, limit) => index.query({ ...query, offset, limit }).ids,
    getAlbum,

    async getSong(fileId) {
      const [song] = await repository.songs([fileId])
      if (!song) throw new SubsonicError('notFound', 'There is no such song.')
      return song
    },

    genres,
    findGenre: async (name) => (await genreNames()).find((genre) => genre.name === name) ?? null,

    songCount() {
      const now = Date.now()
      if (songCountNow && now - songCountNow.madeAtMs < COUNTS_FRESH_MS) return songCountNow.count
      const made = { madeAtMs: now, count: repository.countSongs() }
      made.count.catch(() => {
        if (songCountNow === made) songCountNow = null
      })
      songCountNow = made
      return made.count
    },

    async findSongByTitle(title, artistName) {
      const artist = (await artists()).find(({ name }) => name === artistName)
      const item = artist && parseItem(artist.id)
      if (item?.kind !== 'circle' && item?.kind !== 'voiceActor') return null
      const songs = await repository.songsOfWorks(albumsOf(item).slice(0, MAX_SEARCHED_ALBUMS))
      return songs.find((song) => titleOf(song) === title)?.id ?? null
    },

    songsAmong: async (workIds, offset, limit) => songsIn(await counts.stretch(workIds, offset, limit), limit),
    songPage: async (offset, limit) => songsIn(await counts.stretchOfAll(offset, limit), limit),
  }
}
