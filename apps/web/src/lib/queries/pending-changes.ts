import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'

import { ApiError } from '../api/api.ts'
import { invalidatePersonalQueries } from './invalidate-personal-queries.ts'
import { notifyTabs } from '../browser/tabs.ts'

type PendingState<C> = {
  /** Pending changes by work, earliest first. They are applied over cached data. */
  pending: Record<number, readonly C[]>
}

type Carried<C, A> = {
  queryClient: QueryClient
  workId: number
  changes: readonly C[]
  /** Null: it waits on this device, and what shows it does so from there. */
  call: () => Promise<A | null>
  /** Returns cached data as of after the call; the same object if unchanged. */
  rewrite: (data: unknown, answer: A) => unknown
}

/**
 * Optimistic changes to works, rolled back if saving fails.
 *
 * @param visitor  returns the current visitor: changes are saved and shown for no other
 */
export function createPendingChanges<C>(visitor: () => unknown) {
  const usePending = create<PendingState<C>>()(() => ({ pending: {} }))
  /** By work: the last pending call. The next one waits for it, so that an older one is not stored last. */
  const lastOf = new Map<number, Promise<unknown>>()

  /** @throws {ApiError} */
  async function carryOut<A>({ queryClient, workId, changes, call, rewrite }: Carried<C, A>): Promise<A | null> {
    const { pending } = usePending.getState()
    usePending.setState({ pending: { ...pending, [workId]: [...(pending[workId] ?? []), ...changes] } })
    const whose = visitor()
    const inTurn = async () => {
      if (visitor() !== whose) throw new ApiError(401, 'jwt expired', 'jwt expired')
      return call()
    }
    const turn = (lastOf.get(workId) ?? Promise.resolve()).then(inTurn, inTurn)
    lastOf.set(workId, turn)
    let isWaiting = false
    try {
      const answer = await turn
      isWaiting = answer === null
      if (answer !== null && visitor() === whose) {
        queryClient.setQueriesData(
          { predicate: ({ state }) => rewrite(state.data, answer) !== state.data },
          (data: unknown) => rewrite(data, answer),
        )
        notifyTabs()
      }
      return answer
    } finally {
      if (lastOf.get(workId) === turn) lastOf.delete(workId)
      settle(workId, changes)
      // Not while changes are pending, because an answer would undo them on screen.
      if (lastOf.size === 0 && !isWaiting) void invalidatePersonalQueries(queryClient)
    }
  }

  function settle(workId: number, changes: readonly C[]): void {
    const { [workId]: under = [], ...others } = usePending.getState().pending
    const left = under.filter((other) => !changes.includes(other))
    usePending.setState({ pending: left.length > 0 ? { ...others, [workId]: left } : others })
  }

  return { usePending, carryOut }
}
