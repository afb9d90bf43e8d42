import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { DateText, Flag } from './primitives.ts'
import { progresses, ReviewFields } from './review-fields.ts'

/** The values that clients of this family read. A work of unknown age is `adult` here; `ageOf` tells them apart. */
export const AgeCategory = z.enum(['general', 'r15', 'adult'])
export type AgeCategory = z.infer<typeof AgeCategory>

export const languageCodes = ['JPN', 'ENG', 'CHI_HANS', 'CHI_HANT', 'CHI', 'KO_KR', 'SPA', 'ITA', 'GER', 'FRE'] as const
export type LanguageCode = (typeof languageCodes)[number]

const LocalName = z.object({ name: z.string(), censored: z.optional(z.string()) })

/** Names by lower-case locale; the client picks one, or the censored variant. */
export const TagNames = z.object({
  'ja-jp': z.optional(LocalName),
  'en-us': z.optional(LocalName),
  'zh-cn': z.optional(LocalName),
})

export const Tag = z.object({
  id: z.int(),
  name: z.string(),
  i18n: TagNames,
  /** Members' votes. */
  upvote: z.int(),
  downvote: z.int(),
  /** `upvote` minus `downvote`. */
  voteRank: z.int(),
  /** The result of all votes: 0 neutral, 1 for it, 2 against it. A tag with 2 is weak: `$tag:…$` does not find it. */
  voteStatus: z.literal([0, 1, 2]),
  /**
   * The visitor's own vote: only in answers about a single work to a logged-in visitor, and in the answer to a vote.
   */
  myVote: z.optional(z.literal([0, 1, 2])),
})
export type Tag = z.infer<typeof Tag>

export const VoiceActor = z.object({ id: z.string(), name: z.string() })
export const Circle = z.object({
  id: z.int(),
  /** Empty if the circle is unknown. */
  name: z.string(),
  source_id: z.string(),
  source_type: z.string(),
})

export const staffRoles = ['scenario', 'illustration', 'music', 'other'] as const
export type StaffRole = (typeof staffRoles)[number]

export const Staff = z.object({ id: z.string(), name: z.string() })

/** What other clients do not read; sent only on request. */
export const WorkFacts = z.object({
  /** In the languages in which they are known; `title` may be one of them. */
  titles: z.object({ ja: z.optional(z.string()), zh: z.optional(z.string()), en: z.optional(z.string()) }),
  /** By role, each in order; a person can have several roles. */
  staff: z.object({
    scenario: z.array(Staff),
    illustration: z.array(Staff),
    music: z.array(Staff),
    other: z.array(Staff),
  }),
  /** `number`: its place in the series; null if unknown. */
  series: z.nullable(z.object({ id: z.int(), name: z.string(), number: z.nullable(z.number()) })),
  /** Several lines of plain text; empty if there is none. */
  description: z.string(),
  /** Addresses of sample pictures on this server. */
  samples: z.array(z.string()),
  /** Whether the price is known: 0 is free only if it is. */
  hasPrice: z.boolean(),
})
export type WorkFacts = z.infer<typeof WorkFacts>

export const RatingShare = z.object({
  review_point: z.int(),
  count: z.int(),
  /** Whole per cent of all ratings. */
  ratio: z.int(),
})

export const Work = z.object({
  id: z.int(),
  title: z.string(),
  circle_id: z.int(),
  /** The circle's name again: older clients read it here. */
  name: z.string(),
  /** True if the age rating is unknown. */
  nsfw: z.boolean(),
  /** The release date; 1970-01-01 if unknown. */
  release: DateText,
  dl_count: z.int(),
  /** In JPY. */
  price: z.int(),
  review_count: z.int(),
  rate_count: z.int(),
  /** 0 to 5 with two decimals; 0 without ratings. */
  rate_average_2dp: z.number(),
  rate_count_detail: z.array(RatingShare),
  rank: z.nullable(z.array(z.object({ term: z.string(), category: z.string(), rank: z.int(), rank_date: z.string() }))),
  has_subtitle: z.boolean(),
  create_date: DateText,
  vas: z.array(VoiceActor),
  tags: z.array(Tag),
  language_editions: z.array(
    z.object({
      lang: z.string(),
      label: z.string(),
      workno: z.string(),
      edition_id: z.int(),
      edition_type: z.string(),
      display_order: z.int(),
    }),
  ),
  original_workno: z.nullable(z.string()),
  other_language_editions_in_db: z.array(
    z.object({
      id: z.int(),
      lang: z.string(),
      title: z.string(),
      source_id: z.string(),
      is_original: z.boolean(),
      source_type: z.string(),
    }),
  ),
  translation_info: z.object({
    lang: z.nullable(z.string()),
    is_child: z.boolean(),
    is_parent: z.boolean(),
    is_original: z.boolean(),
    is_volunteer: z.boolean(),
    child_worknos: z.array(z.string()),
    parent_workno: z.nullable(z.string()),
    original_workno: z.nullable(z.string()),
    is_translation_agree: z.boolean(),
    translation_bonus_langs: z.array(z.string()),
    is_translation_bonus_child: z.boolean(),
  }),
  /** Comma-separated; includes `unrated` if the age rating is unknown, and `free` if the work is known to be free. */
  work_attributes: z.string(),
  age_category_string: AgeCategory,
  /** In seconds; variants of one track (mp3 and wav, with and without effects) count once. */
  duration: z.int(),
  source_type: z.string(),
  /** The code as written in the folder name or metadata: `RJ01234567`. */
  source_id: z.string(),
  source_url: z.string(),
  circle: Circle,
  samCoverUrl: z.string(),
  thumbnailCoverUrl: z.string(),
  mainCoverUrl: z.string(),
  /** The cover's dominant colour, `#rrggbb`, if requested; null if unknown. */
  cover_tone: z.optional(z.nullable(z.string().check(z.regex(/^#[\da-f]{6}$/)))),
  /** If requested. */
  facts: z.optional(WorkFacts),
  /** The language of this edition, if requested. */
  language: z.optional(z.string()),
  /** The languages of its subtitles, `ja`, `zh`, `en` and `ko`, as far as known; if editions are requested. */
  subtitle_languages: z.optional(z.array(z.string())),
  /** A member's progress with each edition that they have marked, this one included, by work id; if requested. */
  edition_progress: z.optional(z.record(z.string(), z.enum(progresses))),
  /** The visitor's own rating; absent in the public `workInfo`. */
  userRating: z.optional(z.nullable(z.int())),
  /** By playlist id; absent in the public `workInfo`. */
  playlistStatus: z.optional(z.record(z.string(), z.boolean())),
})
export type Work = z.infer<typeof Work>

/** A work with the visitor's own fields; null without an account. */
export const PersonalWork = z.extend(Work, {
  ...z.partial(ReviewFields).shape,
  user_name: z.optional(z.nullable(z.string())),
})
export type PersonalWork = z.infer<typeof PersonalWork>

/** A work in a path: its id, the id with leading zeros, or its code in any case. */
export const WorkRefParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(32)) })

/** Strict clients reject unknown fields, so our own are only sent on request. */
const OneWorkQuery = z.object({ withCoverTone: Flag, withFacts: Flag, withEditions: Flag })

export const getWorkInfo = endpoint({
  method: 'GET',
  path: '/api/workInfo/{id}',
  summary: "Returns a work's public metadata",
  tag: 'Works',
  params: WorkRefParams,
  query: OneWorkQuery,
  response: Work,
  errors: ['work.notFound'],
})

export const getWork = endpoint({
  method: 'GET',
  path: '/api/work/{id}',
  summary: "Returns a work's metadata with the visitor's own fields",
  tag: 'Works',
  params: WorkRefParams,
  query: OneWorkQuery,
  response: PersonalWork,
  errors: ['work.notFound'],
})
