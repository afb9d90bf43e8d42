import { useSyncExternalStore } from 'react'

import { isMember, useUser } from '#features/accounts/index.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { onStoredChange } from '#lib/storage/browser-storage.ts'
import { useUnsent } from '#lib/unsent.store.ts'

import { waitingCount } from './waiting.store.ts'

const OutboxOverlay = lazyComponent(
  () => import('./OutboxOverlay.tsx'),
  () => null,
)

const onMarkChange = (listener: () => void) => onStoredChange('outbox', listener)

/** Sends and shows what waits of the present member's, once there is anything. */
export function FollowOutbox() {
  const user = useUser()
  const account = isMember(user) ? user?.id : undefined
  const isOpen = useUnsent(({ count, isListShown }) => count > 0 || isListShown)
  const isMarked = useSyncExternalStore(
    onMarkChange,
    () => account !== undefined && waitingCount(account) > 0,
    () => false,
  )
  return account !== undefined && (isOpen || isMarked) ? <OutboxOverlay key={account} account={account} /> : null
}
