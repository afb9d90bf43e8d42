import { type PositionRepository, storedSeconds } from '#features/playback-positions/index.ts'

import type { Element } from '../answer.ts'
import { readItem, songId } from '../ids.ts'
import { type KeptRepository, MAX_QUEUE_SONGS } from '../kept.repository.ts'
import type { SubsonicLibrary } from '../library.ts'
import { isoTime, toSong, toSongs } from '../shapes.ts'
import { SubsonicError } from '../subsonic-error.ts'
import { deviceOf } from './device.ts'
import type { Call, Handlers } from './handler.ts'
import type { MarksOf } from './marks.ts'

type Deps = {
  library: SubsonicLibrary
  kept: KeptRepository
  positions: Pick<PositionRepository, 'all' | 'save'>
  marksOf: MarksOf
}

/** Milliseconds: a week. */
const MAX_POSITION_MS = 7 * 86_400_000

/** Play queue and bookmarks. Positions are those of our own app, one device for each app. */
export function queueCalls({ library, kept, positions, marksOf }: Deps): Handlers {
  async function savePosition({ account, app }: Call, fileId: number, positionMs: number): Promise<void> {
    const seconds = storedSeconds(positionMs / 1_000, null)
    await positions.save(account.id, deviceOf(app), [{ fileId, seconds, atMs: Date.now() }])
  }

  /** @param readIndex  the place of the current song among them; null: none */
  async function saveQueue(call: Call, readIndex: (fileIds: number[]) => number | null): Promise<Element> {
    const { account, parameters, app } = call
    const fileIds = parameters.texts('id').map((id) => readItem(id, 'song').id)
    if (fileIds.length > MAX_QUEUE_SONGS) {
      throw new SubsonicError('generic', `A queue has at most ${MAX_QUEUE_SONGS} songs.`)
    }
    const currentIndex = readIndex(fileIds)
    const positionMs = parameters.count('position', 0, MAX_POSITION_MS)
    await kept.saveQueue(account.id, {
      fileIds,
      currentIndex,
      positionMs,
      changedAtMs: Date.now(),
      changedBy: deviceOf(app).name,
    })
    if (currentIndex !== null) await savePosition(call, fileIds[currentIndex]!, positionMs)
    return {}
  }

  async function readQueue({ account }: Call) {
    const queue = await kept.queue(account.id)
    if (queue === null) return null
    const songs = await library.songs(queue.fileIds)
    const marks = await marksOf(account, [...new Set(songs.map(({ album }) => album.id))])
    const current = queue.currentIndex === null ? undefined : queue.fileIds[queue.currentIndex]
    const shared = {
      ...(current !== undefined && { position: queue.positionMs }),
      username: account.name,
      changed: isoTime(queue.changedAtMs),
      changedBy: queue.changedBy,
      entry: toSongs(songs, marks),
    }
    // Songs that are not in the library at the moment are left out, so the place is counted again. A song may be there twice.
    const present = new Set(songs.map(({ id }) => id))
    const before = queue.fileIds.slice(0, queue.currentIndex ?? 0).filter((id) => present.has(id))
    const index = current !== undefined && present.has(current) ? before.length : -1
    return { shared, current, index }
  }

  return {
    async getPlayQueue(call) {
      const queue = await readQueue(call)
      if (queue === null) return {}
      const { shared, current } = queue
      return { playQueue: { ...(current !== undefined && { current: songId(current) }), ...shared } }
    },

    async getPlayQueueByIndex(call) {
      const queue = await readQueue(call)
      if (queue === null) return {}
      const { shared, index } = queue
      return { playQueueByIndex: { ...(index >= 0 && { currentIndex: index }), ...shared } }
    },

    savePlayQueue: (call) =>
      saveQueue(call, (fileIds) => {
        const current = call.parameters.text('current')
        if (current === null) return null
        const index = fileIds.indexOf(readItem(current, 'song').id)
        if (index === -1) throw new SubsonicError('generic', 'The parameter "current" must be one of the songs.')
        return index
      }),

    savePlayQueueByIndex: (call) =>
      saveQueue(call, (fileIds) => {
        const index = call.parameters.integer('currentIndex')
        if (index === null && fileIds.length === 0) return null
        if (index === null) throw new SubsonicError('missingParameter', 'The parameter "currentIndex" is missing.')
        if (index < 0 || index >= fileIds.length) {
          throw new SubsonicError('generic', 'The parameter "currentIndex" must be a place in the queue.')
        }
        return index
      }),

    async getBookmarks({ account }) {
      const latest = new Map<number, { seconds: number; at: string; deviceName: string }>()
      for (const { hash, seconds, at, device } of await positions.all(account.id)) {
        const fileId = Number(hash.slice(hash.indexOf('/') + 1))
        // Latest first. 0 is the end.
        if (!latest.has(fileId)) latest.set(fileId, { seconds, at, deviceName: device.name })
      }
      const begun = [...latest].filter(([, { seconds }]) => seconds > 0).slice(0, MAX_QUEUE_SONGS)
      const songs = new Map((await library.songs(begun.map(([id]) => id))).map((song) => [song.id, song]))
      const marks = await marksOf(account, [...new Set([...songs.values()].map(({ album }) => album.id))])
      const bookmark = begun.flatMap(([id, { seconds, at, deviceName }]) => {
        const song = songs.get(id)
        return song === undefined
          ? []
          : [
              {
                position: Math.round(seconds * 1_000),
                username: account.name,
                comment: deviceName,
                created: at,
                changed: at,
                entry: toSong(song, marks),
              },
            ]
      })
      return { bookmarks: { bookmark } }
    },

    async createBookmark(call) {
      const song = await library.getSong(readItem(call.parameters.requiredText('id'), 'song').id)
      const position = call.parameters.integer('position')
      if (position === null) throw new SubsonicError('missingParameter', 'The parameter "position" is missing.')
      if (position < 0 || position > MAX_POSITION_MS) throw new SubsonicError('generic', 'There is no such position.')
      await savePosition(call, song.id, position)
      return {}
    },

    async deleteBookmark(call) {
      const { id } = await library.getSong(readItem(call.parameters.requiredText('id'), 'song').id)
      // 0 is no position.
      await positions.save(call.account.id, deviceOf(call.app), [{ fileId: id, seconds: 0, atMs: Date.now() }])
      return {}
    },
  }
}
