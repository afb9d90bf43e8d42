import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useAccount } from '#features/accounts/index.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

const PositionSync = lazyComponent(() => import('./PositionSync.tsx'), AgainOnline)

/** Syncs a member's playback positions with the server; renders nothing. */
export function SyncPositions() {
  const account = useAccount()
  return account === null ? null : <PositionSync key={account} account={account} />
}

/** Retries loading when the connection is back; nothing visible is missing meanwhile. */
function AgainOnline({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  useEffect(() => {
    addEventListener('online', reset)
    return () => removeEventListener('online', reset)
  }, [reset])
  return null
}
