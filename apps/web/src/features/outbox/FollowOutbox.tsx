import { useEffect, useSyncExternalStore } from 'react'

import { useAccount } from '#features/accounts/index.ts'
import { lazyComponent, whenIdle } from '#lib/chunks/lazy-component.tsx'
import { onStoredChange } from '#lib/storage/browser-storage.ts'
import { useUnsent } from '#lib/unsent.store.ts'

import { loadOutbox } from './load-outbox.ts'
import { waitingCount } from './waiting.store.ts'

const OutboxOverlay = lazyComponent(loadOutbox, () => null)

const onMarkChange = (listener: () => void) => onStoredChange('outbox', listener)

/** Sends and shows what waits of the present member's, once there is anything. */
export function FollowOutbox() {
  const account = useAccount()
  useEffect(() => {
    if (account === null) return undefined
    // Without a connection it could not be loaded. If it fails now, it is loaded when it is needed.
    return whenIdle(() => void loadOutbox().catch(() => undefined))
  }, [account])
  const isOpen = useUnsent(({ count, isListShown }) => count > 0 || isListShown)
  const isMarked = useSyncExternalStore(
    onMarkChange,
    () => account !== null && waitingCount(account) > 0,
    () => false,
  )
  return account !== null && (isOpen || isMarked) ? <OutboxOverlay key={account} account={account} /> : null
}
