import { addTagsToWork, type Tag, voteOnTag } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useSession } from '#features/accounts/index.ts'
import type { Api } from '#lib/api/api.ts'
import { createPendingChanges } from '#lib/queries/pending-changes.ts'

import { type VoteChange, withTags, withVotes } from './voted-tags.ts'

const votes = createPendingChanges<VoteChange>(() => useSession.getState().token)
export const useTagVotes = votes.usePending

/** A work's tags including pending changes; stable while nothing changes. */
export function useVotedTags({ id, tags }: { id: number; tags: readonly Tag[] }): readonly Tag[] {
  const changes = useTagVotes(({ pending }) => pending[id])
  return useMemo(() => (changes ? withVotes(tags, changes) : tags), [tags, changes])
}

type Deps = { api: Api; queryClient: QueryClient }

/**
 * Votes on a work's tag, or withdraws the vote. Shown at once, and rolled back on failure.
 *
 * @throws {ApiError}
 */
export function castVote(deps: Deps, workId: number, change: VoteChange): Promise<void> {
  const body = { workID: workId, tagID: change.tagId, status: change.vote }
  return carryOut(deps, workId, [change], () => deps.api(voteOnTag, { body }))
}

/**
 * Votes for tags, adding those that the work does not have.
 *
 * @throws {ApiError}
 */
export function addTags(deps: Deps, workId: number, tagIds: readonly number[]): Promise<void> {
  const changes = tagIds.map((tagId): VoteChange => ({ tagId, vote: 1 }))
  const body = { workID: workId, tagIDs: [...tagIds] }
  return carryOut(deps, workId, changes, () => deps.api(addTagsToWork, { body }))
}

async function carryOut(
  { queryClient }: Deps,
  workId: number,
  changes: readonly VoteChange[],
  call: () => Promise<{ tags: Tag[] }>,
): Promise<void> {
  const rewrite = (data: unknown, { tags }: { tags: Tag[] }) => withTags(data, workId, tags)
  await votes.carryOut({ queryClient, workId, changes, call, rewrite })
  // The counts of tags change; the next screen fetches them.
  await queryClient.invalidateQueries({ queryKey: ['names', 'tags'], refetchType: 'none' })
}
