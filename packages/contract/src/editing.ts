import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { integerBetween, RecordId } from './primitives.ts'

/** The fields of a work that editors can set, named as in the sidecar. */
export const editFields = [
  'title',
  'titles',
  'circle',
  'voice_actors',
  'staff',
  'series',
  'tags',
  'age',
  'release',
  'create_date',
  'language',
  'original',
  'price',
  'description',
  'cover',
] as const
export type EditField = (typeof editFields)[number]

/** Fields that every work has, so that they can be given back but not be emptied. */
export const neverEmpty: readonly EditField[] = ['title', 'create_date', 'cover']

/** Lengths in UTF-16 code units, and numbers of names. */
export const editLimits = {
  title: 500,
  name: 200,
  /** Voice actors, and tags. */
  names: 200,
  /** Of one role. */
  staff: 100,
  seriesNumber: 100_000,
  description: 50_000,
  /** JPY */
  price: 10_000_000,
} as const

/** Of an uploaded cover. */
export const MAX_COVER_BYTES = 20 * 1024 * 1024
/** Older edits of a work are forgotten. */
export const MAX_EDITS_PER_WORK = 200

/**
 * Where a field comes from, in the order of trust. `files`: files that other programs left in the work's folder;
 * `folder`: names of folders; `tags`: the tags of recordings.
 */
export const fieldSources = ['edit', 'sidecar', 'import', 'provider', 'files', 'folder', 'tags'] as const
export type FieldSource = (typeof fieldSources)[number]

const Field = z.enum(editFields)
/** As in a sidecar; null: none. */
const Value = z.unknown()

export const EditedField = z.object({
  field: Field,
  /** What is shown. */
  value: Value,
  /** Null: no source has the field. */
  source: z.nullable(z.enum(fieldSources)),
  /** What the other sources have; the first one is shown once the field is given back. */
  others: z.array(z.object({ source: z.enum(fieldSources), value: Value })),
})
export type EditedField = z.infer<typeof EditedField>

export const WorkEditForm = z.object({
  id: z.int(),
  code: z.string(),
  /** Increases with every edit of the work. */
  version: z.int(),
  /**
   * A cover's value is `{file: id}` (a picture of the work), `{uploaded: name}` or `{provider: true}`, and null if it was
   * chosen among the work's pictures automatically.
   */
  fields: z.array(EditedField),
  /** Pictures of the work, as possible covers. */
  pictures: z.array(z.object({ id: z.int(), path: z.string() })),
  hasProviderCover: z.boolean(),
})
export type WorkEditForm = z.infer<typeof WorkEditForm>

/** A work's id or its code. */
const WorkParams = z.object({ id: z.string() })

export const getWorkEdit = endpoint({
  method: 'GET',
  path: '/api/edit/works/{id}',
  summary: 'Returns the fields of a work, with what each source says of them',
  tag: 'Editing',
  params: WorkParams,
  response: WorkEditForm,
  errors: ['work.notFound', 'edit.unread', 'edit.badSidecar'],
  access: 'editor',
})

export const editWork = endpoint({
  method: 'PUT',
  path: '/api/edit/works/{id}',
  summary: 'Sets fields of a work, which from then on ignore other sources, or gives them back to those',
  tag: 'Editing',
  params: WorkParams,
  body: z.object({
    /** The version that was edited. */
    version: z.int(),
    /** Values as in a sidecar; null: there is none. */
    set: z._default(z.partialRecord(Field, Value), {}),
    release: z._default(z.array(Field).check(z.maxLength(editFields.length)), []),
  }),
  response: WorkEditForm,
  errors: [
    'work.notFound',
    'edit.unread',
    'edit.badSidecar',
    'edit.conflict',
    'edit.badPicture',
    'file.notFound',
    'file.unreadable',
  ],
  access: 'editor',
})

export const uploadCover = endpoint({
  method: 'POST',
  path: '/api/edit/works/{id}/cover',
  summary: 'Stores a picture, sent as the body, that can then be set as the cover of the work',
  tag: 'Editing',
  params: WorkParams,
  bodyLimitBytes: MAX_COVER_BYTES,
  response: z.object({ uploaded: z.string() }),
  errors: ['work.notFound', 'edit.badPicture', 'request.tooLarge', 'request.unsupported', 'server.full'],
  access: 'editor',
})

const Side = z.object({
  value: Value,
  /** Whether an editor had set it; else other sources decided. */
  isEdited: z.boolean(),
})

export const WorkEdit = z.object({
  id: z.int(),
  /** ISO 8601. */
  at: z.string(),
  /** The editor's name; null: the account was deleted. */
  by: z.nullable(z.string()),
  changes: z.array(z.object({ field: Field, before: Side, after: Side })),
  /** The edit that undid this one. */
  undoneBy: z.nullable(z.int()),
  /** The edit that this one undid. */
  undoes: z.nullable(z.int()),
  /** Whether its fields have not been edited since. */
  canUndo: z.boolean(),
})
export type WorkEdit = z.infer<typeof WorkEdit>

export const listWorkEdits = endpoint({
  method: 'GET',
  path: '/api/edit/works/{id}/history',
  summary: 'Lists the edits of a work, latest first; only those before an id, if one is given',
  tag: 'Editing',
  params: WorkParams,
  query: z.object({ before: integerBetween(0, 2_147_483_647, 2_147_483_647), limit: integerBetween(1, 100, 20) }),
  response: z.object({ edits: z.array(WorkEdit), hasMore: z.boolean() }),
  errors: ['work.notFound'],
  access: 'editor',
})

export const undoWorkEdit = endpoint({
  method: 'POST',
  path: '/api/edit/works/{id}/history/{editId}/undo',
  summary: 'Undoes an edit whose fields have not been edited since, as a new edit',
  tag: 'Editing',
  params: z.object({ id: z.string(), editId: RecordId }),
  response: WorkEditForm,
  errors: ['work.notFound', 'edit.unread', 'edit.badSidecar', 'edit.notFound', 'edit.changedSince'],
  access: 'editor',
})
