import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { pageSizeUpTo, type Lenient, lenient, PageNumber, Pagination } from './primitives.ts'
import { ages } from './unknowns.ts'

/** In UTF-16 code units; a longer query is refused. */
export const MAX_SUBTITLE_QUERY_LENGTH = 200
/** Of the keyword that narrows the works. */
export const MAX_SUBTITLE_KEYWORD_LENGTH = 2_000
/** Of a query no more words and phrases than these are looked for; one that is part of another does not count. */
export const MAX_SUBTITLE_TERMS = 8
/** Works that one search tells of at most, over all its pages. */
export const MAX_SUBTITLE_WORKS = 1_000
/** Works on a page at most. */
export const MAX_SUBTITLE_PAGE_SIZE = 50
/** What a page says of each work: so many files, and of each so many lines. */
export const SUBTITLE_FILES_OF_A_WORK = 3
export const SUBTITLE_LINES_OF_A_FILE = 3
/** What a search in one work says: so many files, and so many lines in all. */
export const MAX_SUBTITLE_FILES_IN_WORK = 200
export const MAX_SUBTITLE_LINES_IN_WORK = 500

export const SubtitleLine = z.object({
  /** Seconds from the beginning of the audio. */
  startSeconds: z.number(),
  endSeconds: z.number(),
  /** It may hold line breaks. */
  text: z.string(),
  /** What was found in it: pairs of places in `text`, in UTF-16 code units, apart from each other and in order. */
  ranges: z.array(z.tuple([z.int(), z.int()])),
})
export type SubtitleLine = z.infer<typeof SubtitleLine>

export const SubtitleMatch = z.object({
  subtitle: z.object({
    /** As in the tracks: `{workId}/{fileId}`. */
    hash: z.string(),
    /** Below the work's folder, `/` between names. */
    path: z.string(),
  }),
  /** The audio that the subtitle surely belongs to; null when there is none. */
  audio: z.nullable(
    z.object({
      hash: z.string(),
      path: z.string(),
      /** Seconds; null when it is not known. */ duration: z.nullable(z.number()),
    }),
  ),
  /** How many lines were found; `lines` may be the first of them only. */
  lineCount: z.int(),
  lines: z.array(SubtitleLine),
})
export type SubtitleMatch = z.infer<typeof SubtitleMatch>

export const SubtitleWork = z.object({
  id: z.int(),
  title: z.string(),
  source_id: z.string(),
  source_type: z.string(),
  /** The circle's name. */
  name: z.string(),
  /** `unrated`: nothing tells. This call is no other server's, so its clients know it. */
  age_category_string: z.enum(ages),
  thumbnailCoverUrl: z.string(),
  mainCoverUrl: z.string(),
  matches: z.array(SubtitleMatch),
  /** There are more files of this work in which it may be found. */
  hasMore: z.boolean(),
})
export type SubtitleWork = z.infer<typeof SubtitleWork>

export const SubtitleIndexState = z.object({
  /** `off`: the server was told not to search subtitles. */
  state: z.enum(['ready', 'building', 'off']),
  /** How much of the library has been looked at by the run that is under way, 0 to 1. */
  progress: z.number(),
})
export type SubtitleIndexState = z.infer<typeof SubtitleIndexState>

export const IgnoredWords = z.object({
  /** As they were asked for; a phrase without its quotes. */
  words: z.string(),
  /** `signs`: made of nothing but signs or pictures, which the search does not look at; `tooMany`: see the limit. */
  reason: z.enum(['signs', 'tooMany']),
})
export type IgnoredWords = z.infer<typeof IgnoredWords>

export const SubtitlePage = z.object({
  works: z.array(SubtitleWork),
  /** Counts works. */
  pagination: Pagination,
  /** False: `totalCount` is about what there is, for not every file was looked into. */
  isExact: z.boolean(),
  /**
   * True: the search took too long, and `works` are those found until then; there may be more of them. It goes on from there
   * when the same is asked for again.
   */
  isPartial: z.boolean(),
  /** What of the query was not looked for. */
  ignored: z.array(IgnoredWords),
  index: SubtitleIndexState,
})
export type SubtitlePage = z.infer<typeof SubtitlePage>

const tooLong = `Must be at most ${MAX_SUBTITLE_QUERY_LENGTH} characters`
const Query: Lenient<string> = lenient(
  (value) => value ?? undefined,
  z._default(z.string().check(z.maxLength(MAX_SUBTITLE_QUERY_LENGTH, tooLong)), ''),
)
const keywordTooLong = `Must be at most ${MAX_SUBTITLE_KEYWORD_LENGTH} characters`
const Keyword: Lenient<string> = lenient(
  (value) => value ?? undefined,
  z._default(z.string().check(z.maxLength(MAX_SUBTITLE_KEYWORD_LENGTH, keywordTooLong)), ''),
)
const WorkRef: Lenient<string> = lenient(
  (value) => (typeof value === 'number' ? String(value) : (value ?? undefined)),
  z._default(z.string().check(z.maxLength(32)), ''),
)

export const searchSubtitles = endpoint({
  method: 'GET',
  path: '/api/subtitles/search',
  summary:
    'Lines of subtitle files, with their times and the audio they belong to: of the whole library, or of one work',
  tag: 'Subtitles',
  query: z.object({
    /** Words, each of which has to be found in a line or in two that follow one another; `"…"` keeps words together. */
    query: Query,
    /** The id or code of a work: only there, with all that is found. */
    workId: WorkRef,
    /** Only works that this keyword finds, as in lists. */
    keyword: Keyword,
    page: PageNumber,
    pageSize: pageSizeUpTo(MAX_SUBTITLE_PAGE_SIZE),
  }),
  response: SubtitlePage,
  errors: ['work.notFound', 'server.busy'],
})
