import { isActive } from './commands.ts'
import { playerStore } from './player.ts'
import { currentTrack } from './queue/queue.ts'

/** Calls `listener` after a pause or a change of track, once all other subscribers have run. */
export function onPauseOrTrackChange(listener: () => void): () => void {
  return playerStore.subscribe((state, before) => {
    const isPaused = isActive(before.status) && !isActive(state.status)
    const isOther = currentTrack(state.queue)?.hash !== currentTrack(before.queue)?.hash
    if (isPaused || isOther) queueMicrotask(listener)
  })
}
