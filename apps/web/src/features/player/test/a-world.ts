import type { AudioEngine, EngineError, EngineState } from '../engine/audio-engine.ts'
import { aSilentEngine } from './a-silent-engine.ts'

export type Weather = {
  /** Nothing arrives from the server; what is buffered still plays. */
  isOffline: boolean
  /** The server answers every small stream with an error. */
  isSmoothBroken: boolean
  /** The server does not answer, without an error. */
  isStalled: boolean
}

type Options = {
  /** Advances `Date` and timers by so many milliseconds. */
  pass: (ms: number) => void
  random: () => number
  durationOf: (src: string) => number
  weather: Weather
}

/**
 * A simulated engine: `step` advances the position, and sources load, end and fail like those of a media element. As
 * there, events fire only after the command that caused them has returned.
 */
export function aWorld({ pass, random, durationOf, weather }: Options) {
  const silent = aSilentEngine()
  let src: string | null = null
  let position = 0
  let rate = 1
  let isAskedToPlay = false
  let hasFailed = false
  let isThere = false
  let arrivesMs = 0
  /** The buffered position: playback needs the server beyond it. */
  let hereSeconds = 0
  let lastState: EngineState = 'paused'
  let listeners = 0
  const loads: { src: string; startSeconds: number; fromSrc: string | null; position: number }[] = []

  const counted =
    <L>(on: (listener: L) => () => void) =>
    (listener: L) => {
      listeners++
      const off = on(listener)
      return () => {
        listeners--
        off()
      }
    }
  const { engine: quiet } = silent
  const engine: AudioEngine = {
    ...quiet,
    load(next, startSeconds = 0) {
      loads.push({ src: next, startSeconds, fromSrc: src, position })
      quiet.load(next, startSeconds)
      src = next
      position = startSeconds
      isAskedToPlay = hasFailed = isThere = false
      arrivesMs = Date.now() + random() * 800
    },
    unload() {
      src = null
      position = 0
      isAskedToPlay = hasFailed = isThere = false
    },
    play() {
      isAskedToPlay = true
      // Playing a finished source starts it over.
      if (src !== null && position >= duration()) engine.seek(0)
    },
    pause: () => void (isAskedToPlay = false),
    seek(seconds) {
      position = Math.min(Math.max(0, seconds), duration())
      silent.reaches(position)
      if (position > hereSeconds && !isBlob()) isThere = false
      arrivesMs = Math.max(arrivesMs, Date.now() + random() * 300)
    },
    setRate: (wanted) => void (rate = wanted),
    setVolume: () => {},
    setMuted: () => {},
    duration: () => (isThere ? duration() : null),
    bufferedUntil: () => Math.max(position, hereSeconds),
    onPosition: counted(quiet.onPosition),
    onDiscontinuity: counted(quiet.onDiscontinuity),
    onState: counted(quiet.onState),
    onEnd: counted(quiet.onEnd),
    onError: counted(quiet.onError),
    onBlocked: counted(quiet.onBlocked),
  }
  const duration = () => (src === null ? 0 : durationOf(src))
  const isBlob = () => src?.startsWith('blob:') ?? false

  function fail(error: EngineError) {
    hasFailed = true
    isAskedToPlay = isThere = false
    lastState = 'paused'
    silent.fails(error)
  }

  function report() {
    const state: EngineState = !isAskedToPlay ? 'paused' : isThere ? 'playing' : 'loading'
    if (state === lastState) return
    lastState = state
    silent.becomes(state)
  }

  /** Advances the simulation by so many seconds. */
  function step(seconds: number) {
    pass(seconds * 1000)
    if (src === null || hasFailed) return
    // Like `emptied`, which precedes all other events of a source.
    if (!isThere) report()
    if (!isThere && isAskedToPlay && Date.now() >= arrivesMs && (isBlob() || !weather.isStalled)) {
      if (weather.isSmoothBroken && src.startsWith('/small/')) return fail('unplayable')
      if (weather.isOffline && !isBlob()) return fail('network')
      isThere = true
      hereSeconds = position
    }
    const isFlowing = isBlob() || (!weather.isOffline && !weather.isStalled)
    if (isThere) hereSeconds = isFlowing ? Math.min(duration(), position + 20) : hereSeconds
    report()
    if (lastState !== 'playing') return
    position = Math.min(duration(), position + seconds * rate)
    if (position > hereSeconds) {
      position = hereSeconds
      isThere = false
      arrivesMs = Date.now() + random() * 800
    }
    silent.reaches(position)
    if (position < duration()) return
    isAskedToPlay = false
    lastState = 'paused'
    silent.ends()
    // Reported before the next action.
    if (isAskedToPlay) report()
  }

  return {
    engine,
    step,
    source: () => src,
    /** The loads since the last call, each with what was loaded before. */
    loads: () => loads.splice(0),
    listeners: () => listeners,
    isPlaying: () => lastState === 'playing',
  }
}
