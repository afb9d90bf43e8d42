import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { described, PageNumber, Pagination, RecordId } from './primitives.ts'

export const nameKinds = ['circle', 'tag', 'voiceActor', 'series', 'staff'] as const
export type NameKind = (typeof nameKinds)[number]

/** In UTF-16 code units. */
export const MAX_EDITED_NAME_LENGTH = 200
/** Maximum number of names that one call merges. */
export const MAX_MERGED_NAMES = 100
/** Maximum number of groups of names that look alike. */
export const MAX_ALIKE_GROUPS = 100
/** Renames and merges on a page of the history. */
export const NAME_CHANGES_PER_PAGE = 30

const idError = 'Must be the id of a name'
/** A number or, of voice actors and staff, a UUID. */
const NameId = described(
  z.custom<number | string>(
    (value) =>
      (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647) ||
      (typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)),
    idError,
  ),
  { type: ['integer', 'string'] },
)

const KindParams = z.object({ kind: z.enum(nameKinds) })

const nameError = `Must be 1 to ${MAX_EDITED_NAME_LENGTH} characters`
const NameText = z.string(nameError).check(z.maxLength(MAX_EDITED_NAME_LENGTH, nameError))

const mergedError = `Must be 1 to ${MAX_MERGED_NAMES} ids of names`
const MergeBody = z.object({
  /** The name that stays. */
  into: NameId,
  names: z.array(NameId, mergedError).check(z.minLength(1, mergedError), z.maxLength(MAX_MERGED_NAMES, mergedError)),
})

const EditedName = z.object({ id: z.union([z.int(), z.string()]), name: z.string(), count: z.int() })

const mergeErrors = ['name.notFound', 'name.itself', 'name.unknown'] as const

export const listAlikeNames = endpoint({
  method: 'GET',
  path: '/api/edit/names/{kind}/alike',
  summary: 'Lists groups of names with works that look alike, up to a hundred, those with most works first',
  tag: 'Editing',
  params: KindParams,
  response: z.object({ groups: z.array(z.array(EditedName)) }),
  access: 'editor',
})

export const previewNameMerge = endpoint({
  method: 'POST',
  path: '/api/edit/names/{kind}/merge/preview',
  summary: 'Returns what a merge would do: how many works change, and how many the name would then have',
  tag: 'Editing',
  params: KindParams,
  body: MergeBody,
  response: z.object({ changed: z.int(), total: z.int() }),
  errors: mergeErrors,
  access: 'editor',
})

/** A rename or merge. */
export const NameChange = z.object({
  id: z.int(),
  kind: z.enum(nameKinds),
  action: z.enum(['merge', 'rename']),
  /** The name that was renamed, or that others were merged into. */
  name: z.string(),
  /** The names before: one for a rename, all that were merged for a merge. */
  before: z.array(z.string()),
  /** Number of works that it concerned. */
  works: z.int(),
  /** The editor's name; null: the account was deleted. */
  by: z.nullable(z.string()),
  /** ISO 8601. */
  at: z.string(),
  undone: z.nullable(z.object({ by: z.nullable(z.string()), at: z.string() })),
  /** A later change that must be undone first; null: none. */
  blockedBy: z.nullable(z.int()),
})
export type NameChange = z.infer<typeof NameChange>

export const mergeNames = endpoint({
  method: 'POST',
  path: '/api/edit/names/{kind}/merge',
  summary: 'Merges names into one: works, votes and searches by the other names lead to it, now and in later scans',
  tag: 'Editing',
  params: KindParams,
  body: MergeBody,
  response: NameChange,
  errors: [...mergeErrors, 'name.alreadyMerged'],
  access: 'editor',
})

export const renameName = endpoint({
  method: 'POST',
  path: '/api/edit/names/{kind}/rename',
  summary:
    'Renames a circle, tag or voice actor; the name before still leads to it. A tag has names in other languages too',
  tag: 'Editing',
  params: KindParams,
  body: z.object({
    id: NameId,
    name: NameText,
    /** Of a tag; those left out stay. A name cannot be removed. */
    ja: z.optional(NameText),
    zh: z.optional(NameText),
    en: z.optional(NameText),
  }),
  response: NameChange,
  errors: ['name.notFound', 'name.unknown', 'name.taken', 'name.same'],
  access: 'editor',
})

export const listNameChanges = endpoint({
  method: 'GET',
  path: '/api/edit/names/changes',
  summary: 'Lists renames and merges, the latest first, paginated',
  tag: 'Editing',
  query: z.object({ page: PageNumber }),
  response: z.object({ changes: z.array(NameChange), pagination: Pagination }),
  access: 'editor',
})

export const undoNameChange = endpoint({
  method: 'POST',
  path: '/api/edit/names/changes/{id}/undo',
  summary: 'Undoes a rename or merge, unless a later one builds on it: see `blockedBy`',
  tag: 'Editing',
  params: z.object({ id: RecordId }),
  response: NameChange,
  errors: ['name.noChange', 'name.undone', 'name.builtOn'],
  access: 'editor',
})

/** Names that each name had before it was renamed, or before others were merged into it. */
export const FormerNames = z.array(
  z.object({ kind: z.enum(nameKinds), id: z.union([z.int(), z.string()]), names: z.array(z.string()) }),
)
export type FormerNames = z.infer<typeof FormerNames>

export const listFormerNames = endpoint({
  method: 'GET',
  path: '/api/names/former',
  summary: 'Lists former names of circles, tags, voice actors, series and staff, by which works are still found',
  tag: 'Names',
  response: FormerNames,
})
