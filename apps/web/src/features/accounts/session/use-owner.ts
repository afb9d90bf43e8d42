import { useHydrated } from '@tanstack/react-router'

import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { ownerOf } from './session-owner.ts'
import { useSession } from './session.store.ts'

/** Whose the data on this device are that may be shown: an account's id, or the device's; null until that is known. */
export function useOwner(): number | null {
  const session = useSession()
  const isAlive = useHydrated()
  return isAlive ? ownerOf(deviceStorage, session) : null
}
