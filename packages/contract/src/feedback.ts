import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { choice, PageNumber, PageSize, Pagination, RecordId, withoutNul, WorkRef } from './primitives.ts'

/** The kinds of problems with a work. */
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
    /** The file in question, as in the tracks; one of another work is ignored. */
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
    /** False if the work's folder has disappeared from the library. */
    isPresent: z.boolean(),
  }),
  /** Relative to the work's folder; null if the report is about the whole work, or the file no longer exists. */
  filePath: z.nullable(z.string()),
  /** The account's name; null if not logged in. */
  sender: z.nullable(z.string()),
  /** ISO 8601. */
  createdAt: z.string(),
  /** When the report was resolved; null while it is open. */
  doneAt: z.nullable(z.string()),
})
export type FeedbackReport = z.infer<typeof FeedbackReport>

export const feedbackStates = ['open', 'done'] as const
export type FeedbackState = (typeof feedbackStates)[number]

export const listFeedback = endpoint({
  method: 'GET',
  path: '/api/admin/feedback',
  summary: 'Lists reported problems, latest first, paginated',
  tag: 'Administration',
  query: z.object({ page: PageNumber, pageSize: PageSize, state: choice(feedbackStates, 'open') }),
  response: z.object({ reports: z.array(FeedbackReport), pagination: Pagination }),
  access: 'admin',
})

const FeedbackParams = z.object({ id: RecordId })

export const editFeedback = endpoint({
  method: 'PUT',
  path: '/api/admin/feedback/{id}',
  summary: 'Marks a report as resolved, or reopens it',
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

/** Maximum number of reports in one call. */
const MAX_MARKED = 500

export const markFeedbackDone = endpoint({
  method: 'POST',
  path: '/api/admin/feedback/mark-done',
  summary: 'Marks several reports as resolved; deleted ones are skipped',
  tag: 'Administration',
  body: z.object({ ids: z.array(RecordId).check(z.minLength(1), z.maxLength(MAX_MARKED)) }),
  /** The number of reports that were open before. */
  response: z.object({ marked: z.int() }),
  access: 'admin',
})

export const deleteDoneFeedback = endpoint({
  method: 'POST',
  path: '/api/admin/feedback/delete-done',
  summary: 'Deletes all resolved reports',
  tag: 'Administration',
  response: z.object({ deleted: z.int() }),
  access: 'admin',
})
