import * as z from 'zod'

import { answers, wrongIn } from './opensubsonic-facts.ts'

/**
 * What we promise of each object, which is more than the specification requires (see `opensubsonic-facts.ts`). Unknown fields and
 * nulls fail, as they do in typed clients.
 */
const text = z.string()
const id = z.string().min(1)
const count = z.int().nonnegative()
const time = z.iso.datetime()

const date = z.strictObject({ year: count.optional(), month: count.optional(), day: count.optional() })
const artistRef = z.strictObject({ id, name: text })
const genres = z.array(z.strictObject({ name: text }))
const shared = { year: count.optional(), genre: text.optional(), genres, starred: time.optional() }
const marks = { userRating: z.int().min(1).max(5).optional() }

const ArtistID3 = z.strictObject({
  id,
  name: text,
  albumCount: count,
  coverArt: id,
  starred: time.optional(),
  roles: z.array(text),
})

const AlbumID3 = z.strictObject({
  ...shared,
  ...marks,
  id,
  name: text,
  artist: text,
  artistId: id,
  coverArt: id,
  songCount: count,
  duration: count,
  created: time,
  artists: z.array(artistRef),
  displayArtist: text,
  releaseDate: date,
  originalReleaseDate: date,
  explicitStatus: z.enum(['', 'clean', 'explicit']),
  version: text,
  sortName: text,
  isCompilation: z.boolean(),
  discTitles: z.array(z.strictObject({ disc: z.int().positive(), title: text })).optional(),
})

const Child = z.strictObject({
  ...shared,
  ...marks,
  id,
  parent: id,
  isDir: z.boolean(),
  title: text,
  album: text,
  artist: text,
  artistId: id,
  coverArt: id,
  created: time,
  mediaType: z.enum(['song', 'album']),
  isVideo: z.boolean().optional(),
  type: z.literal('music').optional(),
  albumId: id.optional(),
  artists: z.array(artistRef).optional(),
  displayArtist: text.optional(),
  albumArtists: z.array(artistRef).optional(),
  displayAlbumArtist: text.optional(),
  contributors: z.array(z.strictObject({ role: text, artist: artistRef })).optional(),
  track: z.int().positive().optional(),
  discNumber: z.int().positive().optional(),
  size: count.optional(),
  contentType: text.optional(),
  suffix: text.optional(),
  duration: count.optional(),
  bitRate: count.optional(),
  path: text.optional(),
})

const Artist = z.strictObject({ id, name: text, starred: time.optional() })

const indexOf = <T extends z.ZodType>(artist: T) => ({
  ignoredArticles: text,
  index: z.array(z.strictObject({ name: text, artist: z.array(artist) })),
})

const Playlist = z.strictObject({
  id,
  name: text,
  comment: text.optional(),
  owner: text,
  public: z.boolean(),
  songCount: count,
  duration: count,
  created: time,
  changed: time,
  coverArt: id.optional(),
  readonly: z.boolean(),
  entry: z.array(Child).optional(),
})

const found = <A extends z.ZodType, T extends z.ZodType>(artist: A, album: T) =>
  z.strictObject({ artist: z.array(artist), album: z.array(album), song: z.array(Child) })

/** The element of each call’s answer. */
const elements = {
  ping: {},
  getLicense: { license: z.strictObject({ valid: z.literal(true) }) },
  getOpenSubsonicExtensions: {
    openSubsonicExtensions: z.array(z.strictObject({ name: text, versions: z.array(z.int()) })),
  },
  getMusicFolders: {
    musicFolders: z.strictObject({ musicFolder: z.array(z.strictObject({ id: count, name: text })) }),
  },
  getUser: { user: z.looseObject({ username: text, scrobblingEnabled: z.boolean(), adminRole: z.literal(false) }) },
  tokenInfo: { tokenInfo: z.strictObject({ username: text }) },
  getScanStatus: { scanStatus: z.strictObject({ scanning: z.boolean(), count }) },
  getIndexes: { indexes: z.strictObject({ ...indexOf(Artist), lastModified: count }) },
  getArtists: { artists: z.strictObject(indexOf(ArtistID3)) },
  getArtist: { artist: ArtistID3.extend({ album: z.array(AlbumID3) }) },
  getAlbum: { album: AlbumID3.extend({ song: z.array(Child) }) },
  getSong: { song: Child },
  getMusicDirectory: {
    directory: z.strictObject({
      id,
      name: text,
      parent: id.optional(),
      child: z.array(z.looseObject({ id, title: text })),
    }),
  },
  getGenres: {
    genres: z.strictObject({
      genre: z.array(z.strictObject({ value: text, songCount: count, albumCount: count })),
    }),
  },
  getAlbumInfo: { albumInfo: z.strictObject({ notes: text.optional() }) },
  getAlbumInfo2: { albumInfo: z.strictObject({ notes: text.optional() }) },
  getArtistInfo: { artistInfo: z.strictObject({}) },
  getArtistInfo2: { artistInfo2: z.strictObject({}) },
  getAlbumList: { albumList: z.strictObject({ album: z.array(Child) }) },
  getAlbumList2: { albumList2: z.strictObject({ album: z.array(AlbumID3) }) },
  getRandomSongs: { randomSongs: z.strictObject({ song: z.array(Child) }) },
  getSongsByGenre: { songsByGenre: z.strictObject({ song: z.array(Child) }) },
  getTopSongs: { topSongs: z.strictObject({ song: z.array(Child) }) },
  getSimilarSongs: { similarSongs: z.strictObject({ song: z.array(Child) }) },
  getSimilarSongs2: { similarSongs2: z.strictObject({ song: z.array(Child) }) },
  getStarred: { starred: found(Artist, Child) },
  getStarred2: { starred2: found(ArtistID3, AlbumID3) },
  getNowPlaying: { nowPlaying: z.strictObject({ entry: z.array(z.unknown()).max(0) }) },
  search2: { searchResult2: found(Artist, Child) },
  search3: { searchResult3: found(ArtistID3, AlbumID3) },
  getLyrics: { lyrics: z.strictObject({ artist: text.optional(), title: text.optional(), value: text }) },
  getLyricsBySongId: {
    lyricsList: z.strictObject({
      structuredLyrics: z.array(
        z.strictObject({
          lang: text,
          synced: z.boolean(),
          line: z.array(z.strictObject({ start: count, value: text })),
        }),
      ),
    }),
  },
  star: {},
  unstar: {},
  setRating: {},
  scrobble: {},
  getPlaylists: { playlists: z.strictObject({ playlist: z.array(Playlist) }) },
  getPlaylist: { playlist: Playlist.required({ entry: true }) },
  createPlaylist: { playlist: Playlist.required({ entry: true }) },
  updatePlaylist: {},
  deletePlaylist: {},
  getPlayQueue: {
    playQueue: z
      .strictObject({
        current: id.optional(),
        position: count.optional(),
        username: text,
        changed: time,
        changedBy: text,
        entry: z.array(Child),
      })
      .optional(),
  },
  getPlayQueueByIndex: {
    playQueueByIndex: z
      .strictObject({
        currentIndex: count.optional(),
        position: count.optional(),
        username: text,
        changed: time,
        changedBy: text,
        entry: z.array(Child),
      })
      .optional(),
  },
  savePlayQueue: {},
  savePlayQueueByIndex: {},
  getBookmarks: {
    bookmarks: z.strictObject({
      bookmark: z.array(
        z.strictObject({
          position: count,
          username: text,
          comment: text,
          created: time,
          changed: time,
          entry: Child,
        }),
      ),
    }),
  },
  createBookmark: {},
  deleteBookmark: {},
  getPodcasts: { podcasts: z.strictObject({ channel: z.array(z.unknown()).max(0) }) },
  getNewestPodcasts: { newestPodcasts: z.strictObject({ episode: z.array(z.unknown()).max(0) }) },
  getInternetRadioStations: {
    internetRadioStations: z.strictObject({ internetRadioStation: z.array(z.unknown()).max(0) }),
  },
  getShares: { shares: z.strictObject({ share: z.array(z.unknown()).max(0) }) },
  getVideos: { videos: z.strictObject({ video: z.array(z.unknown()).max(0) }) },
} satisfies Record<string, z.ZodRawShape>

export type SubsonicCall = keyof typeof elements

/** Every call with an answer other than bytes. */
export const subsonicCalls = Object.keys(elements) as SubsonicCall[]

const head = {
  status: z.literal('ok'),
  version: z.literal('1.16.1'),
  type: z.literal('otodana'),
  serverVersion: text,
  openSubsonic: z.literal(true),
}

type Elements<C extends SubsonicCall> = z.infer<z.ZodObject<(typeof elements)[C]>>
export type SubsonicFailure = { error: { code: number; message: string; helpUrl?: string | undefined } }
type Values = Record<string, string | number | boolean | readonly (string | number)[]>

/** A client that fails on anything the specification does not allow. */
export function createSubsonicClient(url: string, login: Record<string, string>) {
  function address(call: string, values: Values = {}): string {
    const query = new URLSearchParams({ v: '1.16.1', c: 'Strict Client', f: 'json', ...login })
    for (const [name, value] of Object.entries(values)) {
      query.delete(name)
      for (const one of Array.isArray(value) ? (value as readonly (string | number)[]) : [value]) {
        query.append(name, String(one))
      }
    }
    return `${url}/rest/${call}?${query.toString()}`
  }

  async function read(response: Response): Promise<unknown> {
    if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}`)
    const body = (await response.json()) as { 'subsonic-response': unknown }
    return body['subsonic-response']
  }

  return {
    address,
    get: (call: string, values?: Values, init?: RequestInit) => fetch(address(call, values), init),

    async ask<C extends SubsonicCall>(call: C, values?: Values): Promise<Elements<C>> {
      const answer = (await read(await fetch(address(call, values)))) as Record<string, unknown>
      const fact = answers[call]
      if (fact && fact.element in answer) {
        const wrong = wrongIn(fact.type, answer[fact.element], fact.element)
        if (wrong.length > 0) throw new Error(`${call} does not answer as the specification says: ${wrong.join('; ')}`)
      }
      return z.strictObject({ ...head, ...elements[call] }).parse(answer) as unknown as Elements<C>
    },

    /** Asks for what must fail. @returns its code and message */
    async fail(call: string, values?: Values): Promise<SubsonicFailure['error']> {
      const answer = await read(await fetch(address(call, values)))
      const failed = z.strictObject({
        ...head,
        status: z.literal('failed'),
        error: z.strictObject({ code: z.int(), message: text, helpUrl: z.url().optional() }),
      })
      return failed.parse(answer).error
    },
  }
}
