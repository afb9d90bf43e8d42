import { useHydrated } from '@tanstack/react-router'

import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { ownerOf } from './session-owner.ts'
import { TOKEN_KEY, useSession } from './session.store.ts'

/**
 * Returns whose data may be stored on this device now: null while a session begins or ends, also in another tab, whose events
 * come later than its changes.
 */
export function presentOwner(): number | null {
  const session = useSession.getState()
  return (deviceStorage.read(TOKEN_KEY) || null) === session.token ? ownerOf(deviceStorage, session) : null
}

/** Whose the data on this device are that may be shown: an account's id, or the device's; null until that is known. */
export function useOwner(): number | null {
  const session = useSession()
  const isAlive = useHydrated()
  return isAlive ? ownerOf(deviceStorage, session) : null
}
