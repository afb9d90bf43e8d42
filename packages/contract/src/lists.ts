import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import {
  type Lenient,
  choice,
  described,
  Flag,
  flag,
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

/** Orders of other servers of this family: `betterRandom` is one work, another one each time. */
const askedOrders = [...workOrders, 'betterRandom'] as const
const orderAliases = { created_at: 'create_date' } as const

export const WorkPage = z.object({ works: z.array(Work), pagination: Pagination })
export type WorkPage = z.infer<typeof WorkPage>

/** In UTF-16 code units. A longer keyword is refused; the search language itself allows no more. */
export const MAX_KEYWORD_LENGTH = 2_000
/** A keyword beyond this goes by POST: addresses longer than 8 kB do not pass every proxy. */
export const MAX_KEYWORD_LENGTH_IN_ADDRESS = 500
/** The most works that a visitor's own subtitles may be sent along for. */
export const MAX_LOCAL_SUBTITLED_WORKS = 200_000
/** The most playlists whose marks one list may ask for. */
export const MAX_PLAYLIST_STATUS = 100
/** Room for all of them as codes, and for a keyword. */
export const MAX_LIST_BODY_BYTES = 4 * 1024 * 1024

const tooLong = `Must be at most ${MAX_KEYWORD_LENGTH} characters`
const KeywordText = z.string().check(z.maxLength(MAX_KEYWORD_LENGTH, tooLong))
export const Keyword: Lenient<string> = lenient((value) => value ?? undefined, z._default(KeywordText, ''))

const playlistIdsError = `Must be at most ${MAX_PLAYLIST_STATUS} playlist ids`
/** The visitor's playlists that each work of a list is asked about: one or several, or none. */
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
    // Looked at in one loop: an array schema makes a result of its own for each of two hundred thousand entries.
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

const listFields = {
  order: choice(askedOrders, 'create_date', orderAliases),
  sort: choice(['asc', 'desc'], 'desc'),
  page: PageNumber,
  pageSize: PageSize,
  seed: Seed,
  /** 1: only works with subtitles. */
  subtitle: Flag,
  keyword: Keyword,
  /** 0: no translations whose original is in the library too. */
  includeTranslationWorks: flag(1),
}

/** What may be asked of a list in its address. */
export const WorksQuery = z.object({
  ...listFields,
  /** The playlists of the visitor that `playlistStatus` tells about; the name is repeated for each. */
  'withPlaylistStatus[]': PlaylistIds,
})
export type WorksQuery = z.infer<typeof WorksQuery>

/** The same in a body. Numbers and flags may be text, as in an address. */
export const WorksBody = z.prefault(
  z.object({
    ...listFields,
    withPlaylistStatus: PlaylistIds,
    /** Works that the visitor has subtitles for: `subtitle: 1` finds these too. */
    localSubtitledWorks: WorkRefs,
  }),
  {},
)
export type WorksBody = z.infer<typeof WorksBody>

export const listWorks = endpoint({
  method: 'GET',
  path: '/api/works',
  summary: 'A page of the library',
  tag: 'Works',
  query: WorksQuery,
  response: WorkPage,
})

export const listWorksByBody = endpoint({
  method: 'POST',
  path: '/api/works',
  summary: 'A page of the library, asked for in a body: the same answers as by GET',
  tag: 'Works',
  body: WorksBody,
  bodyLimitBytes: MAX_LIST_BODY_BYTES,
  response: WorkPage,
  errors: ['request.tooLarge'],
})

/** White space at either end says nothing; a single space is the whole library. */
const KeywordParams = z.object({ keyword: KeywordText })

export const searchWorks = endpoint({
  method: 'GET',
  path: '/api/search/{keyword}',
  summary: 'A page of the works that a keyword finds',
  tag: 'Search',
  params: KeywordParams,
  query: WorksQuery,
  response: WorkPage,
})

export const searchWorksByQuery = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'The same with the keyword in the query; without one, the whole library',
  tag: 'Search',
  query: WorksQuery,
  response: WorkPage,
})

export const searchWorksByBody = endpoint({
  method: 'POST',
  path: '/api/search/',
  summary: 'The same, asked for in a body: for long keywords and local subtitles',
  tag: 'Search',
  body: WorksBody,
  bodyLimitBytes: MAX_LIST_BODY_BYTES,
  response: WorkPage,
  errors: ['request.tooLarge'],
})

export const searchWorksByPathAndBody = endpoint({
  method: 'POST',
  path: '/api/search/{keyword}',
  summary: 'The same with the keyword in the path, which wins over one in the body',
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
  summary: "A page of a circle's works",
  tag: 'Names',
  params: z.object({ id: RecordId }),
  query: WorksQuery,
  response: WorkPage,
  errors: ['circle.notFound'],
})

export const listTagWorks = endpoint({
  method: 'GET',
  path: '/api/tags/{id}/works',
  summary: 'A page of the works with a tag',
  tag: 'Names',
  params: z.object({ id: RecordId }),
  query: WorksQuery,
  response: WorkPage,
  errors: ['tag.notFound'],
})

export const listVoiceActorWorks = endpoint({
  method: 'GET',
  path: '/api/vas/{id}/works',
  summary: "A page of a voice actor's works",
  tag: 'Names',
  params: z.object({ id: Uuid }),
  query: WorksQuery,
  response: WorkPage,
  errors: ['va.notFound'],
})
