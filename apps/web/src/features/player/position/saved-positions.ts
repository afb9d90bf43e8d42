// On every first page: what the compiler would remember here costs more code than it saves work.
'use no memo'

import { useMemo, useSyncExternalStore } from 'react'

import { deviceStorage, onStoredChange } from '#lib/storage/browser-storage.ts'

import { onPositionsWritten } from './positions-written.ts'
import { findPosition, positionsFromText, withRemotePositions } from './positions.ts'
import type { SavedPosition, TrackPosition } from './positions.ts'

export const POSITIONS_KEY = 'player-places'

// Not cached, since other tabs write too.
export const readPositions = (): SavedPosition[] => positionsFromText(deviceStorage.read(POSITIONS_KEY))

/** Returns where a track starts: its saved position on this device. */
export function startSecondsOf(hash: string): number {
  return findPosition(readPositions(), hash)?.seconds ?? 0
}

/**
 * Returns where tracks were left on this device and others, the last played at the end; none while hydrating.
 *
 * @param remote the positions of other devices, as far as they are known
 */
export function usePositions(remote: readonly TrackPosition[] = []): readonly TrackPosition[] {
  const stored = useSyncExternalStore(
    subscribe,
    () => deviceStorage.read(POSITIONS_KEY),
    () => null,
  )
  return useMemo(() => withRemotePositions(positionsFromText(stored), remote), [stored, remote])
}

function subscribe(listener: () => void): () => void {
  const leave = [onStoredChange(POSITIONS_KEY, listener), onPositionsWritten(listener)]
  return () => leave.forEach((stop) => stop())
}
