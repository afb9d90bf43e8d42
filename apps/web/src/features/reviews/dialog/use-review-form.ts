import { useMemo, useState } from 'react'

import type { Draft } from './drafts.ts'
import { difference, isSame, type Marks, type MarksChange } from '../marks.ts'

type Elsewhere = {
  /**
   * `changed`: something else is kept by now than what was begun with. `loaded`: it has been taken over. `draft`: what is
   * entered is from before, and was not saved then.
   */
  kind: 'changed' | 'loaded' | 'draft'
  /** Takes over what is kept, or brings back what was entered instead of it; a draft is given up. */
  exchange: () => void
}

/**
 * The form of a review. When it changes in another tab meanwhile, an untouched form follows; one with changes keeps them, and
 * offers the other version.
 *
 * @param kept  what is stored now
 * @param draft  what was entered before and not saved
 * @param isBusy  whether a change made here is on its way, which is no change of another tab
 */
export function useReviewForm(kept: Marks, draft: Draft | undefined, isBusy: boolean) {
  const [form, setForm] = useState(() => ({
    fields: { ...kept, ...draft?.change },
    /** What was kept when the fields were last in agreement with it. */
    base: { ...kept, ...draft?.base },
    /** What was entered before that was taken over. */
    aside: null as Marks | null,
    isDraft: draft !== undefined,
  }))
  const { fields, base, aside, isDraft } = form
  if (!isBusy && !isSame(kept, base) && (isSame(fields, base) || isSame(fields, kept)))
    setForm({ fields: kept, base: kept, aside, isDraft: false })

  const isChanged = !isBusy && !isSame(kept, base)
  const elsewhere: Elsewhere | null = isChanged
    ? { kind: 'changed', exchange: () => setForm({ fields: kept, base: kept, aside: fields, isDraft: false }) }
    : aside
      ? { kind: 'loaded', exchange: () => setForm({ fields: aside, base, aside: null, isDraft: false }) }
      : isDraft && !isSame(fields, base)
        ? { kind: 'draft', exchange: () => setForm({ fields: base, base, aside: null, isDraft: false }) }
        : null
  return {
    fields,
    /** What is entered and not saved. */
    draft: useMemo(() => difference(fields, base), [fields, base]),
    change: (change: MarksChange) => setForm((now) => ({ ...now, fields: { ...now.fields, ...change } })),
    elsewhere,
  }
}
