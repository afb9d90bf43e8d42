import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { pageSizeUpTo, type Lenient, lenient, PageNumber, Pagination } from './primitives.ts'
import { ages } from './unknowns.ts'

/** In UTF-16 code units; longer queries are rejected. */
export const MAX_SUBTITLE_QUERY_LENGTH = 200
/** In UTF-16 code units; the keyword filters the works. */
export const MAX_SUBTITLE_KEYWORD_LENGTH = 2_000
/** Maximum number of words and phrases searched; those contained in another do not count. */
export const MAX_SUBTITLE_TERMS = 8
/** Maximum number of works that one search returns, across all pages. */
export const MAX_SUBTITLE_WORKS = 1_000
/** Maximum number of works on a page. */
export const MAX_SUBTITLE_PAGE_SIZE = 50
/** Maximum number of files of each work on a page, and of lines of each file. */
export const SUBTITLE_FILES_OF_A_WORK = 3
export const SUBTITLE_LINES_OF_A_FILE = 3
/** Maximum number of files in a search within one work, and of lines in total. */
export const MAX_SUBTITLE_FILES_IN_WORK = 200
export const MAX_SUBTITLE_LINES_IN_WORK = 500

export const SubtitleLine = z.object({
  /** Seconds from the start of the audio. */
  startSeconds: z.number(),
  endSeconds: z.number(),
  /** May contain line breaks. */
  text: z.string(),
  /** The matches: ranges of `text` in UTF-16 code units, ascending, not overlapping. */
  ranges: z.array(z.tuple([z.int(), z.int()])),
})
export type SubtitleLine = z.infer<typeof SubtitleLine>

export const SubtitleMatch = z.object({
  subtitle: z.object({
    /** As in the tracks: `{workId}/{fileId}`. */
    hash: z.string(),
    /** Relative to the work's folder, separated by `/`. */
    path: z.string(),
  }),
  /** The audio that the subtitle certainly belongs to; null if there is none. */
  audio: z.nullable(
    z.object({
      hash: z.string(),
      path: z.string(),
      /** In seconds; null if unknown. */ duration: z.nullable(z.number()),
    }),
  ),
  /** Number of matching lines; `lines` may contain only the first of them. */
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
  /** `unrated`: unknown. This call is our own, so its clients know the value. */
  age_category_string: z.enum(ages),
  thumbnailCoverUrl: z.string(),
  mainCoverUrl: z.string(),
  matches: z.array(SubtitleMatch),
  /** Whether more files of this work may match. */
  hasMore: z.boolean(),
})
export type SubtitleWork = z.infer<typeof SubtitleWork>

export const SubtitleIndexState = z.object({
  /** `off`: subtitle search is disabled on the server. */
  state: z.enum(['ready', 'building', 'off']),
  /** Progress of the current indexing run over the library, 0 to 1. */
  progress: z.number(),
})
export type SubtitleIndexState = z.infer<typeof SubtitleIndexState>

export const IgnoredWords = z.object({
  /** As sent; a phrase without its quotes. */
  words: z.string(),
  /** `signs`: consists only of punctuation or emoji, which are not indexed; `tooMany`: beyond the limit. */
  reason: z.enum(['signs', 'tooMany']),
})
export type IgnoredWords = z.infer<typeof IgnoredWords>

export const SubtitlePage = z.object({
  works: z.array(SubtitleWork),
  /** Counts works. */
  pagination: Pagination,
  /** False: `totalCount` is an estimate, because not every file was read. */
  isExact: z.boolean(),
  /**
   * True: the search took too long, and `works` holds the matches found so far. The same request continues from there.
   */
  isPartial: z.boolean(),
  /** The parts of the query that were not searched. */
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

export const listSubtitleLanguages = endpoint({
  method: 'GET',
  path: '/api/subtitles/languages',
  summary: 'Lists the languages of the library’s subtitles, `ja`, `zh`, `en` and `ko`, as far as known',
  tag: 'Subtitles',
  /** `count`: of works. */
  response: z.object({ languages: z.array(z.object({ language: z.string(), count: z.int() })) }),
})

export const searchSubtitles = endpoint({
  method: 'GET',
  path: '/api/subtitles/search',
  summary:
    'Searches lines of subtitle files, with their times and the audio they belong to: in the whole library, or in one work',
  tag: 'Subtitles',
  query: z.object({
    /** Words that must all occur in one line or in two consecutive ones; `"…"` searches a phrase. */
    query: Query,
    /** Id or code of a work: searches only it, and returns all matches. */
    workId: WorkRef,
    /** Only works that match this keyword, as in lists. */
    keyword: Keyword,
    page: PageNumber,
    pageSize: pageSizeUpTo(MAX_SUBTITLE_PAGE_SIZE),
  }),
  response: SubtitlePage,
  errors: ['work.notFound', 'server.busy'],
})
