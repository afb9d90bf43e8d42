import { useMemo, useState } from 'react'

import type { Draft } from './drafts.ts'
import { difference, isSame, type Marks, type MarksChange } from '../marks.ts'

type RemoteChange = {
  /**
   * `changed`: the stored marks have changed since. `loaded`: they were loaded into the form. `draft`: the input is an
   * unsaved draft.
   */
  kind: 'changed' | 'loaded' | 'draft'
  /** Swaps the input with the stored marks; discards a draft. */
  exchange: () => void
}

/**
 * The state of a review form. If the marks change in another tab, an untouched form follows; one with changes keeps
 * them, and offers the other version.
 *
 * @param kept  the stored marks
 * @param draft  earlier unsaved input
 * @param isBusy  whether a change made here is pending, which must not count as another tab's
 */
export function useReviewForm(kept: Marks, draft: Draft | undefined, isBusy: boolean) {
  const [form, setForm] = useState(() => ({
    fields: { ...kept, ...draft?.change },
    /** The stored marks when the fields last agreed with them. */
    base: { ...kept, ...draft?.base },
    /** The input that was replaced. */
    aside: null as Marks | null,
    isDraft: draft !== undefined,
  }))
  const { fields, base, aside, isDraft } = form
  if (!isBusy && !isSame(kept, base) && (isSame(fields, base) || isSame(fields, kept)))
    setForm({ fields: kept, base: kept, aside, isDraft: false })

  const isChanged = !isBusy && !isSame(kept, base)
  const elsewhere: RemoteChange | null = isChanged
    ? { kind: 'changed', exchange: () => setForm({ fields: kept, base: kept, aside: fields, isDraft: false }) }
    : aside
      ? { kind: 'loaded', exchange: () => setForm({ fields: aside, base, aside: null, isDraft: false }) }
      : isDraft && !isSame(fields, base)
        ? { kind: 'draft', exchange: () => setForm({ fields: base, base, aside: null, isDraft: false }) }
        : null
  return {
    fields,
    /** The unsaved input. */
    draft: useMemo(() => difference(fields, base), [fields, base]),
    change: (change: MarksChange) => setForm((now) => ({ ...now, fields: { ...now.fields, ...change } })),
    elsewhere,
  }
}
