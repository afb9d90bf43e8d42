// On every first page: what the compiler would remember here costs more code than it saves work.
'use no memo'

import { useSyncExternalStore } from 'react'

import { deviceStorage, onStoredChange } from '#lib/storage/browser-storage.ts'

import { findPosition, indexToResume, positionsFromText, withRemotePositions } from './positions.ts'
import type { SavedPosition, TrackPosition } from './positions.ts'

export const POSITIONS_KEY = 'player-places'

// Not cached, since other tabs write too.
export const readPositions = (): SavedPosition[] => positionsFromText(deviceStorage.read(POSITIONS_KEY))

/** Returns where a track starts: its saved position on this device. */
export function startSecondsOf(hash: string): number {
  return findPosition(readPositions(), hash)?.seconds ?? 0
}

/**
 * Returns the index of the track to resume with; null if none was played or all were finished.
 *
 * @param hashes in playing order
 * @param remote the positions of other devices, as far as they are known
 */
export function useResumeIndex(hashes: readonly string[], remote: readonly TrackPosition[] = []): number | null {
  return useSyncExternalStore(
    subscribe,
    () => indexToResume(hashes, withRemotePositions(readPositions(), remote)),
    () => null,
  )
}

const subscribe = (listener: () => void) => onStoredChange(POSITIONS_KEY, listener)
