import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { WorkRefParams } from './works.ts'

export const Chapter = z.object({
  /** It lasts until the next one begins. */
  startSeconds: z.number(),
  /** Up to 200 characters; empty if it has none. */
  title: z.string(),
})
export type Chapter = z.infer<typeof Chapter>

export const TrackChapters = z.object({
  /** As in the tracks: `{workId}/{fileId}`. */
  hash: z.string(),
  /** In order, from two to 1,000. */
  chapters: z.array(Chapter),
})
export type TrackChapters = z.infer<typeof TrackChapters>

export const listChapters = endpoint({
  method: 'GET',
  path: '/api/chapters/{id}',
  summary: "Returns the chapters of a work's tracks, from the files themselves and from cue sheets beside them",
  tag: 'Works',
  params: WorkRefParams,
  response: z.object({ tracks: z.array(TrackChapters) }),
  errors: ['work.notFound'],
})
