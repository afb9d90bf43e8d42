import type { AudioEngine, EngineError, EngineState } from '../engine/audio-engine.ts'
import { aSilentEngine } from './a-silent-engine.ts'

export type Weather = {
  /** Nothing arrives from the server; what is here still plays. */
  isOffline: boolean
  /** The server answers every small stream with an error. */
  isSmoothBroken: boolean
  /** The server answers nothing, without an error. */
  isStalled: boolean
}

type Options = {
  /** Lets so many milliseconds pass for `Date` and timers. */
  pass: (ms: number) => void
  random: () => number
  durationOf: (src: string) => number
  weather: Weather
}

/**
 * A silent engine that plays all the same: in `step` the position goes on, sources arrive, end and fail as those of a
 * media element do, which also tells of nothing before the command that caused it has returned.
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
  /** What is here of the source: the position up to which it plays without the server. */
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
      // What has ended begins anew.
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

  /** What has come to pass in so many seconds. */
  function step(seconds: number) {
    pass(seconds * 1000)
    if (src === null || hasFailed) return
    // As `emptied` does, which comes with every source and before anything of it.
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
    // What that led to is told before anybody can do anything else.
    if (isAskedToPlay) report()
  }

  return {
    engine,
    step,
    source: () => src,
    /** Since it was asked the last time: what was loaded, and what was there before. */
    loads: () => loads.splice(0),
    listeners: () => listeners,
    isPlaying: () => lastState === 'playing',
  }
}
