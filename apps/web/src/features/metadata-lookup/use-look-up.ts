import { fetchMetadata, getWorkInfo, getWorkLookup, type Work, type WorkLookup } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { pause } from '#lib/pause.ts'
import { refreshWork } from '#lib/queries/refresh-work.ts'

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
export function useLookUp({ id, source_id: code }: Work): State {
  const router = useRouter()
  const [state, setState] = useState<State>(begun)
  useEffect(() => {
    const { api } = router.options.context
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
      const isAnswered = lookup.state === 'failed' || lookup.answeredAt !== answeredAt
      setState({ ...begun, result: { after, lookup, isAnswered } })
      await refreshWork(router, id, true)
    }
    run().catch((error: unknown) => {
      if (!signal.aborted) setState({ ...begun, error })
    })
    return () => gone.abort()
  }, [router, id, code])
  return state
}

function isUnderWay({ state }: WorkLookup): boolean {
  return state === 'waiting' || state === 'running'
}
