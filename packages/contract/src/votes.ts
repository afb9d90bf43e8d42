import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { RecordId, WorkRef } from './primitives.ts'
import { Tag } from './works.ts'

/** 0: none; 1: for the tag; 2: against it. */
export type TagVote = 0 | 1 | 2

/**
 * Maximum number of tags that one call adds, and that members together can add to a work beyond those of its metadata.
 */
export const MAX_TAGS_AT_ONCE = 20
export const MAX_ADDED_TAGS = 30

/** A number or digits; some clients send -1 for a vote against. */
const Vote = z.pipe(
  z.transform((value) => {
    const number = typeof value === 'string' && /^-?\d$/.test(value) ? Number(value) : value
    return number === -1 ? 2 : number
  }),
  z.literal([0, 1, 2], 'Must be 0 (none), 1 (for it) or 2 (against it)'),
)

/** The work's tags after the call, with the caller's votes. */
const VotedTags = z.object({ tags: z.array(Tag) })

export const voteOnTag = endpoint({
  method: 'POST',
  path: '/api/vote/vote-work-tag',
  summary:
    'Votes for a tag of a work (1), against it (2), or withdraws the vote (0). Where the server receives mail, voting requires a linked address',
  tag: 'Members',
  body: z.object({
    workID: WorkRef,
    tagID: RecordId,
    status: Vote,
    /** The vote that the member saw. If it is neither this nor the new one, nothing is stored, and the answer has what is. */
    base: z.optional(z.object({ vote: Vote })),
  }),
  response: VotedTags,
  errors: [
    'work.notFound',
    'tag.notFound',
    'vote.notTagged',
    'vote.mustBindEmailFirst',
    'request.tooMany',
    'write.changedSince',
  ],
  access: 'member',
})

const tagsError = `Must be 1 to ${MAX_TAGS_AT_ONCE} tags`

export const addTagsToWork = endpoint({
  method: 'POST',
  path: '/api/vote/attach-tags-to-work',
  summary: 'Adds existing tags to a work, each with a vote for it; tags the work already has only get the vote',
  tag: 'Members',
  body: z.object({
    workID: WorkRef,
    tagIDs: z.array(RecordId, tagsError).check(z.minLength(1, tagsError), z.maxLength(MAX_TAGS_AT_ONCE, tagsError)),
  }),
  response: VotedTags,
  errors: ['work.notFound', 'tag.notFound', 'vote.tooManyTags', 'vote.mustBindEmailFirst', 'request.tooMany'],
  access: 'member',
})
