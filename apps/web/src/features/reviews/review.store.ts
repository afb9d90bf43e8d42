import { deleteReview, putReview } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { useSession } from '#features/accounts/index.ts'
import type { Api } from '#lib/api/api.ts'
import { createPendingChanges } from '#lib/queries/pending-changes.ts'

import { NO_MARKS, reviewCall, withChanges, withMarks, type Marks, type MarksChange } from './marks.ts'

const reviews = createPendingChanges<MarksChange>(() => useSession.getState().token)
export const useReviews = reviews.usePending

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
