import { MAX_REVIEW_LENGTH, progresses } from '@otodana/contract'

import { onSignedOut, REVIEW_DRAFTS_KEY } from '#features/accounts/index.ts'
import { fromJson, listOf, objectOf, oneOf, orNull, text, wholeNumber } from '#lib/readers.ts'

import { MAX_RATING, type MarksChange } from './marks.ts'

/** What was entered about a work and not saved: only the fields that were changed. */
export type Draft = {
  change: MarksChange
  /** The same fields, as they were kept when it was written: whether they have been changed elsewhere since. */
  base: MarksChange
}

type Entry = Draft & { user: number; work: number }

/** With one more the earliest goes. */
export const MOST_DRAFTS = 20

const readChange = objectOf(
  {},
  { rating: wholeNumber(0, MAX_RATING), text: text(MAX_REVIEW_LENGTH), progress: orNull(oneOf(progresses)) },
)
const readEntry = objectOf({ user: wholeNumber(0), work: wholeNumber(0), change: readChange, base: readChange })
const readList = listOf((item) => item ?? null)

/**
 * What was entered and not saved, in the tab, whose reload it survives. It is its writer's: whoever logs in next has none
 * of it, and who wrote it finds it again, unless they sign out.
 *
 * @param storage  where it is kept; may throw where the browser forbids it, and then it lasts as long as the page
 */
export function createDrafts(storage: () => Storage) {
  let entries: readonly Entry[] | undefined
  const all = (): readonly Entry[] => (entries ??= readEntries(storage))
  return {
    find: (user: number, work: number): Draft | undefined =>
      all().find((entry) => entry.user === user && entry.work === work),

    /** @param draft  undefined when there is nothing to keep */
    keep(user: number, work: number, draft: Draft | undefined): void {
      const others = all().filter((entry) => entry.user !== user || entry.work !== work)
      if (draft === undefined && others.length === all().length) return
      entries = (draft === undefined ? others : [...others, { ...draft, user, work }]).slice(-MOST_DRAFTS)
      try {
        if (entries.length === 0) storage().removeItem(REVIEW_DRAFTS_KEY)
        else storage().setItem(REVIEW_DRAFTS_KEY, JSON.stringify(entries))
      } catch (error) {
        // Full or forbidden: it holds until the page is left.
        if (!(error instanceof DOMException)) throw error
      }
    },
    /** What is kept in the tab is gone: nothing is remembered of it either. */
    forget(): void {
      entries = []
    },
  }
}

export const drafts = createDrafts(() => sessionStorage)
onSignedOut(drafts.forget)

/** What is broken is left out and spoils nothing else. */
function readEntries(storage: () => Storage): readonly Entry[] {
  let kept: string | null
  try {
    kept = storage().getItem(REVIEW_DRAFTS_KEY)
  } catch {
    return []
  }
  const list = readList(fromJson(kept ?? '[]')) ?? []
  return list
    .map(readEntry)
    .filter((entry) => entry !== undefined)
    .slice(-MOST_DRAFTS) as Entry[]
}
