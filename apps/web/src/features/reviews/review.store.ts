import { deleteReview, putReview } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'

import type { Api } from '#lib/api.ts'
import { askAnew } from '#lib/ask-anew.ts'
import { tellTabs } from '#lib/tabs.ts'

import { NO_MARKS, reviewCall, withChanges, withMarks, type Marks, type MarksChange } from './marks.ts'

type ReviewState = {
  /** Changes that are on their way, by work, the earliest first. They lie over what is in the cache. */
  pending: Record<number, readonly MarksChange[]>
}

export const useReviews = create<ReviewState>()(() => ({ pending: {} }))

/** What the visitor keeps about a work, changes included that are still on their way. */
export function useMarks(workId: number, saved: Marks): Marks {
  const changes = useReviews(({ pending }) => pending[workId])
  return changes ? withChanges(saved, changes) : saved
}

/** Whether a change of it is on its way. */
export function useIsSaving(workId: number): boolean {
  return useReviews(({ pending }) => pending[workId] !== undefined)
}

type Deps = { api: Api; queryClient: QueryClient }

/**
 * Saves a change. It is shown at once, and no more when it fails.
 *
 * @returns what the server says of it, in the visitor's language
 * @throws {ApiError}
 */
export function saveMarks(deps: Deps, workId: number, change: MarksChange): Promise<string> {
  return carryOut(deps, workId, change, () => deps.api(putReview, reviewCall(workId, change)))
}

/** Deletes rating, review and progress of a work; otherwise as `saveMarks`. */
export function deleteMarks(deps: Deps, workId: number): Promise<string> {
  return carryOut(deps, workId, NO_MARKS, () => deps.api(deleteReview, { query: { work_id: workId } }))
}

/** The last change of each work that has any under way: the next one waits for it, or an older one might be stored last. */
const lastOf = new Map<number, Promise<unknown>>()
/** Changes that have been carried out since the lists were last asked for anew. */
let unasked = 0

async function carryOut(
  { queryClient }: Deps,
  workId: number,
  change: MarksChange,
  call: () => Promise<{ message: string }>,
): Promise<string> {
  const { pending } = useReviews.getState()
  useReviews.setState({ pending: { ...pending, [workId]: [...(pending[workId] ?? []), change] } })
  const before = lastOf.get(workId) ?? Promise.resolve()
  const answer = before.then(call, call)
  lastOf.set(workId, answer)
  unasked += 1
  try {
    const { message } = await answer
    queryClient.setQueriesData(
      { predicate: ({ state }) => withMarks(state.data, workId, change) !== state.data },
      (data) => withMarks(data, workId, change),
    )
    tellTabs()
    return message
  } finally {
    if (lastOf.get(workId) === answer) lastOf.delete(workId)
    settle(workId, change)
    // Only when nothing is on its way any more, or an answer would bring back what has just been changed.
    if (lastOf.size === 0 && unasked > 0) {
      unasked = 0
      void askAnew(queryClient)
    }
  }
}

function settle(workId: number, change: MarksChange): void {
  const { [workId]: changes = [], ...others } = useReviews.getState().pending
  const left = changes.filter((other) => other !== change)
  useReviews.setState({ pending: left.length > 0 ? { ...others, [workId]: left } : others })
}
