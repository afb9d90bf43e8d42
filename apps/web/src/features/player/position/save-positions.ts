import type { AudioEngine } from '../engine/audio-engine.ts'
import { followPlayer } from '../follow-player.ts'
import { isSamePosition, positionFromOtherTab, positionToSave, withPosition } from './position-rules.ts'
import { findPosition } from './positions.ts'
import type { SavedPosition } from './positions.ts'
import type { PlayerStore } from '../player.store.ts'
import { currentTrack } from '../queue/queue.ts'

/** The interval during playback: the most that a crash loses. */
const WRITE_EVERY_SECONDS = 4

type Storage = {
  read(): SavedPosition[]
  write(places: readonly SavedPosition[]): void
  /** Saves the position of this tab's current track, for a reload of this tab. */
  writeOwn(hash: string, seconds: number): void
}

/**
 * Saves the position of the current track: on a pause, on a change of track, on `flush` (the page is being left), and
 * every few seconds. A tab saves only what it has played, so an idle one overwrites nothing. If two tabs have played
 * one track, the listener is asked (`otherTabSeconds` in the store); until the answer the position is saved for this
 * tab only.
 *
 * @param tab unique among the open tabs
 */
export function savePositions(store: PlayerStore, engine: AudioEngine, storage: Storage, tab: string) {
  type Here = { hash: string; seconds: number; durationSeconds: number | null }
  let here: Here | null = null
  /** The saved position that this tab continues from. */
  let known: SavedPosition | null = null
  let writtenSeconds = 0

  /** @param startSeconds passed in, since the engine may not have the track yet */
  function begin(startSeconds?: number) {
    if (store.getState().otherTabSeconds !== null) store.setState({ otherTabSeconds: null })
    const track = currentTrack(store.getState().queue)
    const stored = track && findPosition(storage.read(), track.hash)
    const seconds = startSeconds ?? stored?.seconds ?? 0
    here = track && { hash: track.hash, seconds, durationSeconds: track.durationSeconds }
    if (here && startSeconds === undefined) storage.writeOwn(here.hash, seconds)
    writtenSeconds = seconds
    // A finished track has no position to lose.
    known = stored && (stored.seconds === 0 || isSamePosition(stored.seconds, seconds)) ? stored : null
  }

  function flush() {
    if (!here || here.seconds === writtenSeconds) return
    const { hash, durationSeconds } = here
    const seconds = positionToSave(here.seconds, durationSeconds)
    storage.writeOwn(hash, seconds)
    writtenSeconds = here.seconds
    if (askAboutOtherTab()) return
    known = { hash, seconds: Math.round(seconds * 10) / 10, by: tab, atMs: Date.now() }
    storage.write(withPosition(storage.read(), known))
  }

  /** Asks the listener if another tab has moved on in this track; its position stays until the answer. */
  function askAboutOtherTab(): boolean {
    if (!here) return false
    const fromOtherTab = positionFromOtherTab(findPosition(storage.read(), here.hash), known, here.seconds)
    if (fromOtherTab && store.getState().otherTabSeconds !== fromOtherTab.seconds) {
      store.setState({ otherTabSeconds: fromOtherTab.seconds })
    }
    return fromOtherTab !== null
  }

  function handlePosition() {
    const { queue, status } = store.getState()
    if (!here || currentTrack(queue)?.hash !== here.hash || status === 'idle') return
    here.seconds = engine.position()
    here.durationSeconds = engine.duration() ?? here.durationSeconds
    if (Math.abs(here.seconds - writtenSeconds) >= WRITE_EVERY_SECONDS) flush()
  }

  begin(engine.position())
  const unsubscribe = followPlayer(store, (state, before) => {
    const isOther = (currentTrack(state.queue)?.hash ?? null) !== (here?.hash ?? null)
    if (isOther) {
      flush()
      begin()
    } else if (state.otherTabSeconds === null && before.otherTabSeconds !== null && here) {
      // Answered: from now on this tab's position is the track's.
      known = findPosition(storage.read(), here.hash)
    }
    if (state.status === before.status) return
    if (state.status === 'playing') askAboutOtherTab()
    else if (!isOther) {
      handlePosition()
      flush()
    }
  })
  const stopListening = engine.onPosition(handlePosition)
  return {
    flush,
    disconnect() {
      unsubscribe()
      stopListening()
    },
  }
}
