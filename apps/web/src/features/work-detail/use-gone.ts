import type { UseQueryResult, UseSuspenseQueryResult } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import { isMissing } from '#lib/api/api.ts'

/**
 * A page is shown by what a list has said of its work. Where the server then says that there is none, the route is loaded
 * again, which ends at the page for what is not there.
 *
 * @param info  the work
 * @param parts  what else is asked about it: where that is missing, so may be the work
 * @returns whether it is gone, as far as is known by now
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
