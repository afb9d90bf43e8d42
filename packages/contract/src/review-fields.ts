import * as z from 'zod/mini'

export const progresses = ['marked', 'listening', 'listened', 'replay', 'postponed'] as const
export type Progress = (typeof progresses)[number]

/** What one member thinks of a work, and how far he is. */
export const ReviewFields = z.object({
  userRating: z.nullable(z.int()),
  review_text: z.nullable(z.string()),
  progress: z.nullable(z.enum(progresses)),
  user_name: z.string(),
  /** ISO 8601; null when nothing is kept. */
  updated_at: z.nullable(z.string()),
})
export type ReviewFields = z.infer<typeof ReviewFields>
