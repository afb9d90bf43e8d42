import { useState } from 'react'

import { dropDraft, findDraft, keepDraft, type Draft, type Subject } from './drafts.ts'

/**
 * The text about a subject, saved while typing. If another user logs in meanwhile, their own text is shown; the
 * previous user's is kept for that user only.
 */
export function useDraft({ userId, workId, hash }: Subject) {
  const read = (): Subject & Draft => ({ userId, workId, hash, ...findDraft({ userId, workId, hash }) })
  const [written, setWritten] = useState(read)
  let draft = written
  if (written.userId !== userId || written.workId !== workId || written.hash !== hash) {
    draft = read()
    setWritten(draft)
  }
  const { category, detail } = draft
  return {
    category,
    detail,
    change(part: Partial<Draft>) {
      const next = { category, detail, ...part }
      keepDraft({ userId, workId, hash }, next)
      setWritten({ userId, workId, hash, ...next })
    },
    drop: () => dropDraft({ userId, workId, hash }),
  }
}
