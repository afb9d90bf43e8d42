import * as z from 'zod'

/**
 * What the strictest typed clients of this API family declare, written down apart from our contract: a field that they
 * need and that we drop or retype fails here, even if the contract is changed along with it.
 */
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const absolute = z.string().regex(/^https?:\/\/[^?#]+$/)

const localName = z.object({ name: z.string(), censored: z.string().optional() }).loose()

const strictWork = z.object({
  id: z.int(),
  title: z.string().min(1),
  circle_id: z.int(),
  name: z.string(),
  nsfw: z.boolean(),
  release: date,
  dl_count: z.int(),
  price: z.int(),
  review_count: z.int(),
  rate_count: z.int(),
  rate_average_2dp: z.number().min(0).max(5),
  rate_count_detail: z.array(z.strictObject({ review_point: z.int(), count: z.int(), ratio: z.int() })),
  // Nullable, but never absent.
  rank: z
    .array(z.strictObject({ term: z.string(), category: z.string(), rank: z.int(), rank_date: z.string() }))
    .nullable(),
  has_subtitle: z.boolean(),
  create_date: date,
  vas: z.array(z.strictObject({ id: z.uuid(), name: z.string().min(1) })),
  tags: z.array(
    z.object({
      id: z.int(),
      name: z.string().min(1),
      i18n: z.record(z.enum(['ja-jp', 'en-us', 'zh-cn']), localName.optional()),
      upvote: z.int(),
      downvote: z.int(),
      voteRank: z.int(),
      voteStatus: z.int(),
    }),
  ),
  // Always a list, though one public server sends an object.
  language_editions: z.array(
    z.strictObject({
      lang: z.string(),
      label: z.string(),
      workno: z.string(),
      edition_id: z.int(),
      edition_type: z.string(),
      display_order: z.int(),
    }),
  ),
  original_workno: z.string().nullable(),
  other_language_editions_in_db: z.array(
    z.strictObject({
      id: z.int(),
      lang: z.string(),
      title: z.string(),
      source_id: z.string(),
      is_original: z.boolean(),
      source_type: z.string(),
    }),
  ),
  translation_info: z.object({ is_original: z.boolean(), child_worknos: z.array(z.string()) }).loose(),
  work_attributes: z.string(),
  age_category_string: z.enum(['general', 'r15', 'adult']),
  duration: z.int(),
  source_type: z.string(),
  source_id: z.string(),
  source_url: z.string(),
  circle: z.strictObject({ id: z.int(), name: z.string(), source_id: z.string(), source_type: z.string() }),
  samCoverUrl: z.url(),
  thumbnailCoverUrl: z.url(),
  mainCoverUrl: z.url(),
})

/** The public call has no field of the visitor's own. */
export const strictPublicWork = strictWork.strict()
export const strictPersonalWork = strictWork
  .extend({ userRating: z.int().nullable(), playlistStatus: z.record(z.string(), z.boolean()) })
  .strict()
/** One work of a visitor without an account: older clients read the fields of a review there too. */
export const strictUnreviewedWork = strictPersonalWork.extend({
  review_text: z.null(),
  progress: z.null(),
  user_name: z.null(),
  updated_at: z.null(),
})

export const strictPage = z.strictObject({
  works: z.array(strictWork.loose()),
  pagination: z.strictObject({ currentPage: z.int(), page: z.int(), pageSize: z.int(), totalCount: z.int() }),
})

const strictFile = z.strictObject({
  type: z.enum(['audio', 'image', 'text', 'other']),
  hash: z.string().regex(/^\d+\/\d+$/),
  title: z.string().min(1),
  work: z.strictObject({ id: z.int(), source_id: z.string(), source_type: z.string() }),
  workTitle: z.string(),
  // Clients append `?token=`.
  mediaStreamUrl: absolute,
  mediaDownloadUrl: absolute,
  // Empty when there is none.
  streamLowQualityUrl: z.union([z.literal(''), absolute]),
  duration: z.number().optional(),
  size: z.int(),
  // Ours: those clients pass over what they do not know, but it is to be nothing else.
  problem: z.string().optional(),
  hasSubtitles: z.literal(true).optional(),
})
type StrictNode = z.infer<typeof strictFile> | { type: 'folder'; title: string; children: StrictNode[] }
const strictNode: z.ZodType<StrictNode> = z.lazy(() =>
  z.union([
    strictFile,
    z.strictObject({ type: z.literal('folder'), title: z.string(), children: z.array(strictNode) }),
  ]),
)

export const strictTracks = z.array(strictNode)
export const strictError = z.strictObject({ error: z.string().min(1) })
export const strictInvalid = z.strictObject({
  error: z.string().min(1),
  errors: z
    .array(z.object({ param: z.string(), location: z.string(), msg: z.string().min(1), value: z.unknown() }))
    .min(1),
})
