import { useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'

import { keepKeyword, lastKeyword, onKeyword } from './session-keyword.ts'

/** What the search box shows: on the library the keyword of the address, elsewhere the last one of this tab. */
export function useShownKeyword(): string {
  const ofAddress = useRouterState({
    select: ({ location }) => {
      if (location.pathname !== '/works') return null
      const { keyword } = location.search as Record<string, unknown>
      return typeof keyword === 'string' ? keyword.trim() : ''
    },
  })
  const last = useSyncExternalStore(onKeyword, lastKeyword, () => '')
  useEffect(() => {
    if (ofAddress !== null) keepKeyword(ofAddress)
  }, [ofAddress])
  return ofAddress ?? last
}
