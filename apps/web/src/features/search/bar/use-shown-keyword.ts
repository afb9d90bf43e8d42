import { useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'

import { keepKeyword, lastKeyword, onKeyword } from './session-keyword.ts'

/** What the search box shows: on the library and in the search in subtitles the keyword of the address, elsewhere the last one of this tab. */
export function useShownKeyword(): string {
  const ofAddress = useRouterState({
    select: ({ location }) => {
      if (location.pathname !== '/works' && location.pathname !== '/subtitles') return null
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
