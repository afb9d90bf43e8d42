import type { FeedbackCategory } from '@otodana/contract'

import { onSignedOut } from '#features/accounts/index.ts'

export type Draft = { category: FeedbackCategory | null; detail: string }
/** The author and subject of a draft. */
export type Subject = {
  /** The author's account; 0 without a login. */
  userId: number
  workId: number
  /** Of the file, if it is about one. */
  hash?: string | undefined
}

const EMPTY: Draft = { category: null, detail: '' }
const drafts = new Map<string, Draft>()
onSignedOut(() => drafts.clear())

const keyOf = ({ userId, workId, hash = '' }: Subject) => `${userId}:${workId}:${hash}`

/**
 * Returns the unsent text, kept until the page is left or its author signs out: a form closed by accident opens with it
 * again.
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
