import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Keyword, PlaylistIds } from './lists.ts'
import { playlistFilters } from './playlist-filters.ts'
import {
  choice,
  described,
  lenient,
  type Lenient,
  PageNumber,
  PageSize,
  Pagination,
  Uuid,
  withoutNul,
} from './primitives.ts'
import { Work } from './works.ts'

/** Name prefix of the server's own playlists, which every member has. Clients show their own names for them. */
export const SYSTEM_PLAYLIST_PREFIX = '__SYS_PLAYLIST_'
export const LIKED_PLAYLIST = '__SYS_PLAYLIST_LIKED'
export const MARKED_PLAYLIST = '__SYS_PLAYLIST_MARKED'

/** In UTF-16 code units. */
export const MAX_PLAYLIST_NAME_LENGTH = 100
export const MAX_PLAYLIST_DESCRIPTION_LENGTH = 500
/** Maximum number of works that one call adds or removes, and that one playlist holds. */
export const MAX_WORKS_AT_ONCE = 1_000
export const MAX_PLAYLIST_WORKS = 10_000
const MAX_PLACE = 2 ** 31 - 1
/** Maximum number of playlists of a member. */
export const MAX_PLAYLISTS = 1_000

export const playlistPrivacies = { private: 0, unlisted: 1, public: 2 } as const
export type PlaylistPrivacy = (typeof playlistPrivacies)[keyof typeof playlistPrivacies]

export const Playlist = z.object({
  id: z.string(),
  user_name: z.string(),
  /** 0: private; 1: everyone with its address; 2: public. */
  privacy: z.literal([0, 1, 2]),
  locale: z.string(),
  playback_count: z.int(),
  name: z.string(),
  description: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  updated_at: z.string(),
  works_count: z.int(),
  /** The last added work; null if there is none. */
  latestWorkID: z.nullable(z.int()),
  mainCoverUrl: z.nullable(z.string()),
  /** Number of members who like it. */
  like_count: z.int(),
  /** Whether it belongs to the visitor. */
  is_owner: z.boolean(),
  /** Whether the visitor likes it. */
  liked: z.boolean(),
})
export type Playlist = z.infer<typeof Playlist>

const PlaylistWithWork = z.extend(Playlist, {
  /** Whether the work in question is in it. */
  exist: z.boolean(),
})
export type PlaylistWithWork = z.infer<typeof PlaylistWithWork>

export const PlaylistWork = z.extend(Work, {
  /** When the work was added; ISO 8601. */
  playlist_rel_created_at: z.string(),
  playlist_rel_updated_at: z.string(),
  /** Increases along the list. Adding a removed work with its former value puts it back in its old position. */
  playlist_rel_place: z.int(),
})
export type PlaylistWork = z.infer<typeof PlaylistWork>

const nameError = `Must be 1 to ${MAX_PLAYLIST_NAME_LENGTH} characters, one of them visible`
/** Whether any of a text can be seen: not only spaces, formatting characters and blank letters. */
export const hasVisibleText = (text: string): boolean =>
  /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/u.test(text)
const Name = z
  .string(nameError)
  .check(withoutNul, z.trim(), z.refine(hasVisibleText, nameError), z.maxLength(MAX_PLAYLIST_NAME_LENGTH, nameError))
const descriptionError = `Must be at most ${MAX_PLAYLIST_DESCRIPTION_LENGTH} characters`
const Description = z
  .string(descriptionError)
  .check(withoutNul, z.maxLength(MAX_PLAYLIST_DESCRIPTION_LENGTH, descriptionError))
const Privacy = z.pipe(
  z.transform((value) => (typeof value === 'string' && /^[012]$/.test(value) ? Number(value) : value)),
  z.literal([0, 1, 2], 'Must be 0, 1 or 2'),
)
const Locale = z.string().check(withoutNul, z.maxLength(35))

const worksError = `Must be at most ${MAX_WORKS_AT_ONCE} work ids or codes`
/** Ids, digits and codes, mixed. */
const WorkRefs = described(
  z.custom<(number | string)[]>(
    (value) =>
      Array.isArray(value) &&
      value.length <= MAX_WORKS_AT_ONCE &&
      value.every((ref) => Number.isInteger(ref) || (typeof ref === 'string' && ref.length <= 32)),
    worksError,
  ),
  { type: 'array', maxItems: MAX_WORKS_AT_ONCE, items: { type: ['integer', 'string'] } },
)

const ById = z.object({ id: Uuid })
const PlaylistPage = z.object({ playlists: z.array(Playlist), pagination: Pagination })

export const listPlaylists = endpoint({
  method: 'GET',
  path: '/api/playlist/get-playlists',
  summary: "Lists the member's own playlists and liked ones; the server's own come first",
  tag: 'Playlists',
  query: z.object({ page: PageNumber, pageSize: PageSize, filterBy: choice(playlistFilters, 'all') }),
  response: PlaylistPage,
  access: 'member',
})

export const getPlaylist = endpoint({
  method: 'GET',
  path: '/api/playlist/get-playlist-metadata',
  summary: 'Returns one playlist, without its works',
  tag: 'Playlists',
  query: ById,
  response: Playlist,
  errors: ['playlist.notFound'],
})

const PlaylistWorkPage = z.object({ works: z.array(PlaylistWork), pagination: Pagination })
const worksFields = {
  page: PageNumber,
  pageSize: PageSize,
  /** Filters the list, in the search language; omitted or empty: everything. */
  keyword: Keyword,
}

export const listPlaylistWorks = endpoint({
  method: 'GET',
  path: '/api/playlist/get-playlist-works',
  summary: "Lists a playlist's works in order, optionally filtered by a keyword, paginated",
  tag: 'Playlists',
  query: z.extend(ById, {
    ...worksFields,
    /** Other playlists of the visitor that `playlistStatus` includes. */
    'withPlaylistStatus[]': PlaylistIds,
  }),
  response: PlaylistWorkPage,
  errors: ['playlist.notFound'],
})

export const listPlaylistWorksByKeyword = endpoint({
  method: 'POST',
  path: '/api/playlist/get-playlist-works-by-keyword',
  summary: 'Same list with parameters in a body, for long keywords',
  tag: 'Playlists',
  body: z.extend(ById, { ...worksFields, withPlaylistStatus: PlaylistIds }),
  response: PlaylistWorkPage,
  errors: ['playlist.notFound'],
})

export const createPlaylist = endpoint({
  method: 'POST',
  path: '/api/playlist/create-playlist',
  summary: 'Creates a playlist; the answer names works that are not in the library',
  tag: 'Playlists',
  body: z.object({
    name: Name,
    privacy: z.optional(Privacy),
    locale: z.optional(Locale),
    description: z.optional(Description),
    works: z.optional(WorkRefs),
  }),
  response: z.extend(Playlist, {
    /** The entries of `works` that are not in the library, as sent. */
    notFound: z.array(z.string()),
  }),
  errors: ['playlist.system', 'playlist.tooMany', 'write.keyReused'],
  access: 'member',
  takesKey: true,
})

const Metadata = z.object({
  name: z.optional(Name),
  privacy: z.optional(Privacy),
  description: z.optional(Description),
})

export const editPlaylist = endpoint({
  method: 'POST',
  path: '/api/playlist/edit-playlist-metadata',
  summary: "Changes a playlist's name, description or privacy; omitted fields stay as they are",
  tag: 'Playlists',
  body: z.extend(ById, {
    data: Metadata,
    /**
     * What the member saw when making the change. A field of `data` that has neither this nor its new value was changed
     * elsewhere: then nothing is stored, and the answer has what is.
     */
    base: z.optional(
      z.object({ name: z.optional(z.string()), privacy: z.optional(Privacy), description: z.optional(z.string()) }),
    ),
  }),
  response: Playlist,
  errors: ['playlist.notFound', 'playlist.system', 'write.changedSince', 'write.keyReused'],
  access: 'member',
  takesKey: true,
})

export const deletePlaylist = endpoint({
  method: 'POST',
  path: '/api/playlist/delete-playlist',
  summary: 'Deletes a playlist',
  tag: 'Playlists',
  body: z.extend(ById, {
    /** What the member saw of it. If it has been changed elsewhere since, it stays, and the answer has what is stored. */
    base: z.optional(z.object({ name: z.string(), works_count: z.int() })),
  }),
  response: z.object({ id: z.string() }),
  errors: ['playlist.notFound', 'playlist.system', 'write.changedSince'],
  access: 'member',
})

const Changed = z.object({
  id: z.string(),
  /** Number of works added or removed; does not count works that already were, or were not, in it. */
  rowCount: z.int(),
  /** The works that are not in the library, as sent. */
  notFound: z.array(z.string()),
})

const placesError = `Must be at most ${MAX_WORKS_AT_ONCE} places, as works of a playlist have them`
const Places: Lenient<number[]> = lenient(
  (value) => value ?? undefined,
  z._default(
    z
      .array(z.int(placesError).check(z.gte(1, placesError), z.lte(MAX_PLACE, placesError)), placesError)
      .check(z.maxLength(MAX_WORKS_AT_ONCE, placesError)),
    [],
  ),
)

export const addWorksToPlaylist = endpoint({
  method: 'POST',
  path: '/api/playlist/add-works-to-playlist',
  summary: 'Appends works to a playlist; works already in it keep their position',
  tag: 'Playlists',
  body: z.extend(ById, {
    works: WorkRefs,
    /** The former `playlist_rel_place` of each of `works`: puts them back there instead of at the end. */
    places: Places,
  }),
  response: Changed,
  errors: ['playlist.notFound', 'playlist.full', 'write.keyReused'],
  access: 'member',
  takesKey: true,
})

export const removeWorksFromPlaylist = endpoint({
  method: 'POST',
  path: '/api/playlist/remove-works-from-playlist',
  summary: 'Removes works from a playlist',
  tag: 'Playlists',
  body: z.extend(ById, { works: WorkRefs }),
  response: Changed,
  errors: ['playlist.notFound', 'write.keyReused'],
  access: 'member',
  takesKey: true,
})

const workRefError = 'Must be a work id or a code such as RJ01234567'
const Neighbour = z.optional(z.nullable(z.int()))
const placeError = `Must be a number from 1 to ${MAX_PLAYLIST_WORKS}`

export const moveWorkInPlaylist = endpoint({
  method: 'POST',
  path: '/api/playlist/move-work-in-playlist',
  summary: 'Moves a work to another position of a playlist',
  tag: 'Playlists',
  body: z.extend(ById, {
    work: z.union([z.int().check(z.gte(1)), z.string().check(z.minLength(1), z.maxLength(32))], workRefError),
    /** From 1, among the works that are in the library; larger than their number: to the end. */
    position: z.int(placeError).check(z.gte(1, placeError), z.lte(MAX_PLAYLIST_WORKS, placeError)),
    /**
     * The works directly before and after it when the member moved it, as far as known; null: it was first or last. If it is
     * beside neither, it was moved elsewhere: then it stays, and the answer has its `position`.
     */
    base: z.optional(z.object({ before: Neighbour, after: Neighbour })),
  }),
  response: ById,
  errors: ['playlist.notFound', 'work.notFound', 'write.changedSince', 'write.keyReused'],
  access: 'member',
  takesKey: true,
})

const Liked = z.object({ id: z.string(), liked: z.boolean() })

export const likePlaylist = endpoint({
  method: 'POST',
  path: '/api/playlist/like-playlist',
  summary: "Likes another member's playlist",
  tag: 'Playlists',
  body: ById,
  response: Liked,
  errors: ['playlist.notFound', 'playlist.own', 'write.keyReused'],
  access: 'member',
  takesKey: true,
})

export const unlikePlaylist = endpoint({
  method: 'POST',
  path: '/api/playlist/remove-like-playlist',
  summary: 'Removes the like from a playlist',
  tag: 'Playlists',
  body: ById,
  response: Liked,
  errors: ['write.keyReused'],
  access: 'member',
  takesKey: true,
})

export const getPlaylistLike = endpoint({
  method: 'GET',
  path: '/api/playlist/get-liked-status',
  summary: 'Returns whether the member likes a playlist',
  tag: 'Playlists',
  query: ById,
  response: Liked,
  errors: ['playlist.notFound'],
  access: 'member',
})

export const getDefaultMarkTarget = endpoint({
  method: 'GET',
  path: '/api/playlist/get-default-mark-target-playlist',
  summary: 'Returns the playlist that works are added to by default',
  tag: 'Playlists',
  response: Playlist,
  access: 'member',
})

export const setDefaultMarkTarget = endpoint({
  method: 'POST',
  path: '/api/playlist/set-default-mark-target-playlist',
  summary: "Sets the account's default playlist: one of the member's own",
  tag: 'Playlists',
  body: ById,
  response: Playlist,
  errors: ['playlist.notFound'],
  access: 'member',
})

export const listPlaylistsWithWork = endpoint({
  method: 'GET',
  path: '/api/playlist/get-work-exist-status-in-my-playlists',
  summary: "Lists the member's own playlists, and whether each contains a work",
  tag: 'Playlists',
  query: z.object({
    workID: z.string(workRefError).check(z.minLength(1, workRefError), z.maxLength(32, workRefError)),
    page: PageNumber,
    pageSize: PageSize,
    version: z.optional(z.unknown()),
  }),
  response: z.object({ playlists: z.array(PlaylistWithWork), pagination: Pagination }),
  access: 'member',
})
