import type { FeedbackCategory } from '@otodana/contract'

import { onSignedOut } from '#features/accounts/index.ts'

export type Draft = { category: FeedbackCategory | null; detail: string }
/** Whose a draft is, and what it is about. */
export type Subject = {
  /** The writer's account, who may not be the next to log in; 0 without a login. */
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
 * What was written and not sent, until the page is left or its writer signs out: a form that was closed by accident opens with
 * it again.
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
