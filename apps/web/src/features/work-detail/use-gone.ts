import type { UseQueryResult, UseSuspenseQueryResult } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import { isMissing } from '#lib/api/api.ts'

/**
 * Reloads the route if a work shown from a list's data turns out not to exist, which leads to the not-found page.
 *
 * @param info  the work's query
 * @param parts  other queries about it: if one reports not found, the work may be gone too
 * @returns whether it is gone, as far as is known
 */
export function useGone(info: UseSuspenseQueryResult, parts: readonly UseQueryResult[]): boolean {
  const router = useRouter()
  const isGone = isMissing(info.error)
  const answeredAt = Math.max(info.dataUpdatedAt, info.errorUpdatedAt)
  const isDoubtful = parts.some(({ error, errorUpdatedAt }) => isMissing(error) && answeredAt < errorUpdatedAt)
  const askAgain = useEffectEvent(() => void info.refetch())
  useEffect(() => {
    if (isDoubtful) askAgain()
  }, [isDoubtful])
  useEffect(() => {
    if (isGone) void router.invalidate()
  }, [isGone, router])
  return isGone || isDoubtful
}
