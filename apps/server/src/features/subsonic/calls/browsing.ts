import type { Element } from '../answer.ts'
import { readItem } from '../ids.ts'
import type { SubsonicLibrary } from '../library.ts'
import {
  type Artist,
  discTitlesOf,
  toAlbum,
  toAlbumFolder,
  toArtist,
  toArtistFolder,
  toSong,
  toSongs,
} from '../shapes.ts'
import { SubsonicError } from '../subsonic-error.ts'
import type { Call, Handlers } from './handler.ts'
import type { MarksOf } from './marks.ts'

type Deps = { library: SubsonicLibrary; marksOf: MarksOf }

/** There is one. Its id is a number, because that of a folder is one in the protocol. */
export const MUSIC_FOLDER = { id: 1, name: 'Otodana' }
/** The folder of all artists. */
const ROOT = String(MUSIC_FOLDER.id)

/** The protocol has no pages here, and the circle of all works without one may have a hundred thousand. */
export const MAX_ALBUMS_OF_ARTIST = 5_000

const KANA_ROWS: readonly [first: string, row: string][] = [
  ['ワ', 'わ'],
  ['ラ', 'ら'],
  ['ャ', 'や'],
  ['マ', 'ま'],
  ['ハ', 'は'],
  ['ナ', 'な'],
  ['タ', 'た'],
  ['サ', 'さ'],
  ['カ', 'か'],
  ['ァ', 'あ'],
]

/** Returns the heading of an artist in an index: a letter, a row of kana, or `#`. */
export function headingOf(name: string): string {
  const first = name.normalize('NFKD').charAt(0).toUpperCase()
  if (/[A-Z]/.test(first)) return first
  const katakana = first.replace(/[ぁ-ゖ]/, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0x60))
  if (!/[ァ-ン]/.test(katakana)) return '#'
  return KANA_ROWS.find(([start]) => katakana >= start)?.[1] ?? '#'
}

function indexOf(artists: readonly Artist[], toElement: (artist: Artist) => Element): Element[] {
  const byHeading = Map.groupBy(artists, ({ name }) => headingOf(name))
  return [...byHeading.keys()].toSorted().map((name) => ({ name, artist: (byHeading.get(name) ?? []).map(toElement) }))
}

export function browsingCalls({ library, marksOf }: Deps): Handlers {
  async function albumFolders(ids: readonly number[], { account }: Call): Promise<Element[]> {
    const [albums, marks] = await Promise.all([library.albums(ids), marksOf(account, ids)])
    return albums.map((album) => toAlbumFolder(album, marks))
  }

  /** @throws {SubsonicError} `notFound` */
  async function albumWithSongs(workId: number, { account }: Call) {
    const [album, songs, marks] = await Promise.all([
      library.getAlbum(workId),
      library.songsOfWorks([workId]),
      marksOf(account, [workId]),
    ])
    return { album, songs: toSongs(songs, marks), discs: discTitlesOf(songs), marks }
  }

  /** Our only folder, or all of them, as some apps write it. @throws {SubsonicError} `notFound` */
  function readFolder({ parameters }: Call): void {
    const asked = parameters.text('musicFolderId') ?? ROOT
    if (!['-1', '0', ROOT].includes(asked)) throw new SubsonicError('notFound', 'There is no such folder.')
  }

  const info = async ({ parameters }: Call) => {
    const item = readItem(parameters.requiredText('id'), 'work', 'song')
    const workId = item.kind === 'work' ? item.id : (await library.getSong(item.id)).album.id
    await library.getAlbum(workId)
    const notes = await library.description(workId)
    return { albumInfo: notes === null ? {} : { notes } }
  }

  /** There are no biographies; an unknown artist is an error all the same. */
  const artistInfo =
    (name: 'artistInfo' | 'artistInfo2') =>
    async ({ parameters }: Call) => {
      const item = readItem(parameters.requiredText('id'), 'circle', 'voiceActor', 'work', 'song')
      if (item.kind === 'work') await library.getAlbum(item.id)
      else if (item.kind === 'song') await library.getSong(item.id)
      else await library.getArtist(item)
      return { [name]: {} }
    }

  return {
    getMusicFolders: () => ({ musicFolders: { musicFolder: [MUSIC_FOLDER] } }),

    async getIndexes(call) {
      readFolder(call)
      const since = call.parameters.integer('ifModifiedSince')
      const lastModified = library.changedAtMs()
      const head = { lastModified, ignoredArticles: '' }
      if (since !== null && since >= lastModified) return { indexes: { ...head, index: [] } }
      const artists = (await library.artists()).filter(({ role }) => role === 'circle')
      const marks = await marksOf(call.account, [])
      return { indexes: { ...head, index: indexOf(artists, (artist) => toArtistFolder(artist, marks)) } }
    },

    async getMusicDirectory(call) {
      const id = call.parameters.requiredText('id')
      if (id === ROOT) {
        const artists = (await library.artists()).filter(({ role }) => role === 'circle')
        const child = artists.map((artist) => ({ id: artist.id, parent: ROOT, isDir: true, title: artist.name }))
        return { directory: { ...MUSIC_FOLDER, id: ROOT, child } }
      }
      const item = readItem(id, 'circle', 'voiceActor', 'work')
      if (item.kind === 'work') {
        const { album, songs } = await albumWithSongs(item.id, call)
        return { directory: { id, parent: album.circle.id, name: album.title, child: songs } }
      }
      const artist = await library.getArtist(item)
      const child = await albumFolders(library.albumsOf(item).slice(0, MAX_ALBUMS_OF_ARTIST), call)
      return { directory: { id, parent: ROOT, name: artist.name, child } }
    },

    async getArtists(call) {
      readFolder(call)
      const [artists, marks] = await Promise.all([library.artists(), marksOf(call.account, [])])
      return { artists: { ignoredArticles: '', index: indexOf(artists, (artist) => toArtist(artist, marks)) } }
    },

    async getArtist({ account, parameters }) {
      const item = readItem(parameters.requiredText('id'), 'circle', 'voiceActor')
      const artist = await library.getArtist(item)
      const ids = library.albumsOf(item).slice(0, MAX_ALBUMS_OF_ARTIST)
      const [albums, marks] = await Promise.all([library.albums(ids), marksOf(account, ids)])
      return { artist: { ...toArtist(artist, marks), album: albums.map((album) => toAlbum(album, marks)) } }
    },

    async getAlbum(call) {
      const { id } = readItem(call.parameters.requiredText('id'), 'work')
      const { album, songs, discs, marks } = await albumWithSongs(id, call)
      return { album: { ...toAlbum(album, marks), ...discs, song: songs } }
    },

    async getSong({ account, parameters }) {
      const song = await library.getSong(readItem(parameters.requiredText('id'), 'song').id)
      return { song: toSong(song, await marksOf(account, [song.album.id])) }
    },

    async getGenres() {
      const genres = await library.genres()
      return {
        genres: { genre: genres.map(({ name, albumCount, songCount }) => ({ albumCount, songCount, value: name })) },
      }
    },

    getAlbumInfo: info,
    getAlbumInfo2: info,
    getArtistInfo: artistInfo('artistInfo'),
    getArtistInfo2: artistInfo('artistInfo2'),
    getVideos: () => ({ videos: { video: [] } }),
  }
}
