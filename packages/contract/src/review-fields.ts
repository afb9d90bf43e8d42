import * as z from 'zod/mini'

export const progresses = ['marked', 'listening', 'listened', 'replay', 'postponed'] as const
export type Progress = (typeof progresses)[number]

/** A member's opinion of a work and their progress. */
export const ReviewFields = z.object({
  userRating: z.nullable(z.int()),
  review_text: z.nullable(z.string()),
  progress: z.nullable(z.enum(progresses)),
  user_name: z.string(),
  /** ISO 8601; null if nothing is stored. */
  updated_at: z.nullable(z.string()),
})
export type ReviewFields = z.infer<typeof ReviewFields>
