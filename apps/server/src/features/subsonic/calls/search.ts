import { foldForFinding, parseKeyword } from '@otodana/keyword'

import type { Element } from '../answer.ts'
import type { SubsonicLibrary } from '../library.ts'
import type { Song } from '../library.repository.ts'
import { type Artist, toAlbum, toAlbumFolder, toArtist, toArtistFolder, toSongs } from '../shapes.ts'
import type { Call, Handlers } from './handler.ts'
import { MAX_OFFSET, MAX_PAGE } from './lists.ts'
import type { MarksOf } from './marks.ts'

type Deps = { library: SubsonicLibrary; marksOf: MarksOf }

/** Albums whose songs a search with words lists. */
const MAX_SEARCHED_ALBUMS = 10_000

/**
 * Apps that copy the whole library ask for `""`, with the quotes, or for `*`; some put quotes around words and `*` after them, as for
 * the search engine of the protocol's first server. Control characters separate words.
 */
function wordsOf(query: string | null): string {
  const words = (query ?? '').replaceAll(/\p{Cc}/gu, ' ').split(/\s+/)
  return words
    .map((word) => word.replaceAll(/^["*]+|["*]+$/g, ''))
    .filter((word) => word !== '')
    .join(' ')
}

export function searchCalls({ library, marksOf }: Deps): Handlers {
  /** Apps search with every letter that is typed, and there are tens of thousands of artists. */
  let folded: { artists: readonly Artist[]; names: string[] } | undefined

  function namesOf(artists: readonly Artist[]): string[] {
    if (folded?.artists !== artists) folded = { artists, names: artists.map(({ name }) => foldForFinding(name)) }
    return folded.names
  }

  async function search({ account, parameters }: Call, isById3: boolean): Promise<Element> {
    const words = wordsOf(parameters.text('query'))
    const size = (kind: string) => parameters.count(`${kind}Count`, 20, MAX_PAGE)
    const offset = (kind: string) => parameters.count(`${kind}Offset`, 0, MAX_OFFSET)
    const terms = parseKeyword(words)
    const albumIds = library.albumIds({ terms, order: 'id', direction: 'asc' }, offset('album'), size('album'))
    const [artists, albums, songs] = await Promise.all([
      findArtists(words, offset('artist'), size('artist')),
      library.albums(albumIds),
      findSongs(words, offset('song'), size('song')),
    ])
    const workIds = new Set([...albumIds, ...songs.map(({ album }) => album.id)])
    const marks = await marksOf(account, [...workIds])
    return {
      artist: artists.map((artist) => (isById3 ? toArtist : toArtistFolder)(artist, marks)),
      album: albums.map((album) => (isById3 ? toAlbum : toAlbumFolder)(album, marks)),
      song: toSongs(songs, marks),
    }
  }

  async function findArtists(words: string, offset: number, size: number) {
    if (size === 0) return []
    const artists = await library.artists()
    if (words === '') return artists.slice(offset, offset + size)
    const names = namesOf(artists)
    const part = foldForFinding(words)
    return artists.filter((_artist, at) => names[at]!.includes(part)).slice(offset, offset + size)
  }

  /** All songs, or those of the albums that are found. */
  function findSongs(words: string, offset: number, size: number): Song[] | Promise<Song[]> {
    if (size === 0) return []
    if (words === '') return library.songPage(offset, size)
    const query = { terms: parseKeyword(words), order: 'dl_count', direction: 'desc' } as const
    return library.songsAmong(library.albumIds(query, 0, MAX_SEARCHED_ALBUMS), offset, size)
  }

  return {
    search2: async (call) => ({ searchResult2: await search(call, false) }),
    search3: async (call) => ({ searchResult3: await search(call, true) }),
  }
}
