import { listOf, flag, number, objectOf, oneOf, orNull, text, wholeNumber, type Read } from '#lib/readers.ts'
import { readJson, writeJson, type BrowserStorage } from '#lib/storage/browser-storage.ts'
import type { DeviceKey, TabKey } from '#lib/storage/storage-keys.ts'

import { followPlayer } from '../follow-player.ts'
import { MAX_RATE, MAX_VOLUME, MIN_RATE } from '../engine/loudness.ts'
import type { PlayerState, PlayerStore } from '../player.store.ts'
import { noSignals } from '../player.store.ts'
import { currentTrack, playModes, setMode } from '../queue/queue.ts'
import type { Queue, QueueTrack, Random } from '../queue/queue.ts'
import { PLAYER_KEY } from '../has-saved-player.ts'

type Storage = BrowserStorage<DeviceKey & TabKey>

const TRACKS_KEY = 'player-tracks'
/** Of a longer queue, what stands around the current track is kept. */
export const MAX_SAVED_TRACKS = 1000

const readText = text(2000)
/** Shown as links and pictures and fetched as sound: nothing that could run. */
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
  { circle: readText, isStreamOnly: flag },
)
const readTracks = listOf(readTrack, MAX_SAVED_TRACKS)

const readRate = number(MIN_RATE, MAX_RATE)
const readSaved = objectOf(
  {
    version: oneOf([1]),
    /** Names the list of tracks that the rest speaks of. */
    tracksId: readText,
    /** Of the current track. */
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

/** What is restored of a player: its queue, paused, and where its current track is. */
export type Restored = Pick<Saved, 'seconds' | 'volume' | 'rate' | 'isMuted'> & { queue: Queue }

/**
 * Keeps the queue, its modes and the volume wherever they may be needed again: in the tab's own storage for its reload,
 * so that no other tab has a say in it, and in the device's for the next visit.
 *
 * @param tab  an id that no other tab has
 * @param seconds  where the current track is
 * @param restored  what was put back, which is not written again: another tab may have played since
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
      // Another tab may have put its own list there.
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
    /** The current track is there now. */
    saveAt(hash: string, now: number) {
      at = { hash, seconds: now }
      if (currentTrack(store.getState().queue)?.hash === hash) save()
    },
    disconnect: unsubscribe,
  }
}

/** What a storage has of a player; null when there is nothing, or nothing that can be played. */
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
 * Puts it back, unless something is queued by now. Nothing begins louder than it was made, whatever was confirmed.
 *
 * @returns the state that it was put back as, if it was
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

/** Every position once in shuffle mode, nothing otherwise. */
function isRound({ tracks, mode, round }: Queue): boolean {
  if (mode !== 'shuffle') return round.length === 0
  return round.length === tracks.length && new Set(round).size === tracks.length && round.every((at) => at in tracks)
}
