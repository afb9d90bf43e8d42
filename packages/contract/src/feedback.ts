import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { choice, PageNumber, PageSize, Pagination, RecordId, withoutNul, WorkRef } from './primitives.ts'

/** What can be wrong with a work. */
export const feedbackCategories = [
  'noFiles',
  'missingFiles',
  'cantPlay',
  'notOriginal',
  'subtitleNotMatch',
  'other',
] as const
export type FeedbackCategory = (typeof feedbackCategories)[number]

/** In UTF-16 code units. */
export const MAX_FEEDBACK_LENGTH = 2_000

const detailError = `Must be 1 to ${MAX_FEEDBACK_LENGTH} characters`
const hashError = 'Must be {workId}/{fileId}'

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/api/feedback',
  summary: 'Reports a problem with a work, or with one of its files, to the administrators',
  tag: 'Works',
  body: z.object({
    work_id: WorkRef,
    /** The file it is about, as in the tracks; one that is not the work's counts as left out. */
    hash: z.optional(z.nullable(z.string(hashError).check(z.maxLength(100), z.regex(/^\d+\/\d+$/, hashError)))),
    category: z.enum(feedbackCategories, `Must be one of ${feedbackCategories.join(', ')}`),
    detail: z
      .string(detailError)
      .check(withoutNul, z.trim(), z.minLength(1, detailError), z.maxLength(MAX_FEEDBACK_LENGTH, detailError)),
  }),
  response: z.object({}),
  errors: ['work.notFound', 'request.tooMany', 'feedback.full'],
})

export const FeedbackReport = z.object({
  id: z.int(),
  category: z.enum(feedbackCategories),
  detail: z.string(),
  work: z.object({
    id: z.int(),
    title: z.string(),
    source_id: z.string(),
    source_type: z.string(),
    /** False where its folder has gone from the library. */
    isPresent: z.boolean(),
  }),
  /** Relative to the work's folder; null: it is about the whole work, or the file is not known any more. */
  filePath: z.nullable(z.string()),
  /** Who sent it; null: somebody who had not logged in. */
  sender: z.nullable(z.string()),
  /** ISO 8601 */
  createdAt: z.string(),
  /** When it was done with; null: it is still open. */
  doneAt: z.nullable(z.string()),
})
export type FeedbackReport = z.infer<typeof FeedbackReport>

export const feedbackStates = ['open', 'done'] as const
export type FeedbackState = (typeof feedbackStates)[number]

export const listFeedback = endpoint({
  method: 'GET',
  path: '/api/admin/feedback',
  summary: 'A page of the problems that were reported, the latest first',
  tag: 'Administration',
  query: z.object({ page: PageNumber, pageSize: PageSize, state: choice(feedbackStates, 'open') }),
  response: z.object({ reports: z.array(FeedbackReport), pagination: Pagination }),
  access: 'admin',
})

const FeedbackParams = z.object({ id: RecordId })

export const editFeedback = endpoint({
  method: 'PUT',
  path: '/api/admin/feedback/{id}',
  summary: 'Marks a report as done with, or opens it again',
  tag: 'Administration',
  params: FeedbackParams,
  body: z.object({ isDone: z.boolean() }),
  response: FeedbackReport,
  errors: ['feedback.notFound'],
  access: 'admin',
})

export const deleteFeedback = endpoint({
  method: 'DELETE',
  path: '/api/admin/feedback/{id}',
  summary: 'Deletes a report',
  tag: 'Administration',
  params: FeedbackParams,
  response: z.object({}),
  errors: ['feedback.notFound'],
  access: 'admin',
})

/** The longest page. */
const MAX_MARKED = 500

export const markFeedbackDone = endpoint({
  method: 'POST',
  path: '/api/admin/feedback/mark-done',
  summary: 'Marks several reports as done with; those that are gone are passed over',
  tag: 'Administration',
  body: z.object({ ids: z.array(RecordId).check(z.minLength(1), z.maxLength(MAX_MARKED)) }),
  /** How many were open until now. */
  response: z.object({ marked: z.int() }),
  access: 'admin',
})

export const deleteDoneFeedback = endpoint({
  method: 'POST',
  path: '/api/admin/feedback/delete-done',
  summary: 'Deletes all reports that are done with',
  tag: 'Administration',
  response: z.object({ deleted: z.int() }),
  access: 'admin',
})
