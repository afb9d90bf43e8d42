import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { choice, type Lenient, lenient, PageNumber, PageSize, Pagination, WorkRef } from './primitives.ts'
import { progresses, type Progress, ReviewFields } from './review-fields.ts'
import { Work } from './works.ts'

/** In UTF-16 code units. */
export const MAX_REVIEW_LENGTH = 5_000

/** What the call did, in the caller's language. */
const Message = z.object({ message: z.string() })

const ratingError = 'Must be a whole number from 0 to 5, or null'
/** A number or digits; null is kept, because it differs from an omitted value. */
const Rating = z.optional(
  z.pipe(
    z.transform((value) => (typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value)),
    z.nullable(z.int(ratingError).check(z.minimum(0, ratingError), z.maximum(5, ratingError))),
  ),
)

/** A flag that distinguishes sent from omitted. */
const SentFlag = z.optional(
  z.pipe(
    z.transform((value) => (value === 'true' || value === '1' ? 1 : value === 'false' || value === '0' ? 0 : value)),
    z.literal([0, 1], 'Must be 0 or 1'),
  ),
)

const NO_PROGRESS = new Set(['', 'none'])
const ChosenProgress = z.optional(
  z.pipe(
    z.transform((value) => (typeof value === 'string' && NO_PROGRESS.has(value) ? null : value)),
    z.nullable(z.enum(progresses)),
  ),
)

const textError = `Must be at most ${MAX_REVIEW_LENGTH} characters`
const ReviewText = z.optional(z.nullable(z.string().check(z.maxLength(MAX_REVIEW_LENGTH, textError))))

export const putReview = endpoint({
  method: 'PUT',
  path: '/api/review',
  summary:
    "Saves the member's rating, review and progress of a work. With a `review_text`, or `starOnly=false`, null clears a field; otherwise null leaves it unchanged. Omitted fields stay, and a rating of 0 means none",
  tag: 'Members',
  query: z.object({ starOnly: SentFlag, progressOnly: SentFlag }),
  body: z.object({
    work_id: WorkRef,
    rating: Rating,
    /** Another name of `rating`, used by some clients. */
    review_point: Rating,
    review_text: ReviewText,
    progress: ChosenProgress,
    /**
     * What the member saw when making the change. A field that is changed here, and has neither this nor its new value,
     * was changed elsewhere: then nothing is stored, and the answer has what is.
     */
    base: z.optional(z.object({ rating: Rating, review_text: ReviewText, progress: ChosenProgress })),
  }),
  response: Message,
  errors: ['work.notFound', 'write.changedSince', 'write.keyReused'],
  access: 'account',
  takesKey: true,
})

export const beginListening = endpoint({
  method: 'POST',
  path: '/api/review/listening',
  summary: "Sets the member's progress of a work to `listening`, unless one is chosen already; returns what it is now",
  tag: 'Members',
  body: z.object({ work_id: WorkRef }),
  response: z.object({ progress: z.enum(progresses) }),
  errors: ['work.notFound', 'write.keyReused'],
  access: 'member',
  takesKey: true,
})

export const findListening = endpoint({
  method: 'GET',
  path: '/api/review/listening',
  summary: "The member's progress of a work, and whether the member chose it",
  tag: 'Members',
  query: z.object({ work_id: WorkRef }),
  response: z.object({
    progress: z.nullable(z.enum(progresses)),
    /** Not set by listening. */
    isChosen: z.boolean(),
  }),
  access: 'member',
})

export const finishListening = endpoint({
  method: 'POST',
  path: '/api/review/listened',
  summary:
    "Sets the member's progress of a work to `listened`, unless the member chose another; returns what it is now",
  tag: 'Members',
  body: z.object({ work_id: WorkRef }),
  response: z.object({ progress: z.enum(progresses) }),
  errors: ['work.notFound', 'write.keyReused'],
  access: 'member',
  takesKey: true,
})

export const deleteReview = endpoint({
  method: 'DELETE',
  path: '/api/review',
  summary: "Deletes the member's rating, review and progress of a work",
  tag: 'Members',
  query: z.object({ work_id: WorkRef }),
  response: Message,
  errors: ['write.keyReused'],
  access: 'account',
  takesKey: true,
})

export const reviewOrders = ['updated_at', 'userRating', 'release', 'review_count', 'dl_count', 'nsfw'] as const
export type ReviewOrder = (typeof reviewOrders)[number]

const Filter: Lenient<Progress | 'all'> = lenient(
  (value) => (value === '' || value === null ? undefined : value),
  z._default(z.enum([...progresses, 'all']), 'all'),
)

export const ReviewedWork = z.extend(Work, ReviewFields.shape)
export type ReviewedWork = z.infer<typeof ReviewedWork>

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/review',
  summary: 'Lists the works that the member has rated, reviewed or marked, paginated',
  tag: 'Members',
  query: z.object({
    order: choice(reviewOrders, 'updated_at'),
    sort: choice(['asc', 'desc'], 'desc'),
    page: PageNumber,
    pageSize: PageSize,
    /** Only works with this progress. */
    filter: Filter,
  }),
  response: z.object({ works: z.array(ReviewedWork), pagination: Pagination }),
  access: 'account',
})
