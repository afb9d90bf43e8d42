import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import {
  type Lenient,
  choice,
  described,
  Flag,
  flag,
  integerBetween,
  lenient,
  PageNumber,
  PageSize,
  Pagination,
  RecordId,
  Seed,
  Uuid,
} from './primitives.ts'
import { Work } from './works.ts'

export const workOrders = [
  'create_date',
  'release',
  'rating',
  'dl_count',
  'price',
  'rate_average_2dp',
  'review_count',
  'id',
  'nsfw',
  'random',
] as const
export type WorkOrder = (typeof workOrders)[number]

/** Orders of other servers of this family: `betterRandom` is a single random work, another one each time. */
const askedOrders = [...workOrders, 'betterRandom'] as const
const orderAliases = { created_at: 'create_date' } as const

export const WorkPage = z.object({ works: z.array(Work), pagination: Pagination })
export type WorkPage = z.infer<typeof WorkPage>

/** In UTF-16 code units. Longer keywords are rejected; the search language has the same limit. */
export const MAX_KEYWORD_LENGTH = 2_000
/** Longer keywords are sent by POST, because some proxies reject URLs over 8 kB. */
export const MAX_KEYWORD_LENGTH_IN_ADDRESS = 500
/** Maximum number of works with the visitor's own subtitles. */
export const MAX_LOCAL_SUBTITLED_WORKS = 200_000
/** Maximum number of playlists whose status a list includes. */
export const MAX_PLAYLIST_STATUS = 100
/** Enough for all of them as codes, and a keyword. */
export const MAX_LIST_BODY_BYTES = 4 * 1024 * 1024

const tooLong = `Must be at most ${MAX_KEYWORD_LENGTH} characters`
const KeywordText = z.string().check(z.maxLength(MAX_KEYWORD_LENGTH, tooLong))
export const Keyword: Lenient<string> = lenient((value) => value ?? undefined, z._default(KeywordText, ''))

const playlistIdsError = `Must be at most ${MAX_PLAYLIST_STATUS} playlist ids`
/** The visitor's playlists whose status each work of a list includes: none, one or several. */
export const PlaylistIds: Lenient<string[]> = lenient(
  (value) => {
    if (value === '' || value === null) return undefined
    return typeof value === 'string' ? [value] : value
  },
  z._default(z.array(Uuid, playlistIdsError).check(z.maxLength(MAX_PLAYLIST_STATUS, playlistIdsError)), []),
)

const workRefsError = `Must be at most ${MAX_LOCAL_SUBTITLED_WORKS} work ids or codes`

/** Work ids, as numbers or digits, and codes, mixed. */
export const WorkRefs: Lenient<(number | string)[]> = lenient(
  (value) => value ?? undefined,
  z._default(
    // Checked in one loop: an array schema creates a result object for each of 200,000 entries.
    described(z.custom<(number | string)[]>(areWorkRefs, workRefsError), {
      type: 'array',
      maxItems: MAX_LOCAL_SUBTITLED_WORKS,
      items: { type: ['integer', 'string'] },
    }),
    [],
  ),
)

function areWorkRefs(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= MAX_LOCAL_SUBTITLED_WORKS &&
    value.every((ref) => typeof ref === 'string' || Number.isInteger(ref))
  )
}

/** Maximum number of languages that a list prefers. */
export const MAX_EDITION_LANGUAGES = 8

const editionLanguagesError = `Must be at most ${MAX_EDITION_LANGUAGES} languages such as CHI_HANS`

/** Languages in order of preference, as a list or separated by commas. */
export const EditionLanguages: Lenient<string[] | string, string[]> = lenient(
  (value) => {
    if (value === null) return undefined
    return typeof value === 'string' ? value.split(',').filter((language) => language !== '') : value
  },
  z._default(
    z
      .array(
        z.string(editionLanguagesError).check(z.regex(/^[a-z_]{2,16}$/i, editionLanguagesError)),
        editionLanguagesError,
      )
      .check(z.maxLength(MAX_EDITION_LANGUAGES, editionLanguagesError)),
    [],
  ),
)

/** Which editions a list shows. */
export const editionFields = {
  /** `one`: each work once, in one edition of those that match; totals count works. `all`: every edition is listed. */
  editions: choice(['all', 'one'], 'all'),
  /** With `editions=one`: the edition in the first of these languages, then the original, then the lowest id. */
  editionLanguages: EditionLanguages,
  /** 1: each work has `language`, and for a member `edition_progress`. */
  withEditions: Flag,
}

/** What older clients call works with subtitles, in the library or made by a machine. */
const lyricFilters = ['', 'local', 'ai', 'ai_local', 'local_ai'] as const

const listFields = {
  order: choice(askedOrders, 'create_date', orderAliases),
  sort: choice(['asc', 'desc'], 'desc'),
  page: PageNumber,
  pageSize: PageSize,
  seed: Seed,
  /** 1: only works with subtitles. */
  subtitle: Flag,
  /** Older clients' name for `subtitle=1`: anything but the empty text. */
  lyric: choice(lyricFilters, ''),
  /** 1: only works that are not `nsfw`; 2: only those that are; 0: all. */
  nsfw: integerBetween(0, 2, 0),
  keyword: Keyword,
  /** 0: no translations whose original is in the library too. */
  includeTranslationWorks: flag(1),
  ...editionFields,
}

/** A list's parameters in the query. */
export const WorksQuery = z.object({
  ...listFields,
  /** The visitor's playlists that `playlistStatus` includes; repeated for each. */
  'withPlaylistStatus[]': PlaylistIds,
})
export type WorksQuery = z.infer<typeof WorksQuery>

/** A list's parameters in a body. Numbers and flags may be text, as in a query. */
export const ListBody = z.object({
  ...listFields,
  withPlaylistStatus: PlaylistIds,
  /** Works that the visitor has subtitles for: `subtitle: 1` finds these too. */
  localSubtitledWorks: WorkRefs,
})

/** The same, or nothing. */
export const WorksBody = z.prefault(ListBody, {})
export type WorksBody = z.infer<typeof WorksBody>

export const listWorks = endpoint({
  method: 'GET',
  path: '/api/works',
  summary: 'Lists the library, paginated',
  tag: 'Works',
  query: WorksQuery,
  response: WorkPage,
})

export const listWorksByBody = endpoint({
  method: 'POST',
  path: '/api/works',
  summary: 'Lists the library, with parameters in a body; same answers as by GET',
  tag: 'Works',
  body: WorksBody,
  bodyLimitBytes: MAX_LIST_BODY_BYTES,
  response: WorkPage,
  errors: ['request.tooLarge'],
})

/** What a list can be narrowed by: groups, choices in each, characters of one, and names listed for a group. */
export const MAX_COUNT_GROUPS = 12
export const MAX_COUNT_CHOICES = 60
export const MAX_CHOICE_LENGTH = 300
export const MAX_COUNTED_NAMES = 50

const CountGroup = z.object({
  /** What applies to all choices of the group, in the search language. */
  keyword: KeywordText,
  /** Only works with subtitles. */
  subtitle: Flag,
  /** Each is counted together with the group's keyword. Special terms only. */
  choices: z._default(
    z
      .array(z.string().check(z.maxLength(MAX_CHOICE_LENGTH, `Must be at most ${MAX_CHOICE_LENGTH} characters`)))
      .check(z.maxLength(MAX_COUNT_CHOICES, `Must be at most ${MAX_COUNT_CHOICES} choices`)),
    [],
  ),
  /** Lists the names that most of the group's works have. */
  names: z.optional(z.enum(['tag', 'circle', 'voiceActor', 'language', 'subtitleLanguage'])),
})

export const CountsBody = z.object({
  groups: z.array(CountGroup).check(z.maxLength(MAX_COUNT_GROUPS, `Must be at most ${MAX_COUNT_GROUPS} groups`)),
  localSubtitledWorks: WorkRefs,
  editions: choice(['all', 'one'], 'all'),
})

export type CountsBody = z.infer<typeof CountsBody>

export const countWorks = endpoint({
  method: 'POST',
  path: '/api/works/counts',
  summary: 'Counts the works of several searches, and of each with one more choice; for filters',
  tag: 'Search',
  body: CountsBody,
  bodyLimitBytes: MAX_LIST_BODY_BYTES,
  response: z.object({
    groups: z.array(
      z.object({
        total: z.int(),
        /** By choice, in their order. */
        choices: z.array(z.int()),
        /** Ids, or codes of languages in lower case; at most 50, most works first. */
        names: z.array(z.object({ id: z.union([z.int(), z.string()]), count: z.int() })),
      }),
    ),
  }),
  errors: ['request.tooLarge'],
})

/** White space at both ends is ignored; a single space matches the whole library. */
const KeywordParams = z.object({ keyword: KeywordText })

export const searchWorks = endpoint({
  method: 'GET',
  path: '/api/search/{keyword}',
  summary: 'Lists the works that match a keyword, paginated',
  tag: 'Search',
  params: KeywordParams,
  query: WorksQuery,
  response: WorkPage,
})

export const searchWorksByQuery = endpoint({
  method: 'GET',
  path: '/api/search',
  summary:
    'Same search with the keyword in the query; without one, lists the whole library. `isAdvance=1`: the keyword is a JSON list of conditions `{t, d}`, which all must match; `t` is 1 for text, 2 for a voice actor, 3 for a tag, 4 for a circle (by id), 5 for a code',
  tag: 'Search',
  query: z.extend(WorksQuery, { isAdvance: Flag }),
  response: WorkPage,
})

export const searchWorksByBody = endpoint({
  method: 'POST',
  path: '/api/search/',
  summary: 'Same search with parameters in a body, for long keywords and local subtitles',
  tag: 'Search',
  body: WorksBody,
  bodyLimitBytes: MAX_LIST_BODY_BYTES,
  response: WorkPage,
  errors: ['request.tooLarge'],
})

export const searchWorksByPathAndBody = endpoint({
  method: 'POST',
  path: '/api/search/{keyword}',
  summary: 'Same search with the keyword in the path, which takes precedence over one in the body',
  tag: 'Search',
  params: KeywordParams,
  body: WorksBody,
  bodyLimitBytes: MAX_LIST_BODY_BYTES,
  response: WorkPage,
  errors: ['request.tooLarge'],
})

export const listCircleWorks = endpoint({
  method: 'GET',
  path: '/api/circles/{id}/works',
  summary: "Lists a circle's works, paginated",
  tag: 'Names',
  params: z.object({ id: RecordId }),
  query: WorksQuery,
  response: WorkPage,
  errors: ['circle.notFound'],
})

export const listTagWorks = endpoint({
  method: 'GET',
  path: '/api/tags/{id}/works',
  summary: 'Lists the works with a tag, paginated',
  tag: 'Names',
  params: z.object({ id: RecordId }),
  query: WorksQuery,
  response: WorkPage,
  errors: ['tag.notFound'],
})

export const listVoiceActorWorks = endpoint({
  method: 'GET',
  path: '/api/vas/{id}/works',
  summary: "Lists a voice actor's works, paginated",
  tag: 'Names',
  params: z.object({ id: Uuid }),
  query: WorksQuery,
  response: WorkPage,
  errors: ['va.notFound'],
})

export const listSeriesWorks = endpoint({
  method: 'GET',
  path: '/api/series/{id}/works',
  summary: "Lists a series' works in its own order: by number, then release, then id; paginated",
  tag: 'Names',
  params: z.object({ id: RecordId }),
  query: z.object({ page: PageNumber, pageSize: PageSize, 'withPlaylistStatus[]': PlaylistIds }),
  response: WorkPage,
  errors: ['series.notFound'],
})

export const listStaffWorks = endpoint({
  method: 'GET',
  path: '/api/staff/{id}/works',
  summary: "Lists a staff member's works, in any role, paginated",
  tag: 'Names',
  params: z.object({ id: Uuid }),
  query: WorksQuery,
  response: WorkPage,
  errors: ['staff.notFound'],
})
