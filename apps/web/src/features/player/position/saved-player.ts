import { listOf, flag, number, objectOf, oneOf, orNull, text, wholeNumber, type Read } from '#lib/readers.ts'
import { readJson, writeJson, type BrowserStorage } from '#lib/storage/browser-storage.ts'
import type { DeviceKey, TabKey } from '#lib/storage/storage-keys.ts'

import { followPlayer } from '../follow-player.ts'
import { MAX_RATE, MAX_VOLUME, MIN_RATE } from '../engine/loudness.ts'
import type { PlayerState, PlayerStore } from '../player.store.ts'
import { noSignals } from '../player.store.ts'
import { currentTrack, playModes, setMode } from '../queue/queue.ts'
import type { Queue, QueueTrack, Random } from '../queue/queue.ts'
import { PLAYER_KEY } from './has-saved-player.ts'

type Storage = BrowserStorage<DeviceKey & TabKey>

const TRACKS_KEY = 'player-tracks'
/** Of a longer queue the tracks around the current one are saved. */
export const MAX_SAVED_TRACKS = 1000

const readText = text(2000)
/** Used as links, images and audio sources, so no executable schemes. */
const readAddress = text(2000, /^(?:$|https?:\/\/|\/(?!\/))/)
const readTrack = objectOf(
  {
    hash: readText,
    title: readText,
    workTitle: readText,
    workId: wholeNumber(),
    workPath: text(2000, /^\/(?!\/)/),
    coverUrl: readAddress,
    largeCoverUrl: readAddress,
    streamUrl: readAddress,
    lowQualityUrl: readAddress,
    downloadUrl: readAddress,
    durationSeconds: orNull(number()),
  },
  { circle: readText, isStreamOnly: flag, videoUrl: readAddress },
)
const readTracks = listOf(readTrack, MAX_SAVED_TRACKS)

const readRate = number(MIN_RATE, MAX_RATE)
const readSaved = objectOf(
  {
    version: oneOf([1]),
    /** The id of the saved track list that this belongs to. */
    tracksId: readText,
    /** The current track. */
    hash: readText,
    seconds: number(0),
    mode: oneOf(playModes),
    round: listOf(wholeNumber()),
    volume: number(0, MAX_VOLUME),
    rate: (value: unknown) => readRate(value ?? 1),
    isMuted: flag,
  },
  { heard: wholeNumber() },
)
type Saved = Read<typeof readSaved>

/** The restored player: its queue, paused, and the position in its current track. */
export type Restored = Pick<Saved, 'seconds' | 'volume' | 'rate' | 'isMuted'> & { queue: Queue }

/**
 * Saves the queue, its modes and the volume twice: in the tab's storage for its reload, where no other tab can change
 * it, and in the device's storage for the next visit.
 *
 * @param tab unique among the open tabs
 * @param seconds the position in the current track
 * @param restored the restored state, which is not saved again: another tab may have played since
 */
export function savePlayer(
  store: PlayerStore,
  storages: readonly Storage[],
  tab: string,
  seconds: number,
  restored?: PlayerState,
) {
  let tracksSaved: readonly QueueTrack[] | null = null
  let generation = 0
  let tracksText = ''
  let at = { hash: currentTrack(store.getState().queue)?.hash ?? '', seconds }

  function save() {
    const { queue, volume, rate, isMuted } = store.getState()
    const hash = currentTrack(queue)?.hash ?? ''
    if (queue.tracks !== tracksSaved) {
      tracksSaved = queue.tracks
      tracksText = JSON.stringify(around(queue))
      generation++
    }
    const tracksId = `${tab}.${generation}`
    const here = at.hash === hash ? at.seconds : 0
    const { mode, round, heard } = queue
    const saved: Saved = {
      version: 1,
      tracksId,
      hash,
      seconds: here,
      mode,
      round: [...round],
      heard,
      volume,
      rate,
      isMuted,
    }
    for (const storage of storages) {
      // Another tab may have saved its own list.
      if (savedIn(storage)?.tracksId !== tracksId) storage.write(TRACKS_KEY, tracksText)
      writeJson(storage, PLAYER_KEY, saved)
    }
  }

  const unsubscribe = followPlayer(
    store,
    (state, before) => {
      if (
        state.queue !== before.queue ||
        state.volume !== before.volume ||
        state.rate !== before.rate ||
        state.isMuted !== before.isMuted
      )
        save()
    },
    restored,
  )
  return {
    /** Saves the position in the current track. */
    saveAt(hash: string, now: number) {
      at = { hash, seconds: now }
      if (currentTrack(store.getState().queue)?.hash === hash) save()
    },
    disconnect: unsubscribe,
  }
}

/** Reads the saved player; null if there is none or it is invalid. */
export function restoredFrom(storage: Storage, random: Random): Restored | null {
  const saved = savedIn(storage)
  const tracks = readJson(storage, TRACKS_KEY, readTracks)
  if (!saved || !tracks || tracks.length === 0) return null
  const index = tracks.findIndex(({ hash }) => hash === saved.hash)
  const { mode, round, seconds, volume, rate, isMuted } = saved
  const queue: Queue = { tracks, index: Math.max(0, index), mode, round, heard: 0 }
  const at = round.indexOf(queue.index) + 1
  const heard = Math.min(Math.max(saved.heard ?? 0, at), round.length)
  return {
    queue: isRound(queue) ? { ...queue, heard } : setMode(queue, mode, random),
    seconds: index < 0 ? 0 : seconds,
    volume,
    rate,
    isMuted,
  }
}

/**
 * Restores the player, unless there is a queue already. The volume is limited to 100 %, whatever was confirmed.
 *
 * @returns the restored state, if it was restored
 */
export function restoreInto(store: PlayerStore, restored: Restored): PlayerState | undefined {
  if (store.getState().queue.tracks.length > 0) return undefined
  const { queue, seconds, rate, isMuted } = restored
  const volume = Math.min(restored.volume, 1)
  store.setState({ queue, volume, rate, isMuted, signals: { ...noSignals, seek: { wantSeek: seconds } } })
  return { ...store.getState(), queue, volume, rate, isMuted }
}

function savedIn(storage: Storage): Saved | undefined {
  return readJson(storage, PLAYER_KEY, readSaved)
}

function around({ tracks, index }: Queue): readonly QueueTrack[] {
  const first = Math.max(0, Math.min(index - MAX_SAVED_TRACKS / 2, tracks.length - MAX_SAVED_TRACKS))
  return tracks.slice(first, first + MAX_SAVED_TRACKS)
}

/** Whether the round names every track once in shuffle mode, and is empty otherwise. */
function isRound({ tracks, mode, round }: Queue): boolean {
  if (mode !== 'shuffle') return round.length === 0
  return round.length === tracks.length && new Set(round).size === tracks.length && round.every((at) => at in tracks)
}
