import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { editionFields, Keyword, MAX_LIST_BODY_BYTES, PlaylistIds, WorkPage, WorkRefs } from './lists.ts'
import { Flag, lenient, type Lenient, PageNumber, PageSize, Uuid, WorkRef } from './primitives.ts'

/** How far a listener got: seconds actually played, or a share of the work's duration. */
export const listenMilestones = [
  'start-listen',
  'listen-5mins',
  'listen-15mins',
  'listen-30mins',
  'listen-60mins',
  'listen-30percent',
  'listen-60percent',
  'listen-90percent',
] as const
export type ListenMilestone = (typeof listenMilestones)[number]

/** A listener's opinion of a work; `un…` withdraws it. */
export const feedbackOpinions = ['like', 'unlike', 'dislike', 'undislike'] as const
export type FeedbackOpinion = (typeof feedbackOpinions)[number]

const feedbackTypes = [...listenMilestones, ...feedbackOpinions] as const
export type FeedbackType = (typeof feedbackTypes)[number]

/** Maximum number of works in such a list, across all pages. */
export const MAX_SUGGESTED_WORKS = 100

/** The account's or device's UUID; empty if unknown. */
const Listener: Lenient<string> = lenient(
  (value) => value ?? undefined,
  z._default(z.union([Uuid, z.literal('')], 'Must be a UUID'), ''),
)

/** The same under the name that some clients use; ignored unless it is a UUID. */
const OtherName: Lenient<string> = lenient(
  (value) => (z.safeParse(Uuid, value).success ? value : undefined),
  z._default(z.string(), ''),
)

const suggestionFields = {
  page: PageNumber,
  pageSize: PageSize,
  /** 1: only works with subtitles. */
  subtitle: Flag,
  keyword: Keyword,
  withPlaylistStatus: PlaylistIds,
  /** Works that the visitor has subtitles for: `subtitle: 1` finds these too. */
  localSubtitledWorks: WorkRefs,
  ...editionFields,
}

/** A ranked list that ends after `MAX_SUGGESTED_WORKS`. */
export const listPopular = endpoint({
  method: 'POST',
  path: '/api/recommender/popular',
  summary: 'Lists what is currently listened to most among the matching works',
  tag: 'Recommender',
  body: z.prefault(
    z.object({
      ...suggestionFields,
      /** 1: the answer includes `isRanked`. Strict clients reject unknown fields. */
      withRanks: Flag,
    }),
    {},
  ),
  bodyLimitBytes: MAX_LIST_BODY_BYTES,
  /** `isRanked`: whether enough is listened to for a work's place to say something; before, sales and ratings order them. */
  response: z.extend(WorkPage, { isRanked: z.optional(z.boolean()) }),
  errors: ['request.tooLarge'],
})

/** Why a work is recommended: the listened work that contributed most to its score. */
export const RecommendationReason = z.object({
  work_id: z.int(),
  because: z.object({ id: z.int(), title: z.string(), source_id: z.string() }),
})
export type RecommendationReason = z.infer<typeof RecommendationReason>

export const listRecommended = endpoint({
  method: 'POST',
  path: '/api/recommender/recommend-for-user',
  summary: 'Recommends works for a listener; popular works if nothing is known about them',
  tag: 'Recommender',
  body: z.prefault(
    z.object({
      ...suggestionFields,
      recommenderUuid: Listener,
      userId: OtherName,
      /** 1: the answer includes `reasons`. Strict clients reject unknown fields. */
      withReasons: Flag,
    }),
    {},
  ),
  bodyLimitBytes: MAX_LIST_BODY_BYTES,
  response: z.extend(WorkPage, { reasons: z.optional(z.array(RecommendationReason)) }),
  errors: ['request.tooLarge'],
})

export const listNeighbours = endpoint({
  method: 'POST',
  path: '/api/recommender/item-neighbors',
  summary: 'Lists similar works',
  tag: 'Recommender',
  body: z.object({ ...suggestionFields, itemId: WorkRef }),
  bodyLimitBytes: MAX_LIST_BODY_BYTES,
  response: WorkPage,
  errors: ['work.notFound', 'request.tooLarge'],
})

export const sendListening = endpoint({
  method: 'POST',
  path: '/api/recommender/feedback',
  summary: 'Reports how far a work was listened to, or an opinion of it; repeated reports have no effect',
  tag: 'Recommender',
  body: z.object({
    type: z.enum(feedbackTypes, `Must be one of ${feedbackTypes.join(', ')}`),
    recommenderUuid: Uuid,
    itemId: WorkRef,
  }),
  response: z.object({}),
  errors: ['work.notFound', 'request.tooMany'],
})

/** What recommendations are made of, and how good they were in a part of the library's own history. */
export const getTuning = endpoint({
  method: 'GET',
  path: '/api/recommender/tuning',
  summary: 'Returns the weights of recommendations, and how they were chosen',
  tag: 'Recommender',
  response: z.object({
    /** When the current model was built; null: there is none yet. */
    builtAt: z.nullable(z.string()),
    /** By name. */
    weights: z.record(z.string(), z.number()),
    /** null: not tuned yet. */
    tuning: z.nullable(
      z.object({
        tunedAt: z.string(),
        seconds: z.number(),
        /** The part of the history that was predicted from what was before; null: too short, so the usual weights stay. */
        window: z.nullable(z.object({ from: z.string(), to: z.string() })),
        listeners: z.int(),
        /** Number of sets of weights that were compared. */
        compared: z.int(),
        /** The share of what those listeners heard that was among the first 20 recommendations, 0 to 1. */
        recall: z.number(),
        /** With the usual weights. */
        usualRecall: z.number(),
        /** With the best of the parts alone. */
        bestPart: z.nullable(z.object({ name: z.string(), recall: z.number() })),
      }),
    ),
  }),
})
export type TuningState = z.infer<(typeof getTuning)['response']>
