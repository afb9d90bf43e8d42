import type { AudioEngine } from '../engine/audio-engine.ts'
import { effectiveRate } from '../commands.ts'
import type { PlayerStore } from '../player.store.ts'
import { leadAfter, stepFor } from './step.ts'

const events = ['loadedmetadata', 'canplay', 'playing', 'seeked', 'durationchange'] as const

type Options = {
  /** Whether it is seen; otherwise it rests, which saves decoding. */
  isSeen: () => boolean
  /** The browser wants a gesture before it shows moving pictures, as to save energy. */
  onBlocked: () => void
  /** The browser's own controls have paused or played the video; the sound has not. */
  onTouched: (isMoving: boolean) => void
}

/**
 * Keeps a silent video in step with the sound. It never touches the sound.
 *
 * @returns what looks again at once, and what ends it
 */
export function followSound(
  video: HTMLVideoElement,
  store: PlayerStore,
  engine: Pick<AudioEngine, 'position' | 'onPosition' | 'onDiscontinuity'>,
  { isSeen, onBlocked, onTouched }: Options,
) {
  let leadSeconds = 0
  let hasJumped = false
  /** What the video was last told to do. */
  let isToMove = false

  function follow() {
    if (video.readyState < HTMLMediaElement.HAVE_METADATA) return
    const state = store.getState()
    const rate = effectiveRate(state)
    const isMoving = state.status === 'playing' && isSeen()
    const seconds = engine.position()
    const isReady = video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
    if (hasJumped && isMoving && isReady && !video.seeking && !video.paused) {
      hasJumped = false
      leadSeconds = leadAfter(leadSeconds, (video.currentTime - seconds) / rate)
    }
    const step = stepFor(
      {
        seconds: video.currentTime,
        lengthSeconds: video.duration,
        rate: video.playbackRate,
        isReady,
        isSeeking: video.seeking,
      },
      { seconds, rate, isMoving },
      leadSeconds,
    )
    if (!isSeen()) {
      rest()
      return
    }
    if (step.jumpSeconds !== null) {
      video.currentTime = step.jumpSeconds
      hasJumped = isMoving
    }
    // Each change may cost a hitch.
    if (video.playbackRate !== step.rate) video.playbackRate = step.rate
    if (!step.isMoving) rest()
    else if (video.paused) {
      isToMove = true
      video.play().catch(handleRefusal)
    }
  }

  function rest() {
    isToMove = false
    video.pause()
  }

  /** Events come late: another command may have come in between. */
  function handleTouch() {
    if (!video.ended && video.paused === isToMove) onTouched(!video.paused)
  }

  /** Others are overtaken by a later command, or reported by `error` as well. */
  function handleRefusal(reason: unknown) {
    if (reason instanceof DOMException && reason.name === 'NotAllowedError') onBlocked()
  }

  for (const event of events) video.addEventListener(event, follow)
  video.addEventListener('pause', handleTouch)
  video.addEventListener('play', handleTouch)
  const ends = [store.subscribe(follow), engine.onPosition(follow), engine.onDiscontinuity(follow)]
  return {
    follow,
    stop() {
      for (const event of events) video.removeEventListener(event, follow)
      video.removeEventListener('pause', handleTouch)
      video.removeEventListener('play', handleTouch)
      for (const end of ends) end()
    },
  }
}
