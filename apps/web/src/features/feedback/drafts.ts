import type { FeedbackCategory } from '@otodana/contract'

export type Draft = { category: FeedbackCategory | null; detail: string }

const EMPTY: Draft = { category: null, detail: '' }
const drafts = new Map<string, Draft>()

/** A draft is its writer's, who may not be the next to log in, and about one work. */
function keyOf(userId: number, workId: number): string {
  return `${userId}:${workId}`
}

/** What was written and not sent, for as long as the page is open: whoever closes the form by accident finds it again. */
export function findDraft(userId: number, workId: number): Draft {
  return drafts.get(keyOf(userId, workId)) ?? EMPTY
}

export function keepDraft(userId: number, workId: number, draft: Draft): void {
  if (draft.category === null && draft.detail.trim() === '') drafts.delete(keyOf(userId, workId))
  else drafts.set(keyOf(userId, workId), draft)
}

export function dropDraft(userId: number, workId: number): void {
  drafts.delete(keyOf(userId, workId))
}
