import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'

import { ApiError } from '../api/api.ts'
import { invalidatePersonalQueries } from './invalidate-personal-queries.ts'
import { tellTabs } from '../browser/tabs.ts'

type PendingState<C> = {
  /** Changes that are on their way, by work, the earliest first. They lie over what is in the cache. */
  pending: Record<number, readonly C[]>
}

type Carried<C, A> = {
  queryClient: QueryClient
  workId: number
  changes: readonly C[]
  call: () => Promise<A>
  /** An answer of the API as it is after the call; the very same where it does not change. */
  rewrite: (data: unknown, answer: A) => unknown
}

/**
 * A visitor's changes to works that are shown before they are saved, and withdrawn when saving fails.
 *
 * @param visitor  gives the current visitor: changes are saved and kept for no other
 */
export function createPendingChanges<C>(visitor: () => unknown) {
  const usePending = create<PendingState<C>>()(() => ({ pending: {} }))
  /** The last call of each work that has any under way: the next one waits for it, or an older one might be stored last. */
  const lastOf = new Map<number, Promise<unknown>>()

  /** @throws {ApiError} */
  async function carryOut<A>({ queryClient, workId, changes, call, rewrite }: Carried<C, A>): Promise<A> {
    const { pending } = usePending.getState()
    usePending.setState({ pending: { ...pending, [workId]: [...(pending[workId] ?? []), ...changes] } })
    const whose = visitor()
    const inTurn = async () => {
      if (visitor() !== whose) throw new ApiError(401, 'jwt expired', 'jwt expired')
      return call()
    }
    const turn = (lastOf.get(workId) ?? Promise.resolve()).then(inTurn, inTurn)
    lastOf.set(workId, turn)
    try {
      const answer = await turn
      if (visitor() === whose) {
        queryClient.setQueriesData(
          { predicate: ({ state }) => rewrite(state.data, answer) !== state.data },
          (data: unknown) => rewrite(data, answer),
        )
        tellTabs()
      }
      return answer
    } finally {
      if (lastOf.get(workId) === turn) lastOf.delete(workId)
      settle(workId, changes)
      // Only when nothing is on its way any more, or an answer would bring back what has just been changed.
      if (lastOf.size === 0) void invalidatePersonalQueries(queryClient)
    }
  }

  function settle(workId: number, changes: readonly C[]): void {
    const { [workId]: under = [], ...others } = usePending.getState().pending
    const left = under.filter((other) => !changes.includes(other))
    usePending.setState({ pending: left.length > 0 ? { ...others, [workId]: left } : others })
  }

  return { usePending, carryOut }
}
