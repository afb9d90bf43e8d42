import { isApis } from '#lib/api/api-base.ts'
import { mediaAddress } from '#lib/api/media-address.ts'

import { amplify, isCrossOrigin } from './amplifier.ts'
import type { AudioEngine, EngineError, EngineState } from './audio-engine.ts'

/** Any of these may change the state, which is then read from the element. */
const stateEvents = ['play', 'playing', 'pause', 'waiting', 'stalled', 'canplay', 'canplaythrough', 'seeked', 'emptied']
const positionEvents = [
  'timeupdate',
  'seeking',
  'seeked',
  'progress',
  'durationchange',
  'loadedmetadata',
  'emptied',
  'ended',
]

/** Creates an engine on a media element that no other code controls. */
export function createHtmlAudioEngine(element: HTMLAudioElement): AudioEngine {
  const stateListeners = new Set<(state: EngineState) => void>()
  const endListeners = new Set<() => void>()
  const errorListeners = new Set<(error: EngineError) => void>()
  const blockedListeners = new Set<() => void>()
  let lastState: EngineState = 'paused'
  // Safari discards a position set before the metadata has loaded.
  let startSeconds: number | null = null
  let loads = 0
  let volume = 1
  let setGain: ((gain: number) => void) | null = null

  /** Creates the amplifier only when needed, and only while playing: browsers want a gesture for it. */
  function applyVolume() {
    element.volume = Math.min(volume, 1)
    if (volume > 1 && !element.paused) setGain ??= amplify(element)
    setGain?.(Math.max(volume, 1))
  }
  element.addEventListener('play', applyVolume)

  function reportState() {
    // The end of a source also fires `pause`; the listeners of `onEnd` decide what follows.
    if (element.ended || element.error) return
    const state = stateOf(element)
    if (state === lastState) return
    lastState = state
    for (const listener of stateListeners) listener(state)
  }

  for (const event of stateEvents) element.addEventListener(event, reportState)
  element.addEventListener('loadedmetadata', () => {
    if (startSeconds !== null) element.currentTime = startSeconds
    startSeconds = null
  })
  element.addEventListener('ended', () => {
    lastState = 'paused'
    for (const listener of endListeners) listener()
  })
  element.addEventListener('error', () => reportError(element.error))

  function reportError(error: MediaError | null) {
    // Firefox's position moves on after an error.
    element.pause()
    lastState = 'paused'
    const kind = kindOf(error)
    for (const listener of errorListeners) listener(kind)
  }

  /**
   * A rejected `play()` was overtaken by a later command, blocked by the browser, or is reported by `error` as well.
   */
  function handleRefusal(reason: unknown) {
    const name = reason instanceof DOMException ? reason.name : ''
    if (name === 'NotAllowedError') {
      reportState()
      for (const listener of blockedListeners) listener()
    } else if (name !== 'AbortError' && !element.error) {
      reportError(null)
    }
  }

  function load(src: string, start: number, preload: 'none' | 'auto') {
    loads++
    startSeconds = start > 0 ? start : null
    const address = mediaAddress(src)
    // Amplified cross-origin sound is silent without CORS; with CORS it plays or fails with an error. The API allows
    // it.
    element.crossOrigin = isCrossOrigin(address) && (setGain || isApis(address)) ? 'anonymous' : null
    element.preload = preload
    element.src = address
  }

  return {
    // Saves data if it is never played; `play` fetches regardless. Not with `load()`, which would fetch.
    load: (src, start = 0) => load(src, start, 'none'),
    // In this element, so only while it has no other source.
    prepare: (src) => load(src, 0, 'auto'),
    unload() {
      loads++
      startSeconds = null
      element.removeAttribute('src')
      element.load()
    },
    play() {
      // The rejection may arrive after the source was replaced.
      const load = loads
      element.preload = 'auto'
      element.play().catch((reason: unknown) => load === loads && handleRefusal(reason))
      // Events are asynchronous, and the next command may come before them.
      reportState()
    },
    pause() {
      element.pause()
      reportState()
    },
    seek(seconds) {
      const end = Number.isFinite(element.duration) ? element.duration : Number.POSITIVE_INFINITY
      const target = Math.min(Math.max(0, seconds), end)
      if (element.readyState >= HTMLMediaElement.HAVE_METADATA) element.currentTime = target
      else {
        startSeconds = target
        element.dispatchEvent(new Event('seeking'))
      }
    },
    setVolume(wanted) {
      volume = Math.max(0, wanted)
      applyVolume()
    },
    setRate(rate) {
      element.preservesPitch = true
      // The default rate applies to the next source, the other one to this source.
      element.defaultPlaybackRate = rate
      element.playbackRate = rate
    },
    setMuted(muted) {
      element.muted = muted
    },
    position: () => startSeconds ?? element.currentTime,
    duration: () => (Number.isFinite(element.duration) && element.duration > 0 ? element.duration : null),
    bufferedUntil: () => bufferedUntil(element),
    onPosition: (listener) => listen(element, positionEvents, listener),
    onDiscontinuity: (listener) => listen(element, ['seeked', 'durationchange', 'emptied'], listener),
    onState: (listener) => subscribe(stateListeners, listener),
    onEnd: (listener) => subscribe(endListeners, listener),
    onError: (listener) => subscribe(errorListeners, listener),
    onBlocked: (listener) => subscribe(blockedListeners, listener),
  }
}

/** What Firefox and Chromium call a failure of the sound output; its code is that of a file which cannot be decoded. */
const outputFailure = /OnMediaSinkAudioError|MEDIASINK_ERR|AUDIO_RENDERER_ERROR/

function kindOf(error: MediaError | null): EngineError {
  if (error !== null && outputFailure.test(error.message)) return 'noOutput'
  // Offline, browsers report a source that never begins to load as unsupported.
  return error?.code === MediaError.MEDIA_ERR_NETWORK || !navigator.onLine ? 'network' : 'unplayable'
}

/** Read from the element, not the event: `stalled` also fires while enough is buffered. */
function stateOf(element: HTMLAudioElement): EngineState {
  if (element.paused) return 'paused'
  return element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA ? 'playing' : 'loading'
}

function bufferedUntil({ buffered, currentTime }: HTMLAudioElement): number {
  for (let stretch = 0; stretch < buffered.length; stretch++) {
    // A decoder may start a range slightly after the requested time.
    if (buffered.start(stretch) <= currentTime + 0.5 && currentTime <= buffered.end(stretch))
      return buffered.end(stretch)
  }
  return currentTime
}

function listen(element: HTMLAudioElement, events: readonly string[], listener: () => void): () => void {
  for (const event of events) element.addEventListener(event, listener)
  return () => {
    for (const event of events) element.removeEventListener(event, listener)
  }
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
