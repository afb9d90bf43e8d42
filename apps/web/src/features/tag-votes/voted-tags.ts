import type { Tag, TagVote } from '@otodana/contract'

/** What becomes of the visitor's vote on a tag. */
export type VoteChange = { tagId: number; vote: TagVote }

/** Tags as they are shown while changes are on their way, the earliest first. Which of them are weak, the server says. */
export function withVotes(tags: readonly Tag[], changes: readonly VoteChange[]): readonly Tag[] {
  return tags.map((tag) => changes.filter(({ tagId }) => tagId === tag.id).reduce(withVote, tag))
}

function withVote(tag: Tag, { vote }: VoteChange): Tag {
  const before = tag.myVote ?? 0
  const upvote = tag.upvote + Number(vote === 1) - Number(before === 1)
  const downvote = tag.downvote + Number(vote === 2) - Number(before === 2)
  return { ...tag, upvote, downvote, voteRank: upvote - downvote, myVote: vote }
}

/**
 * An answer of the API in which one work has these tags: a work, or anything that lists works.
 *
 * @returns the very same answer where the work is not in it
 */
export function withTags(answer: unknown, workId: number, tags: readonly Tag[]): unknown {
  if (!isObject(answer)) return answer
  if (isWork(answer, workId)) return { ...answer, tags }
  const { works } = answer
  if (!Array.isArray(works) || !works.some((work) => isWork(work, workId))) return answer
  return { ...answer, works: works.map((work: unknown) => (isWork(work, workId) ? { ...work, tags } : work)) }
}

function isWork(value: unknown, workId: number): value is { id: number } {
  return isObject(value) && value.id === workId && 'source_id' in value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One line of what is voted on. */
export type TagLine = {
  tag: Tag
  /** False where the work had it a moment ago: the vote that was taken back was the last that spoke for it. */
  isOnWork: boolean
}

/**
 * The lines as they go on while tags come and go: each stays where it was, so that nothing moves under a finger and a vote
 * that was taken back by mistake can be cast again.
 */
export function nextLines(lines: readonly TagLine[], tags: readonly Tag[]): TagLine[] {
  const byId = new Map(tags.map((tag) => [tag.id, tag]))
  const stayed = lines.map(({ tag }): TagLine => {
    const now = byId.get(tag.id)
    byId.delete(tag.id)
    if (now) return { tag: now, isOnWork: true }
    return { tag: { ...tag, upvote: 0, myVote: tag.myVote === 2 ? 2 : 0 }, isOnWork: false }
  })
  return [...stayed, ...[...byId.values()].map((tag) => ({ tag, isOnWork: true }))]
}
