import { deleteReview, putReview } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { useSession } from '#features/accounts/index.ts'
import type { Api } from '#lib/api/api.ts'
import { createPendingChanges } from '#lib/queries/pending-changes.ts'

import { NO_MARKS, reviewCall, withChanges, withMarks, type Marks, type MarksChange } from './marks.ts'

const reviews = createPendingChanges<MarksChange>(() => useSession.getState().token)
export const useReviews = reviews.usePending

/** The visitor's marks of a work, including pending changes. */
export function useMarks(workId: number, saved: Marks): Marks {
  const changes = useReviews(({ pending }) => pending[workId])
  return changes ? withChanges(saved, changes) : saved
}

/** Whether a change is pending. */
export function useIsSaving(workId: number): boolean {
  return useReviews(({ pending }) => pending[workId] !== undefined)
}

type Deps = { api: Api; queryClient: QueryClient }

/**
 * Saves a change. Shown at once, and rolled back on failure.
 *
 * @returns the server's message in the visitor's language
 * @throws {ApiError}
 */
export function saveMarks(deps: Deps, workId: number, change: MarksChange): Promise<string> {
  return carryOut(deps, workId, change, () => deps.api(putReview, reviewCall(workId, change)))
}

/** Deletes a work's marks; otherwise like `saveMarks`. */
export function deleteMarks(deps: Deps, workId: number): Promise<string> {
  return carryOut(deps, workId, NO_MARKS, () => deps.api(deleteReview, { query: { work_id: workId } }))
}

async function carryOut(
  { queryClient }: Deps,
  workId: number,
  change: MarksChange,
  call: () => Promise<{ message: string }>,
): Promise<string> {
  const rewrite = (data: unknown) => withMarks(data, workId, change)
  const { message } = await reviews.carryOut({ queryClient, workId, changes: [change], call, rewrite })
  return message
}
