import type { WorkEditForm } from '@otodana/contract'

import { type Draft, isChanged } from './draft.ts'

/** Unsaved changes, and the state of the work that they were made to. */
type Kept = { draft: Draft; base: WorkEditForm | undefined }

const drafts = new Map<string, Kept>()

/** Unsaved changes outlive a dialog that was closed without a question, as by the browser's Back. */
export function keptDraft(key: string): Kept {
  return drafts.get(key) ?? { draft: {}, base: undefined }
}

export function keepDraft(key: string, kept: Kept): void {
  if (isChanged(kept.draft)) drafts.set(key, kept)
  else drafts.delete(key)
}
