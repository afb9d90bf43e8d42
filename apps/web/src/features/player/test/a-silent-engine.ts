import type { AudioEngine, EngineError, EngineState } from '../engine/audio-engine.ts'

/** An engine without sound: it records its commands, and the test fires its events. */
export function aSilentEngine(durationSeconds = 60) {
  const commands: string[] = []
  const listeners = { state: new Set<Function>(), end: new Set<Function>(), error: new Set<Function>() }
  const others = new Set<Function>()
  const blocked = new Set<Function>()
  let position = 0

  const on = (set: Set<Function>) => (listener: Function) => {
    set.add(listener)
    return () => void set.delete(listener)
  }
  const say = (set: Set<Function>, ...args: unknown[]) => set.forEach((listener) => listener(...args) as void)

  const engine: AudioEngine = {
    load(src, startSeconds = 0) {
      position = startSeconds
      commands.push(startSeconds > 0 ? `load ${src} from ${startSeconds}` : `load ${src}`)
    },
    prepare: (src) => void commands.push(`prepare ${src}`),
    unload: () => void commands.push('unload'),
    play: () => void commands.push('play'),
    pause: () => void commands.push('pause'),
    seek: (seconds) => void commands.push(`seek ${seconds}`),
    setVolume: (volume) => void commands.push(`volume ${volume}`),
    setRate: (rate) => void commands.push(`rate ${rate}`),
    setMuted: (muted) => void commands.push(muted ? 'mute' : 'unmute'),
    position: () => position,
    duration: () => durationSeconds,
    bufferedUntil: () => 60,
    onPosition: on(others),
    onDiscontinuity: on(others),
    onState: on(listeners.state),
    onEnd: on(listeners.end),
    onError: on(listeners.error),
    onBlocked: on(blocked),
  }
  return {
    engine,
    /** The commands since the last call. */
    told: () => commands.splice(0),
    becomes: (state: EngineState) => say(listeners.state, state),
    reaches(seconds: number) {
      position = seconds
      say(others)
    },
    ends: () => say(listeners.end),
    fails: (error: EngineError) => say(listeners.error, error),
    isBlocked: () => say(blocked),
  }
}
