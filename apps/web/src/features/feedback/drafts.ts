import type { FeedbackCategory } from '@otodana/contract'

import { onSignedOut } from '#features/accounts/index.ts'

export type Draft = { category: FeedbackCategory | null; detail: string }
/** Whose a draft is, and what it is about. */
export type Subject = {
  /** The writer's, who may not be the next to log in; 0 for nobody. */
  userId: number
  workId: number
  /** Of the file it is about, if it is about one. */
  hash?: string | undefined
}

const EMPTY: Draft = { category: null, detail: '' }
const drafts = new Map<string, Draft>()
onSignedOut(() => drafts.clear())

const keyOf = ({ userId, workId, hash = '' }: Subject) => `${userId}:${workId}:${hash}`

/**
 * What was written and not sent, for as long as the page is open and nobody signs out: whoever closes the form by accident
 * finds it again.
 */
export function findDraft(subject: Subject): Draft {
  return drafts.get(keyOf(subject)) ?? EMPTY
}

export function keepDraft(subject: Subject, draft: Draft): void {
  if (draft.category === null && draft.detail.trim() === '') drafts.delete(keyOf(subject))
  else drafts.set(keyOf(subject), draft)
}

export function dropDraft(subject: Subject): void {
  drafts.delete(keyOf(subject))
}
