import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { useSession } from '#features/accounts/index.ts'
import { isPassing, type Api } from '#lib/api/api.ts'
import { pause } from '#lib/pause.ts'
import { recoveryDelayMs } from '#lib/api/recovery.ts'

import { adminQueries, SCAN } from '../admin.queries.ts'
import { showAnswer } from '../show-answer.ts'
import { followScan } from './scan-events.ts'

/**
 * The scan's status by server-sent events; polled every two seconds if they do not arrive, as behind a buffering proxy.
 * When a scan ends, everything shown is refetched.
 */
export function useLiveScan(api: Api) {
  const queryClient = useQueryClient()
  const token = useSession((session) => session.token)
  const [isWatched, setWatched] = useState(false)
  const query = useQuery(adminQueries.scan(api, isWatched))

  useEffect(() => {
    if (token === null) return undefined
    const leave = new AbortController()
    const { signal } = leave
    async function follow(given: string) {
      for (let tries = 0; !signal.aborted; tries++) {
        const error: unknown = await followScan({
          fetch: (...input) => fetch(...input),
          token: given,
          signal,
          onStatus(status) {
            tries = 0
            setWatched(true)
            showAnswer(queryClient, SCAN, status)
          },
        }).catch((reason: unknown) => reason)
        if (signal.aborted) return
        setWatched(false)
        // A rejection also reaches the polls, which report it.
        if (error !== undefined && !isPassing(error)) return
        await pause(recoveryDelayMs(tries), signal).catch(() => undefined)
      }
    }
    void follow(token)
    return () => leave.abort()
  }, [token, queryClient])

  // By the last ended run, not by the state: a short scan may start and end between two renders.
  const endedAt = query.data && (query.data.last?.finishedAt ?? null)
  const lastEndedAt = useRef(endedAt)
  useEffect(() => {
    if (endedAt !== undefined && lastEndedAt.current !== undefined && endedAt !== lastEndedAt.current) {
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.join() !== SCAN.join() })
    }
    lastEndedAt.current = endedAt
  }, [endedAt, queryClient])
  return query
}
