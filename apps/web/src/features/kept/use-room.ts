import { useEffect, useState } from 'react'

import { type StorageState, storageState } from '#lib/storage/storage-state.ts'

import { useChoices } from './choices.store.ts'
import { useKept } from './kept.store.ts'
import { roomLeft } from './library/room.ts'

export type RoomNow = StorageState & {
  leftBytes: number
  /** The listener's own limit is what counts. */
  isLimited: boolean
}

/** Returns how much more can be kept; null until the browser has said it. */
export function useRoom(): RoomNow | null {
  const [space, setSpace] = useState<StorageState | null>(null)
  const keptBytes = useKept(({ totalBytes }) => totalBytes)
  const limitBytes = useChoices((choices) => choices.limitBytes)
  useEffect(() => {
    let isWanted = true
    void storageState().then((found) => isWanted && setSpace(found))
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is kept changes what is left
  }, [keptBytes])
  if (space === null) return null
  const leftBytes = roomLeft({ ...space, keptBytes, limitBytes })
  return { ...space, leftBytes, isLimited: limitBytes !== null && leftBytes === Math.max(0, limitBytes - keptBytes) }
}
