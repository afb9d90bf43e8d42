import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { POSITIONS_KEY } from './saved-positions.ts'
import { positionsToText } from './position-rules.ts'
import type { SavedPosition } from './positions.ts'

const listeners = new Set<() => void>()

export function writePositions(places: readonly SavedPosition[]): void {
  deviceStorage.write(POSITIONS_KEY, positionsToText(places))
  for (const listener of listeners) listener()
}

/** Calls whenever this page has saved a position. */
export function onPositionsWritten(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
