import { useHydrated } from '@tanstack/react-router'

import { useSession } from '#features/accounts/index.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { ownerOf } from './owner.ts'

/** Whose history is shown: an account's id, or the device's; null until that is known. */
export function useOwner(): number | null {
  const session = useSession()
  const isAlive = useHydrated()
  return isAlive ? ownerOf(deviceStorage, session) : null
}
