import type { StoreApi } from 'zustand/vanilla'

import type { AudioEngine } from '../engine/audio-engine.ts'
import { isActive, effectiveRate } from '../commands.ts'
import type { PlayerCommands } from '../commands.ts'
import type { PlayerStore } from '../player.store.ts'
import { currentTrack } from '../queue/queue.ts'
import { restOfWork } from '../queue/work-end.ts'
import { fadeAt, off, REWIND_SECONDS, secondsLeft, unknownEnds } from './sleep-timer.ts'
import type { SecondsToEnd } from './sleep-timer.ts'
import type { SleepState } from './sleep-timer.store.ts'

const STEP_MS = 100
const ends = { off: null, until: null, trackEnd: 'track', workEnd: 'work' } as const

/**
 * Counts down, fades out and pauses when the timer ends. Once it is silent, restores the volume and goes back to a
 * little before the fade, where the next start begins. At the end of a track or work there is nothing to go back to. A
 * timer that ends while nothing plays is just cleared.
 *
 * @returns a function that stops it
 */
export function connectSleepTimer(
  store: PlayerStore,
  engine: AudioEngine,
  player: PlayerCommands,
  sleepTimer: StoreApi<SleepState>,
): () => void {
  let interval: ReturnType<typeof setInterval> | undefined
  // The pause has been requested, but sound goes on for a moment.
  let isEnding = false
  let fadedFrom: { hash: string | undefined; seconds: number } | null = null

  const hash = () => currentTrack(store.getState().queue)?.hash

  function follow() {
    const { timer } = sleepTimer.getState()
    store.setState({ stopsAtEndOf: ends[timer.kind] })
    if (timer.kind === 'off') {
      clearInterval(interval)
      interval = undefined
      if (!isEnding) setFade(1)
      setLeft(null)
    } else {
      interval ??= setInterval(step, STEP_MS)
      step()
    }
  }

  function step() {
    const { timer } = sleepTimer.getState()
    const { status } = store.getState()
    const left = secondsLeft(timer, Date.now(), secondsToEnd())
    setFade(isActive(status) ? fadeAt(left) : 1)
    if (timer.kind === 'until' && left === 0) {
      isEnding = isActive(status)
      player.pause()
      sleepTimer.setState({ timer: off })
    } else setLeft(left)
  }

  function secondsToEnd(): SecondsToEnd {
    const state = store.getState()
    const rate = effectiveRate(state)
    const duration = engine.duration()
    if (duration === null) return unknownEnds
    const track = (duration - engine.position()) / rate
    const rest = restOfWork(state.queue).map(({ durationSeconds }) => durationSeconds)
    const work = rest.reduce<number | null>(
      (sum, each) => (sum === null || each === null ? null : sum + each / rate),
      track,
    )
    return { track, work }
  }

  function setLeft(left: number | null) {
    const secondsLeft = left === null ? null : Math.ceil(left)
    if (sleepTimer.getState().secondsLeft !== secondsLeft) sleepTimer.setState({ secondsLeft })
  }

  function setFade(fade: number) {
    if (fade === 1) fadedFrom = null
    else fadedFrom ??= { hash: hash(), seconds: engine.position() }
    if (store.getState().fade !== fade) store.setState({ fade })
  }

  /** To the start of the track if that has begun within the fade. */
  function rewind() {
    if (!fadedFrom) return
    player.seekTo(fadedFrom.hash === hash() ? fadedFrom.seconds - REWIND_SECONDS : 0)
  }

  const disconnects = [
    sleepTimer.subscribe((now, before) => now.timer !== before.timer && follow()),
    store.subscribe(({ status, stopsAtEndOf }, before) => {
      if (isEnding && !isActive(status)) {
        isEnding = false
        rewind()
        setFade(1)
      }
      // The track or work has ended.
      if (before.stopsAtEndOf && !stopsAtEndOf && ends[sleepTimer.getState().timer.kind])
        sleepTimer.setState({ timer: off })
    }),
  ]
  follow()
  return () => {
    clearInterval(interval)
    for (const disconnect of disconnects) disconnect()
  }
}
