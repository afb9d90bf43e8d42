import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Keyword, MAX_LIST_BODY_BYTES, PlaylistIds, WorkPage, WorkRefs } from './lists.ts'
import { Flag, lenient, type Lenient, PageNumber, PageSize, Uuid, WorkRef } from './primitives.ts'

/** How far somebody has listened: seconds of time really played, or a share of the work's duration. */
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

/** What somebody says of a work beside listening to it; `un…` takes it back. */
export const feedbackOpinions = ['like', 'unlike', 'dislike', 'undislike'] as const
export type FeedbackOpinion = (typeof feedbackOpinions)[number]

const feedbackTypes = [...listenMilestones, ...feedbackOpinions] as const
export type FeedbackType = (typeof feedbackTypes)[number]

/** The most works that such a list has, on all pages. */
export const MAX_SUGGESTED_WORKS = 100

/** Whom it is for: the account's or the device's id. Empty: nobody that is known. */
const Listener: Lenient<string> = lenient(
  (value) => value ?? undefined,
  z._default(z.union([Uuid, z.literal('')], 'Must be a UUID'), ''),
)

/** The same under the name that some clients have for it; what is no UUID there says nothing. */
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
}

const SuggestionBody = z.object(suggestionFields)

/** A page whose order is a judgement; it ends after `MAX_SUGGESTED_WORKS`. */
export const listPopular = endpoint({
  method: 'POST',
  path: '/api/recommender/popular',
  summary: 'What is listened to most these days, of the works that match',
  tag: 'Recommender',
  body: z.prefault(SuggestionBody, {}),
  bodyLimitBytes: MAX_LIST_BODY_BYTES,
  response: WorkPage,
  errors: ['request.tooLarge'],
})

/** Why a work is recommended: the work listened to that speaks most for it. */
export const RecommendationReason = z.object({
  work_id: z.int(),
  because: z.object({ id: z.int(), title: z.string(), source_id: z.string() }),
})
export type RecommendationReason = z.infer<typeof RecommendationReason>

export const listRecommended = endpoint({
  method: 'POST',
  path: '/api/recommender/recommend-for-user',
  summary: 'What whoever has this id may like to hear next; what is popular where nothing is known of them',
  tag: 'Recommender',
  body: z.prefault(
    z.object({
      ...suggestionFields,
      recommenderUuid: Listener,
      userId: OtherName,
      /** 1: the answer says why, in `reasons`. Strict clients take no field that they do not know. */
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
  summary: 'Works like this one',
  tag: 'Recommender',
  body: z.object({ ...suggestionFields, itemId: WorkRef }),
  bodyLimitBytes: MAX_LIST_BODY_BYTES,
  response: WorkPage,
  errors: ['work.notFound', 'request.tooLarge'],
})

export const sendListening = endpoint({
  method: 'POST',
  path: '/api/recommender/feedback',
  summary: 'Tells how far a work was listened to, or what is thought of it; what was told before changes nothing',
  tag: 'Recommender',
  body: z.object({
    type: z.enum(feedbackTypes, `Must be one of ${feedbackTypes.join(', ')}`),
    recommenderUuid: Uuid,
    itemId: WorkRef,
  }),
  response: z.object({}),
  errors: ['work.notFound', 'request.tooMany'],
})
