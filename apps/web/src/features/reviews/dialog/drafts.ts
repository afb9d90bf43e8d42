import { MAX_REVIEW_LENGTH, progresses } from '@otodana/contract'

import { onSignedOut } from '#features/accounts/index.ts'
import { listOf, objectOf, oneOf, orNull, text, wholeNumber } from '#lib/readers.ts'
import { readJson, tabStorage, writeJson } from '#lib/storage/browser-storage.ts'

import { MAX_RATING, type MarksChange } from '../marks.ts'

/** Unsaved input for a work: only the changed fields. */
export type Draft = {
  change: MarksChange
  /** The stored values when it was written, to detect changes by others since. */
  base: MarksChange
}

type Entry = Draft & { user: number; work: number }

/** Beyond this the earliest is dropped. */
export const MOST_DRAFTS = 20

const readChange = objectOf(
  {},
  { rating: wholeNumber(0, MAX_RATING), text: text(MAX_REVIEW_LENGTH), progress: orNull(oneOf(progresses)) },
)
const readEntry = objectOf({ user: wholeNumber(0), work: wholeNumber(0), change: readChange, base: readChange })
const readList = listOf((item) => item ?? null)

const KEY = 'review-drafts'

/** Unsaved input by user and work, saved for the tab across reloads. Signing out removes it. */
export function createDrafts(storage = tabStorage) {
  let entries: readonly Entry[] | undefined
  const all = (): readonly Entry[] => (entries ??= readEntries(storage))
  return {
    /** Returns the same object until it is saved again. */
    find: (user: number, work: number): Draft | undefined =>
      all().find((entry) => entry.user === user && entry.work === work),

    /** @param draft  undefined to delete it */
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

/** Drops broken entries. */
function readEntries(storage: typeof tabStorage): readonly Entry[] {
  return (readJson(storage, KEY, readList) ?? [])
    .map(readEntry)
    .filter((entry) => entry !== undefined)
    .slice(-MOST_DRAFTS) as Entry[]
}
