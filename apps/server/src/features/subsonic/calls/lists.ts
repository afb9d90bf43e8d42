import { specialTerm } from '@otodana/keyword'

import type { PlaylistRepository } from '#features/playlists/index.ts'
import type { Account } from '#http/gate.ts'

import type { Element, Extended } from '../answer.ts'
import { parseItem, readItem } from '../ids.ts'
import type { KeptRepository } from '../kept.repository.ts'
import type { AlbumQuery, SubsonicLibrary } from '../library.ts'
import type { ListeningRepository } from '../listening.repository.ts'
import { toAlbum, toAlbumFolder, toArtist, toArtistFolder, toSongs } from '../shapes.ts'
import { SubsonicError } from '../subsonic-error.ts'
import type { Call, Handlers } from './handler.ts'
import type { MarksOf } from './marks.ts'

type Deps = {
  library: SubsonicLibrary
  kept: KeptRepository
  listening: ListeningRepository
  playlists: Pick<PlaylistRepository, 'findSystem' | 'works'>
  /** Ids of works like this one, best first. */
  similarTo: (workId: number) => Promise<number[]>
  marksOf: MarksOf
  /** From 0, below 1. */
  random?: () => number
}

/** The protocol’s own limit. */
export const MAX_PAGE = 500
/** Further than any library goes. */
export const MAX_OFFSET = 100_000_000
/** Enough albums for the songs that are asked for at once. */
const MAX_CHOSEN_WORKS = 500
const MAX_SEED = 2 ** 31

const plainOrders: Record<string, Pick<AlbumQuery, 'order' | 'direction'>> = {
  newest: { order: 'create_date', direction: 'desc' },
  highest: { order: 'rate_average_2dp', direction: 'desc' },
}

export function listCalls(deps: Deps): Handlers {
  const { library, kept, listening, playlists, similarTo, marksOf, random = Math.random } = deps
  const anySeed = () => Math.floor(random() * MAX_SEED)

  /** Works that the member has marked, latest first. */
  async function markedIds({ id }: Account, offset: number, limit: number): Promise<number[]> {
    const marked = await playlists.findSystem(id, 'marked')
    if (marked === null) return []
    const { total } = await playlists.works(marked.id, { offset: 0, limit: 0 })
    const end = Math.max(total - offset, 0)
    const start = Math.max(end - limit, 0)
    const { works } = await playlists.works(marked.id, { offset: start, limit: end - start })
    return works.map(({ workId }) => workId).toReversed()
  }

  /** By circle, then latest first. */
  async function idsByArtist(offset: number, limit: number): Promise<number[]> {
    const ids: number[] = []
    let before = 0
    for (const artist of await library.artists()) {
      const item = parseItem(artist.id)
      if (item?.kind !== 'circle') continue
      if (before + artist.albumCount > offset) {
        const albums = library.albumsOf(item)
        ids.push(...albums.slice(Math.max(offset - before, 0), offset + limit - before))
      }
      before += artist.albumCount
      if (before >= offset + limit) break
    }
    return ids
  }

  async function chosenIds({ account, parameters }: Call): Promise<number[]> {
    const type = parameters.requiredText('type')
    const limit = parameters.count('size', 10, MAX_PAGE)
    const offset = parameters.count('offset', 0, MAX_OFFSET)
    const query = (more: Partial<AlbumQuery>) =>
      library.albumIds({ terms: [], order: 'id', direction: 'asc', ...more }, offset, limit)
    switch (type) {
      case 'random':
        return query({ order: 'random', seed: anySeed() })
      case 'newest':
      case 'highest':
        return query(plainOrders[type]!)
      case 'frequent':
      case 'recent':
        return listening.workIds(account.id, type, offset, limit)
      case 'starred':
        return markedIds(account, offset, limit)
      case 'alphabeticalByName':
        return library.albumsByTitle(offset, limit)
      case 'alphabeticalByArtist':
        return idsByArtist(offset, limit)
      case 'byYear':
        return query(yearsOf(parameters.integer('fromYear'), parameters.integer('toYear'), 'required'))
      case 'byGenre': {
        const genre = await library.findGenre(parameters.requiredText('genre'))
        return genre === null ? [] : query({ tagId: genre.id, order: 'release', direction: 'desc' })
      }
      default:
        throw new SubsonicError('generic', `There is no list of the type "${type.slice(0, 40)}".`)
    }
  }

  /** Songs of random albums of a query: as many as asked for, one album each as far as there are enough. */
  async function randomSongs(query: Partial<AlbumQuery>, size: number) {
    const ids = library.albumIds(
      { terms: [], direction: 'asc', ...query, order: 'random', seed: anySeed() },
      0,
      Math.min(size, MAX_CHOSEN_WORKS),
    )
    const songs = await library.songsOfWorks(ids)
    // Fisher–Yates.
    for (let at = songs.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      ;[songs[at], songs[other]] = [songs[other]!, songs[at]!]
    }
    return songs.slice(0, size)
  }

  async function songElements(account: Account, songs: Awaited<ReturnType<typeof randomSongs>>): Promise<Extended[]> {
    const marks = await marksOf(account, [...new Set(songs.map(({ album }) => album.id))])
    return toSongs(songs, marks)
  }

  async function similarSongs({ account, parameters }: Call): Promise<Extended[]> {
    const item = readItem(parameters.requiredText('id'), 'circle', 'voiceActor', 'work', 'song')
    const size = parameters.count('count', 50, MAX_PAGE)
    const start =
      item.kind === 'work'
        ? item.id
        : item.kind === 'song'
          ? (await library.getSong(item.id)).album.id
          : library.albumsOf(item)[0]
    if (start === undefined) return []
    const ids = (await similarTo(start)).slice(0, MAX_CHOSEN_WORKS)
    return songElements(account, await library.songsAmong(ids, 0, size))
  }

  async function starred({ account }: Call, isById3: boolean): Promise<Element> {
    const [stars, ids, artists] = await Promise.all([
      kept.stars(account.id),
      markedIds(account, 0, MAX_OFFSET),
      library.artists(),
    ])
    const songIds = [...stars.keys()].flatMap((key) => {
      const item = parseItem(key)
      return item?.kind === 'song' ? [item.id] : []
    })
    const [albums, songs, marks] = await Promise.all([
      library.albums(ids),
      library.songs(songIds),
      marksOf(account, ids),
    ])
    return {
      artist: artists
        .filter(({ id }) => stars.has(id))
        .map((artist) => (isById3 ? toArtist : toArtistFolder)(artist, marks)),
      album: albums.map((album) => (isById3 ? toAlbum : toAlbumFolder)(album, marks)),
      song: toSongs(songs, marks),
    }
  }

  return {
    async getAlbumList(call) {
      const ids = await chosenIds(call)
      const [albums, marks] = await Promise.all([library.albums(ids), marksOf(call.account, ids)])
      return { albumList: { album: albums.map((album) => toAlbumFolder(album, marks)) } }
    },

    async getAlbumList2(call) {
      const ids = await chosenIds(call)
      const [albums, marks] = await Promise.all([library.albums(ids), marksOf(call.account, ids)])
      return { albumList2: { album: albums.map((album) => toAlbum(album, marks)) } }
    },

    async getRandomSongs({ account, parameters }) {
      const size = parameters.count('size', 10, MAX_PAGE)
      const years = yearsOf(parameters.integer('fromYear'), parameters.integer('toYear'), 'optional')
      const name = parameters.text('genre')
      const genre = name === null ? undefined : await library.findGenre(name)
      const songs = genre === null ? [] : await randomSongs({ ...years, ...(genre && { tagId: genre.id }) }, size)
      return { randomSongs: { song: await songElements(account, songs) } }
    },

    async getSongsByGenre({ account, parameters }) {
      const genre = await library.findGenre(parameters.requiredText('genre'))
      const size = parameters.count('count', 10, MAX_PAGE)
      const offset = parameters.count('offset', 0, MAX_OFFSET)
      const query = { terms: [], order: 'id', direction: 'asc' } as const
      const ids = genre === null ? [] : library.albumIds({ ...query, tagId: genre.id }, 0, MAX_OFFSET)
      const songs = await library.songsAmong(ids, offset, size)
      return { songsByGenre: { song: await songElements(account, songs) } }
    },

    async getTopSongs({ account, parameters }) {
      const name = parameters.requiredText('artist')
      const artist = (await library.artists()).find((one) => one.name === name)
      const item = artist && parseItem(artist.id)
      const size = parameters.count('count', 50, MAX_PAGE)
      if (item?.kind !== 'circle' && item?.kind !== 'voiceActor') return { topSongs: { song: [] } }
      const of = item.kind === 'circle' ? { circleId: item.id } : { voiceActorId: item.id }
      const query = { terms: [], order: 'dl_count', direction: 'desc' } as const
      const ids = library.albumIds({ ...query, ...of }, 0, MAX_CHOSEN_WORKS)
      const songs = await library.songsAmong(ids, 0, size)
      return { topSongs: { song: await songElements(account, songs) } }
    },

    getSimilarSongs: async (call) => ({ similarSongs: { song: await similarSongs(call) } }),
    getSimilarSongs2: async (call) => ({ similarSongs2: { song: await similarSongs(call) } }),
    getStarred: async (call) => ({ starred: await starred(call, false) }),
    getStarred2: async (call) => ({ starred2: await starred(call, true) }),
    getNowPlaying: () => ({ nowPlaying: { entry: [] } }),
  }
}

/** Releases of some years, earliest first, or latest first if they are given in that order. */
function yearsOf(from: number | null, to: number | null, need: 'required' | 'optional'): Partial<AlbumQuery> {
  if (need === 'required' && (from === null || to === null)) {
    throw new SubsonicError('missingParameter', `The parameter "${from === null ? 'fromYear' : 'toYear'}" is missing.`)
  }
  const first = Math.min(from ?? to ?? 0, to ?? from ?? 0)
  const last = Math.max(from ?? 9_999, to ?? 9_999)
  if (from === null && to === null) return {}
  const day = (year: number) => `${String(Math.min(Math.max(year, 1), 9_999)).padStart(4, '0')}-01-01`
  return {
    terms: [specialTerm('release', day(from === null ? 1 : first)), specialTerm('release', day(last + 1), true)],
    order: 'release',
    direction: from !== null && to !== null && from > to ? 'desc' : 'asc',
  }
}
