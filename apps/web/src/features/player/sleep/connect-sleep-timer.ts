import type { StoreApi } from 'zustand/vanilla'

import type { AudioEngine } from '../engine/audio-engine.ts'
import { isActive, effectiveRate } from '../commands.ts'
import type { PlayerCommands } from '../commands.ts'
import type { PlayerStore } from '../player.store.ts'
import { fadeAt, off, secondsLeft } from './sleep-timer.ts'
import type { SleepTimer } from './sleep-timer.ts'

const STEP_MS = 100

/**
 * Fades out and pauses when the timer ends, and restores the volume once it is silent. A timer that ends while nothing
 * plays is just cleared.
 *
 * @returns a function that stops it
 */
export function connectSleepTimer(
  store: PlayerStore,
  engine: AudioEngine,
  player: PlayerCommands,
  sleepTimer: StoreApi<{ timer: SleepTimer }>,
): () => void {
  let interval: ReturnType<typeof setInterval> | undefined
  // The pause has been requested, but sound goes on for a moment.
  let isEnding = false

  function follow() {
    const { timer } = sleepTimer.getState()
    store.setState({ stopsAtTrackEnd: timer.kind === 'trackEnd' })
    if (timer.kind === 'off') {
      clearInterval(interval)
      interval = undefined
      if (!isEnding) setFade(1)
    } else interval ??= setInterval(step, STEP_MS)
  }

  function step() {
    const { timer } = sleepTimer.getState()
    const state = store.getState()
    const duration = engine.duration()
    const trackSeconds = duration === null ? null : (duration - engine.position()) / effectiveRate(state)
    const left = secondsLeft(timer, Date.now(), trackSeconds)
    setFade(isActive(state.status) ? fadeAt(left) : 1)
    if (timer.kind !== 'until' || left !== 0) return
    isEnding = isActive(state.status)
    player.pause()
    sleepTimer.setState({ timer: off })
  }

  function setFade(fade: number) {
    if (store.getState().fade !== fade) store.setState({ fade })
  }

  const disconnects = [
    sleepTimer.subscribe(follow),
    store.subscribe(({ status, stopsAtTrackEnd }, before) => {
      if (isEnding && !isActive(status)) {
        isEnding = false
        setFade(1)
      }
      // The track has ended.
      if (before.stopsAtTrackEnd && !stopsAtTrackEnd && sleepTimer.getState().timer.kind === 'trackEnd')
        sleepTimer.setState({ timer: off })
    }),
  ]
  follow()
  return () => {
    clearInterval(interval)
    for (const disconnect of disconnects) disconnect()
  }
}
