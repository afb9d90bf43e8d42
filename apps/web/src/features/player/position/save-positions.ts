import type { AudioEngine } from '../engine/audio-engine.ts'
import { followPlayer } from '../follow-player.ts'
import { isSamePosition, positionFromOtherTab, positionToSave, withPosition } from './position-rules.ts'
import { findPosition } from './positions.ts'
import type { SavedPosition } from './positions.ts'
import type { PlayerStore } from '../player.store.ts'
import { currentTrack } from '../queue/queue.ts'

/** While it plays, the place is written this often: a crash loses no more. */
const WRITE_EVERY_SECONDS = 4

type Kept = {
  read(): SavedPosition[]
  write(places: readonly SavedPosition[]): void
  /** The place of this tab's current track, for this tab's own reload. */
  writeOwn(hash: string, seconds: number): void
}

/**
 * Writes down where the current track is: on a pause, when another track comes, when `flush` is called (the page is
 * about to go), and every few seconds. A tab writes only what it has played itself, so one that lies open does not put
 * another back. Where both have played one track, the listener is asked (`elsewhereSeconds` in the store), and until the
 * answer this tab's place is kept for this tab alone.
 *
 * @param tab  an id that no other tab has
 */
export function savePositions(store: PlayerStore, engine: AudioEngine, kept: Kept, tab: string) {
  type Here = { hash: string; seconds: number; durationSeconds: number | null }
  let here: Here | null = null
  /** The stored place that this tab's position follows from. */
  let known: SavedPosition | null = null
  let writtenSeconds = 0

  /** @param startSeconds  told, for the engine may not have been handed the track yet */
  function begin(startSeconds?: number) {
    if (store.getState().elsewhereSeconds !== null) store.setState({ elsewhereSeconds: null })
    const track = currentTrack(store.getState().queue)
    const stored = track && findPosition(kept.read(), track.hash)
    const seconds = startSeconds ?? stored?.seconds ?? 0
    here = track && { hash: track.hash, seconds, durationSeconds: track.durationSeconds }
    if (here && startSeconds === undefined) kept.writeOwn(here.hash, seconds)
    writtenSeconds = seconds
    // A finished track has no place that could be lost.
    known = stored && (stored.seconds === 0 || isSamePosition(stored.seconds, seconds)) ? stored : null
  }

  function flush() {
    if (!here || here.seconds === writtenSeconds) return
    const { hash, durationSeconds } = here
    const seconds = positionToSave(here.seconds, durationSeconds)
    kept.writeOwn(hash, seconds)
    writtenSeconds = here.seconds
    if (findElsewhere()) return
    known = { hash, seconds: Math.round(seconds * 10) / 10, by: tab, atMs: Date.now() }
    kept.write(withPosition(kept.read(), known))
  }

  /** Asks the listener when another tab has been further or elsewhere in this track; the place stays until then. */
  function findElsewhere(): boolean {
    if (!here) return false
    const elsewhere = positionFromOtherTab(findPosition(kept.read(), here.hash), known, here.seconds)
    if (elsewhere && store.getState().elsewhereSeconds !== elsewhere.seconds) {
      store.setState({ elsewhereSeconds: elsewhere.seconds })
    }
    return elsewhere !== null
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
    } else if (state.elsewhereSeconds === null && before.elsewhereSeconds !== null && here) {
      // Answered: from here on this tab's place is the track's.
      known = findPosition(kept.read(), here.hash)
    }
    if (state.status === before.status) return
    if (state.status === 'playing') findElsewhere()
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
