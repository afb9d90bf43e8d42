import type { AudioEngine, EngineError } from './audio-engine.ts'
import { isActive, presentRate } from './commands.ts'
import { noSignals } from './player.store.ts'
import type { PlayerState, PlayerStore } from './player.store.ts'
import { currentTrack, trackEnded } from './queue.ts'
import type { Random } from './queue.ts'

/** A failure further on than this is a new one and gets an automatic retry of its own. */
const NEW_FAILURE_SECONDS = 5

/**
 * Lets the engine do what the store wants, and the store know what the engine does, until `disconnect` is called.
 *
 * A source that fails is tried once more from where it stopped; when that fails too, the state is `error` until the
 * listener asks to play again or goes to another track.
 *
 * @param startSecondsOf  where a track begins, by its hash
 */
export function connectEngine(
  store: PlayerStore,
  engine: AudioEngine,
  random: Random,
  startSecondsOf: (hash: string) => number = () => 0,
): () => void {
  let loadedHash: string | null = null
  let retriedFromSeconds: number | null = null
  let isMeantToSound = false

  function handleChange(state: PlayerState, before: PlayerState | null) {
    const { queue, signals, status, isMuted, trouble } = state
    const track = currentTrack(queue)
    const hash = track?.hash ?? null
    const isOther = hash !== loadedHash
    const wantsPlay = signals.transport === 'wantPlay'
    const isAnotherTry = !isOther && wantsPlay && (status === 'error' || trouble === 'stuck')
    if (isOther) retriedFromSeconds = null
    if (isOther || signals.transport !== 'nothing') isMeantToSound = wantsPlay
    loadedHash = hash

    // Signals are taken before they are carried out, for both call this function again.
    if (isOther || isAnotherTry) {
      store.setState({ signals: noSignals, status: !track ? 'idle' : wantsPlay ? 'loading' : 'paused', trouble: null })
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
    if (isOther) engine.load(track.streamUrl, startSecondsOf(track.hash))
    else if (isAnotherTry) engine.load(track.streamUrl, engine.position())
    if (signals.seek !== 'nothing') engine.seek(signals.seek.wantSeek)
    if (wantsPlay) engine.play()
    else if (signals.transport === 'wantPause') engine.pause()
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
      isMeantToSound = false
      store.setState({ queue: following, status: 'paused', stopsAtTrackEnd: false })
    }
  }

  function handleError(error: EngineError) {
    const { queue, status } = store.getState()
    const track = currentTrack(queue)
    if (!track) return
    const position = engine.position()
    if (retriedFromSeconds !== null && position <= retriedFromSeconds + NEW_FAILURE_SECONDS) {
      store.setState({ status: 'error', trouble: error })
      return
    }
    retriedFromSeconds = position
    engine.load(track.streamUrl, position)
    if (!isActive(status)) return
    store.setState({ status: 'loading' })
    engine.play()
  }

  handleChange(store.getState(), null)
  const disconnects = [
    store.subscribe(handleChange),
    engine.onState((status) => store.setState(status === 'paused' ? { status } : { status, trouble: null })),
    engine.onEnd(handleEnd),
    engine.onError(handleError),
    engine.onBlocked(() => store.setState({ status: 'paused', trouble: 'blocked' })),
  ]
  return () => {
    for (const disconnect of disconnects) disconnect()
  }
}

/** How loud it is at the moment. */
function loudness({ volume, fade }: PlayerState): number {
  return volume * fade
}
