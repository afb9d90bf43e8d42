import { useHydrated } from '@tanstack/react-router'

import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { accountNumber, formerNumbers } from './device-accounts.ts'
import { ownerOf } from './session-owner.ts'
import { TOKEN_KEY, useSession, useUser } from './session.store.ts'

/**
 * Returns whose data may be stored on this device now: null while a session begins or ends, also in another tab, whose events
 * come later than its changes.
 */
export function presentOwner(): number | null {
  const session = useSession.getState()
  return (deviceStorage.read(TOKEN_KEY) || null) === session.token ? ownerOf(deviceStorage, session) : null
}

/** Whose the data on this device are that may be shown: an account's number, or the device's; null until that is known. */
export function useOwner(): number | null {
  const session = useSession()
  const isAlive = useHydrated()
  return isAlive ? ownerOf(deviceStorage, session) : null
}

/** Returns the present member's number on this device; null for visitors, guests, and until the user is loaded. */
export const presentAccount = (): number | null => accountNumber(deviceStorage, useSession.getState().user)

/** Returns the numbers of accounts that the server has replaced by the present member's. */
export const formerAccounts = (): number[] => formerNumbers(deviceStorage, useSession.getState().user)

/** The present member's number, for a component. */
export const useAccount = (): number | null => accountNumber(deviceStorage, useUser())
