import * as z from 'zod/mini'

import { MAX_RATE, MAX_VOLUME, MIN_RATE, volumeAfter } from './loudness.ts'
import type { PlayerStore } from './player.store.ts'
import { noSignals } from './player.store.ts'
import { currentTrack, playModes, setMode } from './queue.ts'
import type { Queue, QueueTrack, Random } from './queue.ts'
import { PLAYER_KEY } from './storage.ts'
import type { Storage } from './storage.ts'

const TRACKS_KEY = 'player-tracks'
/** Of a longer queue, what stands around the current track is kept. */
export const MAX_SAVED_TRACKS = 1000

const Text = z.string().check(z.maxLength(2000))
/** Shown as links and pictures and fetched as sound: nothing that could run. */
const Address = Text.check(z.regex(/^(?:$|https?:\/\/|\/(?!\/))/))
const Track = z.object({
  hash: Text,
  title: Text,
  workTitle: Text,
  workId: z.int(),
  workPath: Text.check(z.regex(/^\/(?!\/)/)),
  coverUrl: Address,
  largeCoverUrl: Address,
  streamUrl: Address,
  lowQualityUrl: Address,
  downloadUrl: Address,
  durationSeconds: z.nullable(z.number()),
})
const SavedTracks = z.array(Track).check(z.maxLength(MAX_SAVED_TRACKS))

const Saved = z.object({
  version: z.literal(1),
  /** Names the list of tracks that the rest speaks of. */
  tracksId: Text,
  /** Of the current track. */
  hash: Text,
  seconds: z.number().check(z.minimum(0)),
  mode: z.enum(playModes),
  round: z.array(z.int()),
  volume: z.number().check(z.minimum(0), z.maximum(MAX_VOLUME)),
  rate: z._default(z.number().check(z.minimum(MIN_RATE), z.maximum(MAX_RATE)), 1),
  isMuted: z.boolean(),
})
type Saved = z.infer<typeof Saved>

/** What is restored of a player: its queue, paused, and where its current track is. */
export type Restored = Pick<Saved, 'seconds' | 'volume' | 'rate' | 'isMuted'> & { queue: Queue }

/**
 * Keeps the queue, its modes and the volume wherever they may be needed again: in the tab's own storage for its reload,
 * so that no other tab has a say in it, and in the device's for the next visit.
 *
 * @param tab  an id that no other tab has
 * @param seconds  where the current track is
 */
export function savePlayer(store: PlayerStore, storages: readonly Storage[], tab: string, seconds: number) {
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
    const { mode, round } = queue
    const saved: Saved = { version: 1, tracksId, hash, seconds: here, mode, round: [...round], volume, rate, isMuted }
    for (const storage of storages) {
      // Another tab may have put its own list there.
      if (readSaved(storage)?.tracksId !== tracksId) storage.write(TRACKS_KEY, tracksText)
      storage.write(PLAYER_KEY, JSON.stringify(saved))
    }
  }

  const unsubscribe = store.subscribe((state, before) => {
    if (
      state.queue !== before.queue ||
      state.volume !== before.volume ||
      state.rate !== before.rate ||
      state.isMuted !== before.isMuted
    )
      save()
  })
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
  const saved = readSaved(storage)
  const tracks = z.safeParse(SavedTracks, parse(storage.read(TRACKS_KEY))).data
  if (!saved || !tracks || tracks.length === 0) return null
  const index = tracks.findIndex(({ hash }) => hash === saved.hash)
  const { mode, round, seconds, volume, rate, isMuted } = saved
  const queue: Queue = { tracks, index: Math.max(0, index), mode, round }
  return {
    queue: isRound(queue) ? queue : setMode(queue, mode, random),
    seconds: index < 0 ? 0 : seconds,
    volume,
    rate,
    isMuted,
  }
}

/** Puts it back, unless something is queued by now. In a new session nothing begins louder than it was made. */
export function restoreInto(
  store: PlayerStore,
  { queue, seconds, volume, rate, isMuted }: Restored,
  isLouderAllowed: boolean,
): void {
  if (store.getState().queue.tracks.length > 0) return
  store.setState({
    queue,
    volume: volumeAfter(1, volume, isLouderAllowed),
    rate,
    isMuted,
    signals: { ...noSignals, seek: { wantSeek: seconds } },
  })
}

function readSaved(storage: Storage): Saved | null {
  return z.safeParse(Saved, parse(storage.read(PLAYER_KEY))).data ?? null
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
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
