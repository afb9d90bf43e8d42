import type { FileSound } from '@otodana/contract'
import type { StoreApi } from 'zustand/vanilla'

import { isActive } from '../commands.ts'
import { levelBetween, levelOf } from './levels.ts'
import type { PlayerStore } from '../player.store.ts'
import { upcomingTracks } from '../prefetch/prefetch-plan.ts'
import { currentTrack } from '../queue/queue.ts'
import type { QueueTrack } from '../queue/queue.ts'

/** A level change during playback is slow enough not to startle. */
const RAMP_MS = 2_000
const STEP_MS = 40

export type Sounds = {
  /** What is known of a track's sound now. */
  find(track: QueueTrack): FileSound | undefined
  /** Loads what is known of the tracks of a work. */
  load(workId: number): void
  /** Calls when more may be known. */
  onChange(listener: () => void): () => void
}

/**
 * Plays all tracks at about the same loudness while the setting is on. A track begins at its level if that is known; a
 * later level or a change of the setting is applied gradually.
 *
 * @returns a function that stops it and restores the original level
 */
export function applyLevels(
  store: PlayerStore,
  settings: Pick<StoreApi<{ evenLoudness: boolean }>, 'getState' | 'subscribe'>,
  sounds: Sounds,
): () => void {
  let hash: string | undefined
  let wanted = 1
  let ramp: ReturnType<typeof setInterval> | undefined

  function setLevel(level: number) {
    if (store.getState().level !== level) store.setState({ level })
  }

  function goTo(level: number, isAtOnce: boolean) {
    if (!isAtOnce && level === wanted) return
    clearInterval(ramp)
    wanted = level
    if (isAtOnce) {
      setLevel(level)
      return
    }
    const from = store.getState().level
    const start = Date.now()
    ramp = setInterval(() => {
      const share = (Date.now() - start) / RAMP_MS
      if (share >= 1) clearInterval(ramp)
      setLevel(levelBetween(from, level, share))
    }, STEP_MS)
  }

  function follow() {
    const { queue, status } = store.getState()
    const track = currentTrack(queue)
    const isOther = track?.hash !== hash
    hash = track?.hash
    const isOn = settings.getState().evenLoudness
    if (isOn && track && isOther) {
      sounds.load(track.workId)
      const next = upcomingTracks(queue)[0]
      if (next) sounds.load(next.workId)
    }
    const sound = isOn && track ? sounds.find(track) : undefined
    // Data that has expired, as after an hour, changes nothing in the middle of a track.
    if (isOn && !sound && !isOther) return
    goTo(levelOf(sound), isOther || !isActive(status))
  }

  function handleWish() {
    const track = currentTrack(store.getState().queue)
    if (settings.getState().evenLoudness && track) sounds.load(track.workId)
    follow()
  }

  const disconnects = [
    store.subscribe((now, before) => now.queue !== before.queue && follow()),
    settings.subscribe((now, before) => now.evenLoudness !== before.evenLoudness && handleWish()),
    sounds.onChange(follow),
  ]
  // The current track has begun without a level.
  hash = currentTrack(store.getState().queue)?.hash
  handleWish()
  return () => {
    clearInterval(ramp)
    for (const disconnect of disconnects) disconnect()
    setLevel(1)
  }
}
