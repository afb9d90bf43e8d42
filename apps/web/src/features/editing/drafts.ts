import type { Draft } from './draft.ts'

const drafts = new Map<string, Draft>()

/** Unsaved changes outlive a dialog that was closed without a question, as by the browser's Back. */
export function keptDraft(key: string): Draft {
  return drafts.get(key) ?? {}
}

export function keepDraft(key: string, draft: Draft): void {
  if (Object.keys(draft).length === 0) drafts.delete(key)
  else drafts.set(key, draft)
}
