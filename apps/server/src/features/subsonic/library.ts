import type { Catalogue, CatalogueQuery } from '@otodana/catalogue'

import type { CatalogueService } from '#features/catalogue/index.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'

import { circleId, type Item, parseItem, voiceActorId } from './ids.ts'
import type { Album, LibraryRepository, Song } from './library.repository.ts'
import { type Artist, titleOf, UNKNOWN_ARTIST } from './shapes.ts'
import { SubsonicError } from './subsonic-error.ts'

type Genre = { id: number; name: string; albumCount: number; songCount: number }

type ArtistItem = Extract<Item, { kind: 'circle' | 'voiceActor' }>

/** The place of a work in a list, and how many songs the works before it have. */
type SongPlace = { workIndex: number; songsBefore: number }

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
  findGenre(name: string): Promise<Genre | null>
  /** The number of all songs. */
  songCount(): Promise<number>
  /** The id of an artist’s song by its title; null: there is none. */
  findSongByTitle(title: string, artist: string): Promise<number | null>
  /** A page of all songs, by work. */
  songPage(offset: number, limit: number): Promise<Song[]>
  /** The songs of these albums, from `offset` on. */
  songsAmong(workIds: readonly number[], offset: number, limit: number): Promise<Song[]>
}

const START: SongPlace = { workIndex: 0, songsBefore: 0 }
const MAX_PAGE_STARTS = 20_000
const ALL = { terms: [], order: 'id', direction: 'asc' } as const
/** More than any library has. */
const NO_LIMIT = 10_000_000
/** Counted in these steps, so that requests are answered in between, and a page reads little beyond its end. */
const COUNTED_AT_ONCE = 200
const SLICE_MS = 8
/** A scan changes the counts many times a second; apps show them in a menu. */
const COUNTS_FRESH_MS = 60_000

/** What OpenSubsonic’s clients browse: circles and voice actors as artists, works as albums, tags as genres. */
export function createSubsonicLibrary(repository: LibraryRepository, catalogue: CatalogueService): SubsonicLibrary {
  const { index } = catalogue
  /** By offset: an app that copies the library reads page after page. */
  const pageStarts = new Map<number, SongPlace>()
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

  async function readGenres(): Promise<readonly Genre[]> {
    const slices = createTimeSlices(SLICE_MS)
    const counts = index.tagCounts()
    const names = (await repository.tagNames()).filter(({ id }) => counts.has(id))
    const { ids } = index.query({ ...ALL, offset: 0, limit: NO_LIMIT })
    const songsOf = new Map<number, number>()
    for (let at = 0; at < ids.length; at += COUNTED_AT_ONCE) {
      for (const [workId, count] of await repository.songCounts(ids.slice(at, at + COUNTED_AT_ONCE))) {
        songsOf.set(workId, count)
      }
      if (slices.isOver()) await slices.next()
    }
    const genres: Genre[] = []
    for (const { id, name } of names) {
      const works = index.query({ ...ALL, tagId: id, offset: 0, limit: NO_LIMIT }).ids
      const songCount = works.reduce((sum, workId) => sum + (songsOf.get(workId) ?? 0), 0)
      genres.push({ id, name, albumCount: counts.get(id) ?? 0, songCount })
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

  /**
   * Reads songs of these works, counted from `start`.
   *
   * @param onNext  called with the place where the songs after these begin
   */
  async function readSongs(
    workIds: readonly number[],
    offset: number,
    limit: number,
    start: SongPlace,
    onNext?: (place: SongPlace) => void,
  ): Promise<Song[]> {
    const wanted: number[] = []
    let before = start.songsBefore
    let first = before
    for (let at = start.workIndex; at < workIds.length && before < offset + limit; at += COUNTED_AT_ONCE) {
      const step = workIds.slice(at, at + COUNTED_AT_ONCE)
      const counts = await repository.songCounts(step)
      for (const [index, workId] of step.entries()) {
        const count = counts.get(workId) ?? 0
        const end = before + count
        if (end <= offset) first = end
        else wanted.push(workId)
        if (end > offset + limit || (end === offset + limit && limit > 0)) {
          onNext?.(
            end === offset + limit
              ? { workIndex: at + index + 1, songsBefore: end }
              : { workIndex: at + index, songsBefore: before },
          )
          before = end
          break
        }
        before = end
      }
    }
    return (await repository.songsOfWorks(wanted)).slice(offset - first, offset - first + limit)
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
    findGenre: async (name) => (await genres()).find((genre) => genre.name === name) ?? null,

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
      const songs = await repository.songsOfWorks(albumsOf(item).slice(0, COUNTED_AT_ONCE))
      return songs.find((song) => titleOf(song) === title)?.id ?? null
    },

    songsAmong: (workIds, offset, limit) => readSongs(workIds, offset, limit, START),

    songPage(offset, limit) {
      const { ids } = index.query({ ...ALL, offset: 0, limit: NO_LIMIT })
      const known = pageStarts.get(offset)
      // After a change of the library it may be a few songs off, as any offset is.
      return readSongs(ids, offset, limit, known ?? START, (next) => {
        if (pageStarts.size >= MAX_PAGE_STARTS) pageStarts.clear()
        pageStarts.set(offset + limit, next)
      })
    },
  }
}
