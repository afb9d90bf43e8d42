import type { StoreApi } from 'zustand/vanilla'

import type { QualityBehavior } from '#features/settings/index.ts'

import type { AudioEngine, EngineError } from './engine/audio-engine.ts'
import { presentRate } from './commands.ts'
import { noSignals } from './player.store.ts'
import type { PlayerState, PlayerStore } from './player.store.ts'
import type { Prefetch } from './prefetch/prefetch.ts'
import { addressOf, streamOf } from './engine/quality.ts'
import type { Stream } from './engine/quality.ts'
import { currentTrack, trackEnded } from './queue/queue.ts'
import type { QueueTrack, Random } from './queue/queue.ts'

/** A failure further on than this is a new one and gets an automatic retry of its own. */
const NEW_FAILURE_SECONDS = 5
/** Nearer to its end than this, a track that does not sound begins anew when it is loaded again. */
const END_SECONDS = 0.25

export type Sources = {
  /** Where a track begins, by its hash. */
  startSecondsOf: (hash: string) => number
  /** What the listener wants to hear of a track that has two streams. */
  quality: Pick<StoreApi<{ qualityBehavior: QualityBehavior }>, 'getState' | 'subscribe'>
  playsOpus: boolean
  /** Sound that is on this device already. */
  atHand: Pick<Prefetch, 'find' | 'forget'>
}

const plainSources: Sources = {
  startSecondsOf: () => 0,
  quality: { getState: () => ({ qualityBehavior: 'fluentFirst' }), subscribe: () => () => {} },
  playsOpus: false,
  atHand: { find: () => null, forget: () => {} },
}

/**
 * Lets the engine do what the store wants, and the store know what the engine does, until `disconnect` is called.
 *
 * A source that fails is tried once more from where it stopped, and a small stream then gives way to the original, as an
 * original does at once to the small stream that this browser cannot play; when that fails too, the state is `error` until the listener asks to play again or goes to another track.
 */
export function connectEngine(
  store: PlayerStore,
  engine: AudioEngine,
  random: Random,
  sources: Partial<Sources> = {},
): () => void {
  const { startSecondsOf, quality, playsOpus, atHand } = { ...plainSources, ...sources }
  let loadedHash: string | null = null
  let retriedFromSeconds: number | null = null
  /** The last that was asked for is to play; at the end of a track still so. */
  let isMeantToSound = false
  /** It sounds, or will as soon as data is there: commands count at once, and so does what stopped it from outside. */
  let isSounding = false
  let isSmoothBroken = false
  /** This browser cannot play the file as it is. */
  let isOriginalBroken = false
  let isFallbackTold = false

  const wantedStream = (track: QueueTrack) => {
    const isStreamOnly = track.isStreamOnly || isOriginalBroken
    return streamOf({ ...track, isStreamOnly }, quality.getState().qualityBehavior, isSmoothBroken)
  }

  function handleChange(state: PlayerState, before: PlayerState | null) {
    const { queue, signals, status, isMuted, trouble } = state
    const track = currentTrack(queue)
    const hash = track?.hash ?? null
    const isOther = hash !== loadedHash
    const wantsPlay = signals.transport === 'wantPlay'
    const isAnotherTry = !isOther && wantsPlay && (status === 'error' || trouble === 'stuck')
    if (isOther) retriedFromSeconds = null
    // What failed before may go now, and a small stream may be what a weak connection needs.
    if (isOther || isAnotherTry) isSmoothBroken = isOriginalBroken = false
    if (isOther || signals.transport !== 'nothing') isMeantToSound = isSounding = wantsPlay
    loadedHash = hash
    const stream = track ? wantedStream(track) : 'original'

    // Signals are taken before they are carried out, for both call this function again.
    if (isOther || isAnotherTry) {
      const nextStatus = !track ? 'idle' : wantsPlay ? 'loading' : 'paused'
      store.setState({ signals: noSignals, status: nextStatus, trouble: null, stream, hasFallenBack: false })
    } else if (signals !== noSignals) {
      store.setState({ signals: noSignals })
    }

    if (loudness(state) !== (before && loudness(before))) engine.setVolume(loudness(state))
    if (isMuted !== before?.isMuted) engine.setMuted(isMuted)
    if (presentRate(state) !== (before ? presentRate(before) : 1)) engine.setRate(presentRate(state))
    if (!track) {
      if (isOther) engine.unload()
      return
    }
    if (isOther) load(track, stream, startSecondsOf(track.hash))
    else if (isAnotherTry) load(track, stream, engine.position())
    if (signals.seek !== 'nothing') engine.seek(signals.seek.wantSeek)
    if (wantsPlay) engine.play()
    else if (signals.transport === 'wantPause') engine.pause()
  }

  function load(track: QueueTrack, stream: Stream, startSeconds: number) {
    const address = addressOf(track, stream, playsOpus)
    engine.load(atHand.find(address) ?? address, startSeconds)
  }

  /** Goes on with a stream of the current track where another has come to; silent if that was. */
  function changeStream(track: QueueTrack, stream: Stream) {
    const position = engine.position()
    const duration = engine.duration()
    const isOver = duration !== null && position >= duration - END_SECONDS
    store.setState(isSounding ? { stream, status: 'loading', trouble: null } : { stream })
    load(track, stream, isOver && !isSounding ? 0 : position)
    if (isSounding) engine.play()
  }

  function handleQuality() {
    isSmoothBroken = isOriginalBroken = false
    isFallbackTold = false
    retriedFromSeconds = null
    const track = currentTrack(store.getState().queue)
    if (!track) return
    if (store.getState().hasFallenBack) store.setState({ hasFallenBack: false })
    const stream = wantedStream(track)
    if (stream !== store.getState().stream) changeStream(track, stream)
  }

  function handleEnd() {
    const { queue, stopsAtTrackEnd } = store.getState()
    // Browsers also call it an end when a paused source is sought to where it ends: no reason to begin to sound. The
    // status does not tell the two apart, for at an end some report a pause first.
    if (!isMeantToSound) return
    const { queue: following, asks } = trackEnded(queue, random)
    if (asks === 'play' && !stopsAtTrackEnd) {
      const isSame = currentTrack(following)?.hash === loadedHash
      const seek = isSame ? { wantSeek: 0 } : 'nothing'
      store.setState({ queue: following, signals: { transport: 'wantPlay', seek } })
    } else {
      isMeantToSound = isSounding = false
      store.setState({ queue: following, status: 'paused', stopsAtTrackEnd: false })
    }
  }

  function handleError(error: EngineError) {
    const { queue, stream } = store.getState()
    const track = currentTrack(queue)
    if (!track) return
    atHand.forget(addressOf(track, stream, playsOpus))
    const position = engine.position()
    const isRetried = retriedFromSeconds !== null && position <= retriedFromSeconds + NEW_FAILURE_SECONDS
    if (stream === 'original' && error === 'unplayable' && track.lowQualityUrl !== '' && !isSmoothBroken) {
      isOriginalBroken = true
      retriedFromSeconds = null
      changeStream(track, 'smooth')
    } else if (stream === 'smooth' && !isOriginalBroken && (isRetried || error === 'unplayable')) {
      isSmoothBroken = true
      retriedFromSeconds = null
      changeStream(track, 'original')
    } else if (isRetried) {
      const silencedMs = isSounding ? Date.now() : null
      isSounding = false
      store.setState({ status: 'error', trouble: error, silencedMs })
    } else {
      retriedFromSeconds = position
      load(track, stream, position)
      if (!isSounding) return
      store.setState({ status: 'loading' })
      engine.play()
    }
  }

  function handleState(status: 'loading' | 'playing' | 'paused') {
    isSounding = status !== 'paused'
    // Told when it is heard: while nothing plays, the small stream may not be what is wrong.
    const isNewFallback = status === 'playing' && isSmoothBroken && !isFallbackTold
    if (isNewFallback) isFallbackTold = true
    store.setState({
      status,
      ...(isSounding && { trouble: null }),
      ...(isNewFallback && { hasFallenBack: true }),
    })
  }

  function handleBlocked() {
    isSounding = false
    store.setState({ status: 'paused', trouble: 'blocked' })
  }

  handleChange(store.getState(), null)
  const disconnects = [
    store.subscribe(handleChange),
    quality.subscribe((now, before) => now.qualityBehavior !== before.qualityBehavior && handleQuality()),
    engine.onState(handleState),
    engine.onEnd(handleEnd),
    engine.onError(handleError),
    engine.onBlocked(handleBlocked),
  ]
  return () => {
    for (const disconnect of disconnects) disconnect()
  }
}

/** How loud it is at the moment. */
function loudness({ volume, level, fade }: PlayerState): number {
  return volume * level * fade
}
