import type { putReview } from '@otodana/contract'
import type * as z from 'zod'

import type { ReviewBase, ReviewChange } from './review-base.ts'

type Body = z.output<(typeof putReview)['body']>
type Query = z.output<(typeof putReview)['query']>

/**
 * Interprets a client's change. Clients disagree on null: a review dialog sends `rating: null` for "no rating", a
 * progress menu for "unchanged". A `review_text` or `starOnly=false` identifies the dialog: there null clears.
 * Elsewhere null means unchanged, and a rating of 0 always clears.
 */
export function readChange(body: Body, { starOnly, progressOnly }: Query): ReviewChange {
  const isWhole = typeof body.review_text === 'string' || (starOnly === 0 && progressOnly !== 1)
  const sent = body.rating === undefined ? body.review_point : body.rating
  const rating = sent === 0 ? null : sent
  const change: ReviewChange = {}
  if (rating !== undefined && (isWhole || sent !== null)) change.rating = rating
  if (body.progress !== undefined && (isWhole || body.progress !== null)) change.progress = body.progress
  if (body.review_text !== undefined && isWhole) change.reviewText = blankAsNone(body.review_text)
  if (progressOnly === 1) return change.progress === undefined ? {} : { progress: change.progress }
  return change
}

/** In a base null always means none: it is what a member saw. */
export function readBase(base: Body['base']): ReviewBase | undefined {
  if (!base) return undefined
  const { rating, review_text, progress } = base
  return {
    ...(rating === undefined ? {} : { rating: rating === 0 ? null : rating }),
    ...(review_text === undefined ? {} : { reviewText: blankAsNone(review_text) }),
    ...(progress === undefined ? {} : { progress }),
  }
}

function blankAsNone(text: string | null): string | null {
  const trimmed = text?.toWellFormed().replaceAll('\0', '').trim() ?? ''
  return trimmed === '' ? null : trimmed
}
