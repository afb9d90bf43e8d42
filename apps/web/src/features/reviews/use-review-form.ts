import { useState } from 'react'

import { isSame, type Marks, type MarksChange } from './marks.ts'

export type Elsewhere = {
  /** `changed`: something else is kept by now than what was begun with. `loaded`: it has been taken over. */
  kind: 'changed' | 'loaded'
  /** Takes over what is kept, or brings back what was entered instead of it. */
  exchange: () => void
}

/**
 * What is entered about a work. Where it is changed elsewhere meanwhile, a form that nobody has touched follows; one with
 * something of its own keeps it, and offers the other.
 *
 * @param kept  what is kept by now
 * @param draft  a text that was written before and not saved
 * @param isBusy  whether the form's own change is on its way, which is no change elsewhere
 */
export function useReviewForm(kept: Marks, draft: string | undefined, isBusy: boolean) {
  const [form, setForm] = useState(() => ({
    fields: draft === undefined ? kept : { ...kept, text: draft },
    /** What was kept when the fields were last in agreement with it. */
    base: kept,
    /** What was entered before that was taken over. */
    aside: null as Marks | null,
  }))
  const { fields, base, aside } = form
  if (!isBusy && !isSame(kept, base) && (isSame(fields, base) || isSame(fields, kept)))
    setForm({ fields: kept, base: kept, aside })

  const isChanged = !isBusy && !isSame(kept, base)
  const elsewhere: Elsewhere | null = isChanged
    ? { kind: 'changed', exchange: () => setForm({ fields: kept, base: kept, aside: fields }) }
    : aside
      ? { kind: 'loaded', exchange: () => setForm({ fields: aside, base, aside: null }) }
      : null
  return {
    fields,
    change: (change: MarksChange) => setForm((now) => ({ ...now, fields: { ...now.fields, ...change } })),
    elsewhere,
  }
}
