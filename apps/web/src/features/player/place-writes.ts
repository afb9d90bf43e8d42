import { isActive } from './commands.ts'
import { PLACES_KEY } from './kept-places.ts'
import { placesToText } from './place-rules.ts'
import type { Place } from './places.ts'
import { playerStore } from './player.ts'
import { currentTrack } from './queue.ts'
import { deviceStorage } from './storage.ts'

const listeners = new Set<() => void>()

export function writePlaces(places: readonly Place[]): void {
  deviceStorage.write(PLACES_KEY, placesToText(places))
  for (const listener of listeners) listener()
}

/** Calls whenever this page has written down where a track is. */
export function onPlacesWritten(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls when it has been paused, or another track has come, and all that follows of it is done. */
export function onBreak(listener: () => void): () => void {
  return playerStore.subscribe((state, before) => {
    const isPaused = isActive(before.status) && !isActive(state.status)
    const isOther = currentTrack(state.queue)?.hash !== currentTrack(before.queue)?.hash
    if (isPaused || isOther) queueMicrotask(listener)
  })
}
