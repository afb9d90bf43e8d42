// On every first page: what the compiler would remember here costs more code than it saves work.
'use no memo'

import { useSyncExternalStore } from 'react'

import { deviceStorage, onStoredChange } from '#lib/storage/browser-storage.ts'

import { findPosition, indexToResume, positionsFromText, withRemotePositions } from './positions.ts'
import type { SavedPosition, TrackPosition } from './positions.ts'

export const POSITIONS_KEY = 'player-places'

// Read anew each time, for other tabs write too.
export const readPositions = (): SavedPosition[] => positionsFromText(deviceStorage.read(POSITIONS_KEY))

/** Where a track begins: where it was left on this device. */
export function startSecondsOf(hash: string): number {
  return findPosition(readPositions(), hash)?.seconds ?? 0
}

/**
 * Which of these tracks, in the order in which they play, goes on with what was begun; null when nothing was, or everything
 * was heard to its end.
 *
 * @param elsewhere  where other devices left off, as far as it is known
 */
export function useResumeIndex(hashes: readonly string[], elsewhere: readonly TrackPosition[] = []): number | null {
  return useSyncExternalStore(
    subscribe,
    () => indexToResume(hashes, withRemotePositions(readPositions(), elsewhere)),
    () => null,
  )
}

const subscribe = (listener: () => void) => onStoredChange(POSITIONS_KEY, listener)
