import { MAX_REVIEW_LENGTH, progresses } from '@otodana/contract'

import { onSignedOut } from '#features/accounts/index.ts'
import { listOf, objectOf, oneOf, orNull, text, wholeNumber } from '#lib/readers.ts'
import { readJson, tabStorage, writeJson } from '#lib/storage/browser-storage.ts'

import { MAX_RATING, type MarksChange } from '../marks.ts'

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

const KEY = 'review-drafts'

/** Unsaved input by user and work, kept for the tab and through its reloads. Signing out removes it. */
export function createDrafts(storage = tabStorage) {
  let entries: readonly Entry[] | undefined
  const all = (): readonly Entry[] => (entries ??= readEntries(storage))
  return {
    /** The same object until it is kept again. */
    find: (user: number, work: number): Draft | undefined =>
      all().find((entry) => entry.user === user && entry.work === work),

    /** @param draft  undefined when there is nothing to keep */
    keep(user: number, work: number, draft: Draft | undefined): void {
      const others = all().filter((entry) => entry.user !== user || entry.work !== work)
      if (draft === undefined && others.length === all().length) return
      entries = (draft === undefined ? others : [...others, { ...draft, user, work }]).slice(-MOST_DRAFTS)
      if (entries.length === 0) storage.remove(KEY)
      else writeJson(storage, KEY, entries)
    },
    forget(): void {
      entries = []
      storage.remove(KEY)
    },
  }
}

export const drafts = createDrafts()
onSignedOut(drafts.forget)

/** A broken entry is left out; the others stay. */
function readEntries(storage: typeof tabStorage): readonly Entry[] {
  return (readJson(storage, KEY, readList) ?? [])
    .map(readEntry)
    .filter((entry) => entry !== undefined)
    .slice(-MOST_DRAFTS) as Entry[]
}
