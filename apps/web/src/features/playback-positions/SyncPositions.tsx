import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'

import { isMember, useUser } from '#features/accounts/index.ts'
import { later } from '#lib/lazy.tsx'

const PositionSync = later(() => import('./PositionSync.tsx'), AgainOnline)

/** Keeps the places of whoever has an account on the server too; draws nothing. */
export function SyncPositions() {
  const user = useUser()
  return isMember(user) && user?.id !== undefined ? <PositionSync key={user.id} accountId={user.id} /> : null
}

/** Nothing of the page is missing without it: it is tried again when there is a connection. */
function AgainOnline({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  useEffect(() => {
    addEventListener('online', reset)
    return () => removeEventListener('online', reset)
  }, [reset])
  return null
}
