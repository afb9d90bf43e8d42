import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { isPassing } from './api.ts'

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000

/** Returns the delay before the next retry, in milliseconds: starts at a second and grows. */
export function recoveryDelayMs(tries: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** tries, LONGEST_DELAY_MS)
}

/**
 * Retries after a temporary failure, such as a restarting server: at growing intervals, only while the page is visible,
 * and at once when it becomes visible or the connection returns.
 *
 * @param isBusy  whether a retry is running
 * @returns whether it is retried automatically
 */
export function useRecovery(error: Error | null, isBusy: boolean, retry: () => void): boolean {
  const isHopeful = error !== null && isPassing(error)
  const tries = useRef(0)
  const tryAgain = useEffectEvent(() => {
    tries.current += 1
    retry()
  })
  useEffect(() => {
    if (!isHopeful) tries.current = 0
    if (!isHopeful || isBusy) return undefined
    const isSeen = () => document.visibilityState === 'visible'
    const timer = isSeen() ? setTimeout(() => tryAgain(), recoveryDelayMs(tries.current)) : undefined
    const handleReturn = () => {
      clearTimeout(timer)
      if (isSeen()) tryAgain()
    }
    document.addEventListener('visibilitychange', handleReturn)
    addEventListener('online', handleReturn)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', handleReturn)
      removeEventListener('online', handleReturn)
    }
  }, [isHopeful, isBusy])
  return isHopeful
}

type Tried = { data: unknown; isPlaceholderData: boolean; error: Error | null; errorUpdateCount: number }

/**
 * Returns a query's error; during a retry that of the last attempt, so that the message stays in place. Null with data,
 * and before the first failure.
 */
export function useFailure({ data, isPlaceholderData, error, errorUpdateCount }: Tried): Error | null {
  const [last, setLast] = useState(error)
  if (error !== null && error !== last) setLast(error)
  if (data !== undefined && !isPlaceholderData) return null
  return error ?? (errorUpdateCount > 0 ? last : null)
}
