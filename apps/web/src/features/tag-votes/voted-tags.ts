import type { Tag, TagVote } from '@otodana/contract'

/** A change of the visitor's vote on a tag. */
export type VoteChange = { tagId: number; vote: TagVote }

/** Applies pending changes to tags, earliest first. Which of them are weak is decided by the server. */
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
 * Changes a work's tags in an API response: a work, or anything that lists works.
 *
 * @returns the same response if it does not contain the work
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

/** A line in the voting list. */
export type TagLine = {
  tag: Tag
  /** False if the work has just lost it: the withdrawn vote was its last upvote. */
  isOnWork: boolean
}

/**
 * Updates the lines when tags change: each keeps its position, so that nothing moves under a finger and a withdrawn
 * vote can be restored.
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
