import type { Progress, ReviewFields, Work } from '@otodana/contract'

/** A member's marks of a work. */
export type Marks = {
  /** 1 to 5 stars; 0: none. */
  rating: number
  /** Empty: none. */
  text: string
  progress: Progress | null
}

/** A change; omitted fields stay. */
export type MarksChange = Partial<Marks>

export const NO_MARKS: Marks = { rating: 0, text: '', progress: null }
export const MAX_RATING = 5

type StoredFields = { [Name in 'userRating' | 'review_text' | 'progress']?: ReviewFields[Name] | undefined }

/** Returns the marks in a work's personal fields. */
export function marksOf({ userRating, review_text, progress }: StoredFields): Marks {
  return { rating: userRating ?? 0, text: review_text ?? '', progress: progress ?? null }
}

export function hasMarks({ rating, text, progress }: Marks): boolean {
  return rating > 0 || text !== '' || progress !== null
}

export function isSame(one: Marks, other: Marks): boolean {
  return one.rating === other.rating && one.text === other.text && one.progress === other.progress
}

/**
 * Returns the fields of `marks` that differ from `base`, and their values in `base`.
 *
 * @returns undefined if they are equal
 */
export function difference(marks: Marks, base: Marks): { change: MarksChange; base: MarksChange } | undefined {
  const names = (Object.keys(NO_MARKS) as (keyof Marks)[]).filter((name) => marks[name] !== base[name])
  const only = (from: Marks): MarksChange => Object.fromEntries(names.map((name) => [name, from[name]]))
  return names.length === 0 ? undefined : { change: only(marks), base: only(base) }
}

/** Returns the marks as if all pending changes, earliest first, had been saved. */
export function withChanges(saved: Marks, changes: readonly MarksChange[]): Marks {
  return Object.assign({}, saved, ...changes) as Marks
}

/** Fields of a review as they are sent; null: none. */
type SentFields = { rating?: number | null; review_text?: string | null; progress?: Progress | null }

/** Returns a change as it is sent. */
export function fieldsOfChange({ rating, text, progress }: MarksChange): SentFields {
  return {
    ...(rating === undefined ? {} : { rating: rating === 0 ? null : rating }),
    ...(text === undefined ? {} : { review_text: text.trim() || null }),
    ...(progress === undefined ? {} : { progress }),
  }
}

/** Returns a change from how it is sent. */
export function changeOfFields({ rating, review_text, progress }: SentFields): MarksChange {
  return {
    ...(rating === undefined ? {} : { rating: rating ?? 0 }),
    ...(review_text === undefined ? {} : { text: review_text ?? '' }),
    ...(progress === undefined ? {} : { progress }),
  }
}

/**
 * Changes a work's marks in an API response: a work, or anything that lists works.
 *
 * @returns the same response if it does not contain the work
 */
export function withMarks(answer: unknown, workId: number, change: MarksChange): unknown {
  if (!isObject(answer)) return answer
  const { works } = answer
  if (!Array.isArray(works)) return changed(answer, workId, change)
  const after = works.map((work: unknown) => (isObject(work) ? changed(work, workId, change) : work))
  return after.some((work, index) => work !== works[index]) ? { ...answer, works: after } : answer
}

function changed(work: Record<string, unknown>, workId: number, change: MarksChange): Record<string, unknown> {
  const fields = isWork(work, workId) ? fieldsOf(work, change) : {}
  const editions = change.progress === undefined ? undefined : editionProgress(work, workId, change.progress)
  if (editions) return { ...work, ...fields, edition_progress: editions }
  return isWork(work, workId) ? { ...work, ...fields } : work
}

/** The progress with all editions of a work; undefined if it is not known, or `workId` is none of them. */
function editionProgress(work: Record<string, unknown>, workId: number, progress: Progress | null): object | undefined {
  const { edition_progress: known, other_language_editions_in_db: others } = work as Partial<Work>
  if (!known || (work.id !== workId && !others?.some(({ id }) => id === workId))) return undefined
  const { [workId]: _, ...rest } = known
  return progress === null ? rest : { ...rest, [workId]: progress }
}

/** Only the fields in the response: lists contain the rating alone. */
function fieldsOf(work: object, { rating, text, progress }: MarksChange): object {
  return {
    ...('userRating' in work && rating !== undefined ? { userRating: rating === 0 ? null : rating } : {}),
    ...('review_text' in work && text !== undefined ? { review_text: text.trim() || null } : {}),
    ...('progress' in work && progress !== undefined ? { progress } : {}),
  }
}

function isWork(value: unknown, workId: number): value is { id: number } {
  return isObject(value) && value.id === workId && 'source_id' in value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
