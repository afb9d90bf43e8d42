import { MAX_PLAYLIST_DESCRIPTION_LENGTH, MAX_PLAYLIST_NAME_LENGTH } from '@otodana/contract'

import type { Element } from '../answer.ts'
import { albumId, readItem } from '../ids.ts'
import { isOwnName } from '../login.ts'
import type { KeptRepository, SongPlaylist } from '../kept.repository.ts'
import type { SubsonicLibrary } from '../library.ts'
import { isoTime, toSongs } from '../shapes.ts'
import { SubsonicError } from '../subsonic-error.ts'
import type { Call, Handlers } from './handler.ts'
import type { MarksOf } from './marks.ts'

type Deps = { library: SubsonicLibrary; kept: KeptRepository; marksOf: MarksOf }

const NO_PLAYLIST = new SubsonicError('notFound', 'There is no such playlist.')

export function playlistCalls({ library, kept, marksOf }: Deps): Handlers {
  /** @throws {SubsonicError} `notFound` */
  async function withSongs({ account }: Pick<Call, 'account'>, id: string): Promise<Element> {
    const playlist = await kept.findPlaylist(account.id, id)
    if (playlist === null) throw NO_PLAYLIST
    const songs = await library.songs(await kept.playlistSongs(id))
    const marks = await marksOf(account, [...new Set(songs.map(({ album }) => album.id))])
    return {
      ...toPlaylist(playlist, account.id),
      entry: toSongs(songs, marks),
    }
  }

  /** @throws {SubsonicError} `notFound`: one is not in the library */
  async function readSongs({ parameters }: Call, name: string): Promise<number[]> {
    const ids = parameters.texts(name).map((id) => readItem(id, 'song').id)
    const known = new Set((await library.songs([...new Set(ids)])).map(({ id }) => id))
    if (ids.some((id) => !known.has(id))) throw new SubsonicError('notFound', 'There is no such song.')
    return ids
  }

  return {
    async getPlaylists({ account, parameters }) {
      if (!isOwnName(parameters.text('username'), account)) {
        throw new SubsonicError('forbidden', 'Only your own playlists can be listed.')
      }
      const playlists = await kept.playlists(account.id)
      return { playlists: { playlist: playlists.map((playlist) => toPlaylist(playlist, account.id)) } }
    },

    getPlaylist: async (call) => ({ playlist: await withSongs(call, call.parameters.requiredText('id')) }),

    async createPlaylist(call) {
      const { account, parameters } = call
      const songIds = await readSongs(call, 'songId')
      const existing = parameters.text('playlistId')
      const name = readName(parameters.text('name'))
      if (existing === null) {
        if (name === undefined) throw new SubsonicError('missingParameter', 'The parameter "name" is missing.')
        return { playlist: await withSongs(call, await kept.createPlaylist(account.id, name, songIds)) }
      }
      if (!(await kept.changePlaylist(account.id, existing, { name, songIds }))) throw NO_PLAYLIST
      return { playlist: await withSongs(call, existing) }
    },

    async updatePlaylist(call) {
      const { account, parameters } = call
      const comment = parameters.text('comment') ?? undefined
      if (comment !== undefined && comment.length > MAX_PLAYLIST_DESCRIPTION_LENGTH) {
        throw new SubsonicError('generic', `A comment has at most ${MAX_PLAYLIST_DESCRIPTION_LENGTH} characters.`)
      }
      const places = parameters.texts('songIndexToRemove').map(Number)
      if (!places.every((place) => Number.isInteger(place) && place >= 0)) {
        throw new SubsonicError('generic', 'The parameter "songIndexToRemove" must be a whole number.')
      }
      const changed = await kept.changePlaylist(account.id, parameters.requiredText('playlistId'), {
        name: readName(parameters.text('name')),
        comment,
        isPublic: parameters.text('public') === null ? undefined : parameters.flag('public', false),
        addedIds: await readSongs(call, 'songIdToAdd'),
        removedPlaces: places,
      })
      if (!changed) throw NO_PLAYLIST
      return {}
    },

    async deletePlaylist({ account, parameters }) {
      if (!(await kept.deletePlaylist(account.id, parameters.requiredText('id')))) throw NO_PLAYLIST
      return {}
    },
  }
}

function readName(text: string | null): string | undefined {
  if (text === null) return undefined
  const name = text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
  if (name === '' || name.length > MAX_PLAYLIST_NAME_LENGTH) {
    throw new SubsonicError('generic', `A name has 1 to ${MAX_PLAYLIST_NAME_LENGTH} characters.`)
  }
  return name
}

function toPlaylist(playlist: SongPlaylist, accountId: number): Element {
  const { id, name, comment, isPublic, ownerId, ownerName, songCount, durationSeconds, coverWorkId } = playlist
  return {
    id,
    name,
    ...(comment !== '' && { comment }),
    owner: ownerName,
    public: isPublic,
    songCount,
    duration: Math.round(durationSeconds),
    created: isoTime(playlist.createdAtMs),
    changed: isoTime(playlist.changedAtMs),
    readonly: ownerId !== accountId,
    ...(coverWorkId !== null && { coverArt: albumId(coverWorkId) }),
  }
}
