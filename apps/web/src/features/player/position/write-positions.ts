import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { PLACES_KEY } from './saved-positions.ts'
import { placesToText } from './position-rules.ts'
import type { Place } from './positions.ts'

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
