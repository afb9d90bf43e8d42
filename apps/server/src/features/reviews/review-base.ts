import type { Progress } from '@otodana/contract'

/** The requested change: omitted fields stay, null clears. */
export type ReviewChange = {
  rating?: number | null
  reviewText?: string | null
  progress?: Progress | null
}

/** What the member saw when making a change: the fields that it knew. */
export type ReviewBase = ReviewChange

type Stored = { rating: number | null; review_text: string | null; progress: Progress | null }

/**
 * Whether a change would overwrite one made elsewhere: a field has neither what the member saw nor what it is to become. A
 * progress set by listening was not chosen, and always gives way.
 */
export function isChangedSince(
  stored: Stored & { is_progress_automatic: 0 | 1 },
  change: ReviewChange,
  base: ReviewBase,
): boolean {
  const isOther = <T>(now: T, wanted: T | undefined, seen: T | undefined) =>
    wanted !== undefined && seen !== undefined && now !== seen && now !== wanted
  return (
    isOther(stored.rating, change.rating, base.rating) ||
    isOther(stored.review_text, change.reviewText, base.reviewText) ||
    (stored.is_progress_automatic === 0 && isOther(stored.progress, change.progress, base.progress))
  )
}
