import type { Tag, TagVote, Work } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useSession } from '#features/accounts/index.ts'
import { sendOrWait, useWaitingVotes } from '#features/outbox/index.ts'
import type { Api } from '#lib/api/api.ts'
import { createPendingChanges } from '#lib/queries/pending-changes.ts'

import { type VoteChange, withTags, withVotes } from './voted-tags.ts'

const votes = createPendingChanges<VoteChange>(() => useSession.getState().token)
export const useTagVotes = votes.usePending

/** A work's tags including pending changes; stable while nothing changes. */
export function useVotedTags({ id, tags }: { id: number; tags: readonly Tag[] }): readonly Tag[] {
  const changes = useTagVotes(({ pending }) => pending[id])
  const waiting = useWaitingVotes(id)
  return useMemo(
    () => (changes || waiting.length > 0 ? withVotes(tags, [...waiting, ...(changes ?? [])]) : tags),
    [tags, changes, waiting],
  )
}

type Deps = { api: Api; queryClient: QueryClient }
type NamedWork = Pick<Work, 'id' | 'title'>
type NamedTag = Pick<Tag, 'id' | 'name'>

/**
 * Votes on a work's tag, or withdraws the vote. Shown at once, and rolled back on failure.
 *
 * @returns whether the server has it; false: it waits on this device
 * @throws {ApiError}
 */
export function castVote(deps: Deps, work: NamedWork, tag: Tag, vote: TagVote): Promise<boolean> {
  const base = { vote: tag.myVote ?? 0 }
  const write = { kind: 'vote', work, tag: nameOf(tag), change: { vote }, base } as const
  return carryOut(deps, work.id, [{ tagId: tag.id, vote }], () => sendOrWait(deps.api, write))
}

/**
 * Votes for tags, adding those that the work does not have.
 *
 * @returns whether the server has it; false: it waits on this device
 * @throws {ApiError}
 */
export function addTags(deps: Deps, work: NamedWork, tags: readonly NamedTag[]): Promise<boolean> {
  const changes = tags.map(({ id }): VoteChange => ({ tagId: id, vote: 1 }))
  const write = { kind: 'tags', work, tags: tags.map(nameOf) } as const
  return carryOut(deps, work.id, changes, () => sendOrWait(deps.api, write))
}

const nameOf = ({ id, name }: NamedTag) => ({ id, name })

async function carryOut(
  { queryClient }: Deps,
  workId: number,
  changes: readonly VoteChange[],
  call: () => Promise<{ tags: Tag[] } | null>,
): Promise<boolean> {
  const rewrite = (data: unknown, { tags }: { tags: Tag[] }) => withTags(data, workId, tags)
  const answer = await votes.carryOut({ queryClient, workId, changes, call, rewrite })
  if (answer === null) return false
  // The counts of tags change; the next screen fetches them.
  await queryClient.invalidateQueries({ queryKey: ['names', 'tags'], refetchType: 'none' })
  return true
}
