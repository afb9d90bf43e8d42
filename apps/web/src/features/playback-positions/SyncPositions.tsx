import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'

import { isMember, useUser } from '#features/accounts/index.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

const PositionSync = lazyComponent(() => import('./PositionSync.tsx'), AgainOnline)

/** Syncs a member's playback positions with the server; renders nothing. */
export function SyncPositions() {
  const user = useUser()
  return isMember(user) && user?.id !== undefined ? <PositionSync key={user.id} accountId={user.id} /> : null
}

/** Retries loading when the connection is back; nothing visible is missing meanwhile. */
function AgainOnline({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  useEffect(() => {
    addEventListener('online', reset)
    return () => removeEventListener('online', reset)
  }, [reset])
  return null
}
