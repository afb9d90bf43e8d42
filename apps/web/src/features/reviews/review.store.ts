import { deleteReview } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { useSession } from '#features/accounts/index.ts'
import { sendOrWait, useWaitingReview } from '#features/outbox/index.ts'
import type { Api } from '#lib/api/api.ts'
import { createPendingChanges } from '#lib/queries/pending-changes.ts'

import {
  changeOfFields,
  fieldsOfChange,
  NO_MARKS,
  withChanges,
  withMarks,
  type Marks,
  type MarksChange,
} from './marks.ts'

const reviews = createPendingChanges<MarksChange>(() => useSession.getState().token)
export const useReviews = reviews.usePending

/** The visitor's marks of a work, including pending changes and those that wait on this device. */
export function useMarks(workId: number, saved: Marks): Marks {
  const waiting = useWaitingReview(workId)
  const changes = useReviews(({ pending }) => pending[workId]) ?? []
  return waiting || changes.length > 0
    ? withChanges(saved, [...(waiting ? [changeOfFields(waiting)] : []), ...changes])
    : saved
}

/** Whether a change is pending. */
export function useIsSaving(workId: number): boolean {
  return useReviews(({ pending }) => pending[workId] !== undefined)
}

type Deps = { api: Api; queryClient: QueryClient }
/** A work, and its marks as the member sees them, as far as known. */
type Marked = { id: number; title: string; shown: MarksChange }

/**
 * Saves a change. Shown at once, and rolled back if it is refused.
 *
 * @returns the server's message in the visitor's language; null: the change waits on this device
 * @throws {ApiError}
 */
export function saveMarks(deps: Deps, work: Marked, change: MarksChange): Promise<string | null> {
  return carryOut(deps, work, change, () => sendOrWait(deps.api, writeOf(work, change)))
}

/** Deletes a work's marks; otherwise like `saveMarks`. */
export function deleteMarks(deps: Deps, work: Marked): Promise<string | null> {
  const remove = (key: string) => deps.api(deleteReview, { query: { work_id: work.id } }, { key })
  return carryOut(deps, work, NO_MARKS, () => sendOrWait(deps.api, writeOf(work, NO_MARKS), remove))
}

/** The change on what the member sees; what is not known counts as none. */
function writeOf({ id, title, shown }: Marked, change: MarksChange) {
  const names = Object.keys(change) as (keyof Marks)[]
  const seen = { ...NO_MARKS, ...shown }
  const base = fieldsOfChange(Object.fromEntries(names.map((name) => [name, seen[name]])))
  return { kind: 'review' as const, work: { id, title }, change: fieldsOfChange(change), base }
}

async function carryOut(
  { queryClient }: Deps,
  { id: workId }: Marked,
  change: MarksChange,
  call: () => Promise<{ message: string } | null>,
): Promise<string | null> {
  const rewrite = (data: unknown) => withMarks(data, workId, change)
  const answer = await reviews.carryOut({ queryClient, workId, changes: [change], call, rewrite })
  return answer?.message ?? null
}
