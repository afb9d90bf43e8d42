import type { StoreApi } from 'zustand/vanilla'

import type { QualityBehavior } from '#features/settings/index.ts'

import type { AudioEngine, EngineError } from './engine/audio-engine.ts'
import { effectiveRate } from './commands.ts'
import { noSignals } from './player.store.ts'
import type { PlayerState, PlayerStore } from './player.store.ts'
import type { Prefetch } from './prefetch/prefetch.ts'
import { noKeptSources, type KeptSources } from './engine/kept-source.ts'
import { addressOf, streamOf } from './engine/quality.ts'
import type { Stream } from './engine/quality.ts'
import { currentTrack, trackEnded } from './queue/queue.ts'
import type { QueueTrack, Random } from './queue/queue.ts'
import { isLastOfWork } from './queue/work-end.ts'

/** A failure further on than this is a new one, with its own retry. */
const NEW_FAILURE_SECONDS = 5
/** Loaded again while paused, a track this close to its end starts from the beginning. */
const END_SECONDS = 0.25

export type Sources = {
  /** The saved position of a track, by its hash. */
  startSecondsOf: (hash: string) => number
  /** The preferred quality. */
  quality: Pick<StoreApi<{ qualityBehavior: QualityBehavior }>, 'getState' | 'subscribe'>
  playsOpus: boolean
  /** Sound that has been prefetched. */
  prefetched: Pick<Prefetch, 'find' | 'forget'>
  kept: KeptSources
}

const plainSources: Sources = {
  startSecondsOf: () => 0,
  quality: { getState: () => ({ qualityBehavior: 'fluentFirst' }), subscribe: () => () => {} },
  playsOpus: false,
  prefetched: { find: () => null, forget: () => {} },
  kept: noKeptSources,
}

/**
 * Synchronises the engine with the store in both directions, until `disconnect` is called.
 *
 * A source that fails is retried once from where it stopped; one on this device from the network first. Then a small stream falls back to the original; an
 * original that this browser cannot play falls back to the small stream at once. If that fails too, the state is
 * `error` until the listener plays again or changes the track. Without a sound output nothing is retried.
 */
export function connectEngine(
  store: PlayerStore,
  engine: AudioEngine,
  random: Random,
  sources: Partial<Sources> = {},
): () => void {
  const { startSecondsOf, quality, playsOpus, prefetched, kept } = { ...plainSources, ...sources }
  let loadedHash: string | null = null
  let retriedFromSeconds: number | null = null
  /** The last command was to play; still so at the end of a track. */
  let isMeantToSound = false
  /** Playing, or waiting for data; commands and external pauses count at once. */
  let isSounding = false
  let isSmoothBroken = false
  /** This browser cannot play the original. */
  let isOriginalBroken = false
  let isFallbackTold = false
  /** What plays is kept on this device. */
  let keptAddress: string | null = null

  const wantedStream = (track: QueueTrack) => {
    const isStreamOnly = track.isStreamOnly || isOriginalBroken
    return streamOf({ ...track, isStreamOnly }, quality.getState().qualityBehavior, isSmoothBroken)
  }

  function handleChange(state: PlayerState, before: PlayerState | null) {
    const { queue, signals, status, isMuted, problem } = state
    const track = currentTrack(queue)
    const hash = track?.hash ?? null
    const isOther = hash !== loadedHash
    const wantsPlay = signals.transport === 'wantPlay'
    const isRetry = !isOther && wantsPlay && (status === 'error' || problem === 'stalled')
    if (isOther) retriedFromSeconds = null
    // What failed may work now, and a weak connection may need the small stream.
    if (isOther || isRetry) isSmoothBroken = isOriginalBroken = false
    if (isOther || signals.transport !== 'nothing') isMeantToSound = isSounding = wantsPlay
    loadedHash = hash
    const stream = track ? wantedStream(track) : 'original'

    // Signals are cleared before they are handled, since handling calls this function again.
    if (isOther || isRetry) {
      const nextStatus = !track ? 'idle' : wantsPlay ? 'loading' : 'paused'
      store.setState({ signals: noSignals, status: nextStatus, problem: null, stream, hasFallenBack: false })
    } else if (signals !== noSignals) {
      store.setState({ signals: noSignals })
    }

    if (loudness(state) !== (before && loudness(before))) engine.setVolume(loudness(state))
    if (isMuted !== before?.isMuted) engine.setMuted(isMuted)
    if (effectiveRate(state) !== (before ? effectiveRate(before) : 1)) engine.setRate(effectiveRate(state))
    if (!track) {
      if (isOther) engine.unload()
      return
    }
    if (isOther) load(track, stream, startSecondsOf(track.hash))
    else if (isRetry) load(track, stream, engine.position())
    if (signals.seek !== 'nothing') engine.seek(signals.seek.wantSeek)
    if (wantsPlay) engine.play()
    else if (signals.transport === 'wantPause') engine.pause()
  }

  function load(track: QueueTrack, stream: Stream, startSeconds: number) {
    const address = addressOf(track, stream, playsOpus)
    keptAddress = kept.find(track, stream, retriedFromSeconds !== null)
    const isKept = keptAddress !== null
    if (store.getState().isKept !== isKept) store.setState({ isKept })
    // Also if it is kept: what has been prefetched may be discarded.
    const local = prefetched.find(address)
    engine.load(keptAddress ?? local ?? address, startSeconds)
  }

  /** Switches the stream of the current track at its position; stays silent if it was. */
  function changeStream(track: QueueTrack, stream: Stream) {
    const position = engine.position()
    const duration = engine.duration()
    const isOver = duration !== null && position >= duration - END_SECONDS
    store.setState(isSounding ? { stream, status: 'loading', problem: null } : { stream })
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
    const { queue, stopsAtEndOf } = store.getState()
    // Browsers also fire `ended` when a paused source is sought to its end, which must not start the next track. The
    // status cannot tell, as some browsers fire `pause` before the end.
    if (!isMeantToSound) return
    const { queue: following, asks } = trackEnded(queue, random)
    const isOver = stopsAtEndOf === 'track' || (stopsAtEndOf === 'work' && isLastOfWork(queue))
    if (asks === 'play' && !isOver) {
      const isSame = currentTrack(following)?.hash === loadedHash
      const seek = isSame ? { wantSeek: 0 } : 'nothing'
      store.setState({ queue: following, signals: { transport: 'wantPlay', seek } })
    } else {
      isMeantToSound = isSounding = false
      store.setState({ queue: following, status: 'paused', stopsAtEndOf: null })
    }
  }

  function handleError(error: EngineError) {
    const { queue, stream } = store.getState()
    const track = currentTrack(queue)
    if (!track) return
    if (error === 'noOutput') {
      isMeantToSound = isSounding = false
      store.setState({ status: 'error', problem: error })
      return
    }
    if (keptAddress !== null) {
      kept.drop(keptAddress)
      return loadAgain(track, stream, engine.position())
    }
    prefetched.forget(addressOf(track, stream, playsOpus))
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
      store.setState({ status: 'error', problem: error, silencedMs })
    } else {
      retriedFromSeconds = position
      loadAgain(track, stream, position)
    }
  }

  function loadAgain(track: QueueTrack, stream: Stream, position: number) {
    load(track, stream, position)
    if (!isSounding) return
    store.setState({ status: 'loading' })
    engine.play()
  }

  function handleState(status: 'loading' | 'playing' | 'paused') {
    isSounding = status !== 'paused'
    // Reported once it plays: before that the small stream may not be the cause.
    const isNewFallback = status === 'playing' && isSmoothBroken && !isFallbackTold
    if (isNewFallback) isFallbackTold = true
    store.setState({
      status,
      ...(isSounding && { problem: null }),
      ...(isNewFallback && { hasFallenBack: true }),
    })
  }

  function handleBlocked() {
    isSounding = false
    store.setState({ status: 'paused', problem: 'blocked' })
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

/** The effective volume at the moment. */
function loudness({ volume, level, fade }: PlayerState): number {
  return volume * level * fade
}
