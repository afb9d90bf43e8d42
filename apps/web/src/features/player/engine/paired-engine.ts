import type { AudioEngine, EngineError, EngineState } from './audio-engine.ts'
import { createHtmlAudioEngine } from './html-audio-engine.ts'

/**
 * An engine on two media elements: while one plays, the other prepares the next source, so that this begins without
 * loading. Only the element that plays is in the document.
 *
 * Browsers that want a gesture for each element may block the second one; the source then plays in the first.
 */
export function createPairedEngine(first: HTMLAudioElement, second: HTMLAudioElement): AudioEngine {
  const made = [first, second].map((element) => ({ element, engine: createHtmlAudioEngine(element) }))
  let [now, spare] = made as [(typeof made)[0], (typeof made)[0]]
  let prepared: string | null = null
  /** What plays in an element that has not yet been allowed to. */
  let untried: string | null = null
  let isUnlocked = false

  const listeners = {
    position: new Set<() => void>(),
    discontinuity: new Set<() => void>(),
    state: new Set<(state: EngineState) => void>(),
    end: new Set<() => void>(),
    error: new Set<(error: EngineError) => void>(),
    blocked: new Set<() => void>(),
  }
  for (const one of made) {
    const { engine } = one
    engine.onPosition(() => one === now && tell(listeners.position))
    engine.onDiscontinuity(() => one === now && tell(listeners.discontinuity))
    engine.onState((state) => one === now && tell(listeners.state, state))
    engine.onEnd(() => one === now && tell(listeners.end))
    engine.onError((error) => {
      if (one === now) tell(listeners.error, error)
      // Its error would not be reported a second time: the source loads again when it is its turn.
      else discard()
    })
    engine.onBlocked(() => one === now && handleBlocked())
    one.element.addEventListener('playing', () => {
      if (one === now) untried = null
    })
  }

  function swap() {
    now.element.replaceWith(spare.element)
    ;[now, spare] = [spare, now]
    spare.engine.unload()
  }

  function handleBlocked() {
    if (untried === null) {
      tell(listeners.blocked)
      return
    }
    const src = untried
    untried = null
    swap()
    now.engine.load(src)
    now.engine.play()
  }

  function discard() {
    if (prepared !== null) spare.engine.unload()
    prepared = null
  }

  return {
    load(src, startSeconds = 0) {
      untried = null
      if (src === prepared && startSeconds === 0) {
        prepared = null
        untried = src
        swap()
        tell(listeners.discontinuity)
        tell(listeners.position)
        return
      }
      discard()
      now.engine.load(src, startSeconds)
    },
    prepare(src) {
      if (src === prepared) return
      prepared = src
      spare.engine.prepare(src)
    },
    unload() {
      untried = null
      discard()
      now.engine.unload()
    },
    play() {
      // Safari allows an element to play if it was touched within a gesture, as the first command is.
      if (!isUnlocked && prepared === null) spare.element.load()
      isUnlocked = true
      now.engine.play()
    },
    pause: () => now.engine.pause(),
    seek: (seconds) => now.engine.seek(seconds),
    setVolume: (volume) => made.forEach(({ engine }) => engine.setVolume(volume)),
    setRate: (rate) => made.forEach(({ engine }) => engine.setRate(rate)),
    setMuted: (muted) => made.forEach(({ engine }) => engine.setMuted(muted)),
    position: () => now.engine.position(),
    duration: () => now.engine.duration(),
    bufferedUntil: () => now.engine.bufferedUntil(),
    onPosition: (listener) => subscribe(listeners.position, listener),
    onDiscontinuity: (listener) => subscribe(listeners.discontinuity, listener),
    onState: (listener) => subscribe(listeners.state, listener),
    onEnd: (listener) => subscribe(listeners.end, listener),
    onError: (listener) => subscribe(listeners.error, listener),
    onBlocked: (listener) => subscribe(listeners.blocked, listener),
  }
}

function tell<Args extends unknown[]>(listeners: ReadonlySet<(...args: Args) => void>, ...args: Args): void {
  for (const listener of listeners) listener(...args)
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
