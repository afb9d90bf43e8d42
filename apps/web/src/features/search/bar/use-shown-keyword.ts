import { useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'

import { keepKeyword, lastKeyword, onKeyword } from './session-keyword.ts'

/**
 * Returns the keyword for the search box: the URL's in the library and the subtitle search, otherwise this tab's last
 * one.
 */
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
