import { useHydrated } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/**
 * Parts that only the browser has, in a page that the server rendered. What is around them is not rendered again, which
 * would be one task of the whole screen.
 */
export function WhenHydrated({ children }: { children: ReactNode }) {
  return useHydrated() ? children : null
}
