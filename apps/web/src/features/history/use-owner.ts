import { useHydrated } from '@tanstack/react-router'

import { isMember, useSession } from '#features/accounts/index.ts'

import { DEVICE } from './history-log.ts'

/** Whose history is shown: an account's id, or the device's; null until that is known. */
export function useOwner(): number | null {
  const { token, user } = useSession()
  const isAlive = useHydrated()
  if (!isAlive || (token !== null && user === null)) return null
  return isMember(user) ? (user?.id ?? null) : DEVICE
}
