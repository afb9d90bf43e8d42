import { fetchMetadata, getWorkInfo, getWorkLookup, type Work, type WorkLookup } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { Api } from '#lib/api/api.ts'
import { pause } from '#lib/pause.ts'

const POLL_MS = 1_000

export type LookUpResult = {
  after: Work
  lookup: WorkLookup
  /** Not if it was cancelled. */
  isAnswered: boolean
}

type State = {
  /** Null before the work is in the queue. */
  lookup: WorkLookup | null
  result: LookUpResult | null
  error: unknown
}

const begun: State = { lookup: null, result: null, error: null }

/** Looks a work up once, and follows its lookup to the end. */
export function useLookUp(api: Api, { id, source_id: code }: Work): State {
  const queryClient = useQueryClient()
  const [state, setState] = useState<State>(begun)
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    const params = { id: String(id) }
    async function run() {
      const { answeredAt } = await api(getWorkLookup, { params }, { signal })
      await api(fetchMetadata, { body: { codes: [code] } }, { signal })
      let lookup = await api(getWorkLookup, { params }, { signal })
      while (isUnderWay(lookup)) {
        setState({ ...begun, lookup })
        await pause(POLL_MS, signal)
        lookup = await api(getWorkLookup, { params }, { signal })
      }
      const after = await api(getWorkInfo, { params, query: { withFacts: 1 } }, { signal })
      await queryClient.invalidateQueries({ queryKey: ['work', id] })
      await queryClient.invalidateQueries({ queryKey: ['personalWork', id] })
      const isAnswered = lookup.state === 'failed' || lookup.answeredAt !== answeredAt
      setState({ ...begun, result: { after, lookup, isAnswered } })
    }
    run().catch((error: unknown) => {
      if (!signal.aborted) setState({ ...begun, error })
    })
    return () => gone.abort()
  }, [api, id, code, queryClient])
  return state
}

function isUnderWay({ state }: WorkLookup): boolean {
  return state === 'waiting' || state === 'running'
}
