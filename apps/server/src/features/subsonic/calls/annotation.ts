import type { HistoryRepository } from '#features/history/index.ts'
import type { PlaylistRepository } from '#features/playlists/index.ts'
import type { ReviewRepository } from '#features/reviews/index.ts'

import { circleId, type Item, readItem, songId, voiceActorId } from '../ids.ts'
import type { KeptRepository } from '../kept.repository.ts'
import type { SubsonicLibrary } from '../library.ts'
import { SubsonicError } from '../subsonic-error.ts'
import { deviceOf } from './device.ts'
import type { Call, Handlers } from './handler.ts'

type Deps = {
  library: SubsonicLibrary
  kept: KeptRepository
  reviews: Pick<ReviewRepository, 'change' | 'setByListening'>
  playlists: Pick<PlaylistRepository, 'ensureSystemPlaylists' | 'findSystem' | 'addWorks' | 'removeWorks'>
  history: Pick<HistoryRepository, 'save'>
  /** Called after a rating, so that the next list contains it. */
  onRated: () => Promise<void>
}

const MAX_RATING = 5

export function annotationCalls({ library, kept, reviews, playlists, history, onRated }: Deps): Handlers {
  /** Albums are marked as in our own app; other items are kept here. */
  async function setStars({ account, parameters }: Call, isStarred: boolean): Promise<void> {
    const items = [
      ...parameters.texts('id').map((id) => readItem(id, 'work', 'song', 'circle', 'voiceActor')),
      ...parameters.texts('albumId').map((id) => readItem(id, 'work')),
      ...parameters.texts('artistId').map((id) => readItem(id, 'circle', 'voiceActor')),
    ]
    if (items.length === 0) throw new SubsonicError('missingParameter', 'The parameter "id" is missing.')
    const { workIds, others } = await known(items)
    if (workIds.length > 0) {
      await playlists.ensureSystemPlaylists(account.id)
      const marked = await playlists.findSystem(account.id, 'marked')
      if (marked === null) throw new SubsonicError('generic', 'The account was just deleted.')
      if (!isStarred) await playlists.removeWorks(marked.id, workIds)
      else if ((await playlists.addWorks(marked.id, workIds)) === null) {
        throw new SubsonicError('generic', 'There are as many starred albums as possible.')
      }
    }
    await (isStarred ? kept.star : kept.unstar)(account.id, others)
  }

  /** @throws {SubsonicError} `notFound`: one is not in the library */
  async function known(items: readonly Item[]): Promise<{ workIds: number[]; others: string[] }> {
    const idsOf = (kind: 'work' | 'song') => [
      ...new Set(items.flatMap((item) => (item.kind === kind ? [item.id] : []))),
    ]
    const artists = items.flatMap((item) =>
      item.kind === 'circle' ? [circleId(item.id)] : item.kind === 'voiceActor' ? [voiceActorId(item.id)] : [],
    )
    const [workIds, songIds] = [idsOf('work'), idsOf('song')]
    const [albums, songs, isArtist] = await Promise.all([
      library.albums(workIds),
      library.songs(songIds),
      library.artists().then((all) => new Set(all.map(({ id }) => id))),
    ])
    if (albums.length < workIds.length) throw new SubsonicError('notFound', 'There is no such album.')
    if (songs.length < songIds.length) throw new SubsonicError('notFound', 'There is no such song.')
    if (!artists.every((id) => isArtist.has(id))) throw new SubsonicError('notFound', 'There is no such artist.')
    return { workIds, others: [...songIds.map(songId), ...new Set(artists)] }
  }

  return {
    async star(call) {
      await setStars(call, true)
      return {}
    },

    async unstar(call) {
      await setStars(call, false)
      return {}
    },

    /** A song has the rating of its work: ours are of works. */
    async setRating({ account, parameters }) {
      const item = readItem(parameters.requiredText('id'), 'work', 'song')
      const rating = parameters.integer('rating')
      if (rating === null) throw new SubsonicError('missingParameter', 'The parameter "rating" is missing.')
      if (rating < 0 || rating > MAX_RATING) throw new SubsonicError('generic', 'The rating must be 0 to 5.')
      const workId = item.kind === 'work' ? item.id : (await library.getSong(item.id)).album.id
      if (!(await reviews.change(account.id, workId, { rating: rating === 0 ? null : rating }))) {
        throw new SubsonicError('notFound', 'There is no such album.')
      }
      await onRated()
      return {}
    },

    /** What was heard goes to the history, as if to its end: the protocol does not say how much was. */
    async scrobble({ account, parameters, app }) {
      const ids = parameters.texts('id').map((id) => readItem(id, 'song').id)
      if (ids.length === 0) throw new SubsonicError('missingParameter', 'The parameter "id" is missing.')
      const times = parameters.integers('time')
      // Only announces what is being played.
      if (!parameters.flag('submission', true)) return {}
      const now = Date.now()
      const songs = new Map((await library.songs(ids)).map((song) => [song.id, song]))
      if (songs.size < new Set(ids).size) throw new SubsonicError('notFound', 'There is no such song.')
      const heard = ids.map((id, index) => {
        const time = times[index]
        const { durationSeconds } = songs.get(id)!
        const firstAtMs = time === undefined ? now : Math.min(Math.max(time, 0), now)
        const lastAtMs = Math.min(firstAtMs + (durationSeconds ?? 0) * 1_000, now)
        return {
          fileId: id,
          day: new Date(lastAtMs).toISOString().slice(0, 10),
          firstAtMs,
          lastAtMs,
          heardSeconds: durationSeconds ?? 0,
          seconds: 0,
          durationSeconds,
        }
      })
      await history.save(account.id, deviceOf(app).id, heard)
      for (const workId of new Set([...songs.values()].map(({ album }) => album.id))) {
        await reviews.setByListening(account.id, workId, 'listening')
      }
      await onRated()
      return {}
    },
  }
}
