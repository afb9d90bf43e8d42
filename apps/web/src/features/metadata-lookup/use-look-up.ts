import {
  fetchMetadata,
  getMetadataFetch,
  getWorkInfo,
  listFailedMetadata,
  listNotFoundMetadata,
  type MetadataFailure,
  type Work,
} from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { Api } from '#lib/api/api.ts'

const POLL_MS = 1_000

export type LookUpResult = {
  after: Work
  failure: { reason: string; failures: MetadataFailure[] } | null
  isNotFound: boolean
}

type State = {
  /** Works that wait or are being looked up, this one included. */
  waiting: number
  /** Why the providers are left alone for a while. */
  delay: { reason: string; failure: MetadataFailure | null } | null
  result: LookUpResult | null
  error: unknown
}

const begun: State = { waiting: 0, delay: null, result: null, error: null }

/** Looks a work up once, and follows the lookup until no work waits. */
export function useLookUp(api: Api, { id, source_id: code }: Work): State {
  const queryClient = useQueryClient()
  const [state, setState] = useState<State>(begun)
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    async function run() {
      await api(fetchMetadata, { body: { codes: [code] } }, { signal })
      for (;;) {
        const { waiting, delayed } = await api(getMetadataFetch, {}, { signal })
        setState({ ...begun, waiting, delay: delayed })
        if (waiting === 0) break
        await pause(signal)
      }
      const result = await resultOf(api, id, signal)
      await queryClient.invalidateQueries({ queryKey: ['work', id] })
      await queryClient.invalidateQueries({ queryKey: ['personalWork', id] })
      setState({ ...begun, result })
    }
    run().catch((error: unknown) => {
      if (!signal.aborted) setState({ ...begun, error })
    })
    return () => gone.abort()
  }, [api, id, code, queryClient])
  return state
}

async function resultOf(api: Api, workId: number, signal: AbortSignal): Promise<LookUpResult> {
  const [after, { failed }, { notFound }] = await Promise.all([
    api(getWorkInfo, { params: { id: String(workId) }, query: { withFacts: 1 } }, { signal }),
    api(listFailedMetadata, {}, { signal }),
    api(listNotFoundMetadata, {}, { signal }),
  ])
  const isIt = (one: { workId: number }) => one.workId === workId
  return { after, failure: failed.find(isIt) ?? null, isNotFound: notFound.some(isIt) }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, POLL_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
