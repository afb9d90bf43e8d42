import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { ListBody } from './lists.ts'
import { RecordId, Uuid, WorkRef, withoutNul } from './primitives.ts'

/** Maximum number of works that one call names. */
export const MAX_SELECTED_IDS = 1_000
/** Maximum number of works that a selected list may have. */
export const MAX_SELECTED_WORKS = 100_000
/** Maximum number of works of one lookup. */
export const MAX_REFRESHED_WORKS = 10_000
/** Maximum number of tags that are added or removed at once. */
export const MAX_CHANGED_TAGS = 20
/** Failures that an answer lists. */
export const MAX_LISTED_FAILURES = 100
/** Older changes of many works are forgotten, and can only be undone work by work. */
export const MAX_SELECTION_EDITS = 50

const worksError = `Must be 1 to ${MAX_SELECTED_IDS} work ids or codes`
const eitherError = 'Must have either `works`, or `list` and `total`'

/** Works by their ids, or all works of a list. */
const Selection = z
  .object({
    works: z.optional(
      z.array(WorkRef, worksError).check(z.minLength(1, worksError), z.maxLength(MAX_SELECTED_IDS, worksError)),
    ),
    /** Its page is ignored. */
    list: z.optional(ListBody),
    /** The number of works that the list had; with another one nothing is done. */
    total: z.optional(z.int()),
  })
  .check(
    z.refine(
      ({ works, list, total }) => (works === undefined) === (list !== undefined && total !== undefined),
      eitherError,
    ),
  )
export type Selection = z.input<typeof Selection>

const selectionErrors = ['selection.changed', 'selection.empty', 'selection.tooMany'] as const

const nameError = 'Must be 1 to 200 characters'
const Name = z.string(nameError).check(withoutNul, z.trim(), z.minLength(1, nameError), z.maxLength(200, nameError))
const tagsError = `Must be at most ${MAX_CHANGED_TAGS} tags`
const TagList = z._default(z.array(Name, tagsError).check(z.maxLength(MAX_CHANGED_TAGS, tagsError)), [])

const Change = z
  .object({
    addTags: TagList,
    removeTags: TagList,
    /** Null: unknown. */
    circle: z.optional(z.nullable(Name)),
    series: z.optional(z.nullable(Name)),
    age: z.optional(z.enum(['general', 'r15', 'adult', 'unrated'])),
  })
  .check(
    z.refine(
      ({ addTags, removeTags, circle, series, age }) =>
        addTags.length + removeTags.length > 0 || circle !== undefined || series !== undefined || age !== undefined,
      'Must change something',
    ),
  )
export type SelectionChange = z.output<typeof Change>

/** Why a work was left unchanged. `unread`: no scan has read its folder; `changedSince`: its undo would lose later edits. */
export const selectionFailures = ['missing', 'unread', 'tooManyTags', 'changedSince'] as const
export type SelectionFailure = (typeof selectionFailures)[number]

/** A change of many works, which runs as a job. */
export const SelectionEdit = z.object({
  id: z.int(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  total: z.int(),
  /** How many have been processed; those of them that changed; those that could not be changed. */
  done: z.int(),
  changed: z.int(),
  failed: z.int(),
  failures: z.array(
    z.object({ workId: z.int(), code: z.string(), title: z.string(), reason: z.enum(selectionFailures) }),
  ),
  change: z.nullable(Change),
  /** The editor's name; null: the account was deleted. */
  by: z.nullable(z.string()),
  /** ISO 8601. */
  at: z.string(),
  /** The change that this one undoes, and the one that undoes it. */
  undoes: z.nullable(z.int()),
  undoneBy: z.nullable(z.int()),
})
export type SelectionEdit = z.infer<typeof SelectionEdit>

export const editSelection = endpoint({
  method: 'POST',
  path: '/api/edit/selections',
  summary: 'Changes many works as a job: adds and removes tags, sets circle, series and age',
  tag: 'Editing',
  body: z.object({ selection: Selection, change: Change }),
  response: SelectionEdit,
  errors: selectionErrors,
  access: 'editor',
})

export const listSelectionEdits = endpoint({
  method: 'GET',
  path: '/api/edit/selections',
  summary: `Lists the latest ${MAX_SELECTION_EDITS} changes of many works`,
  tag: 'Editing',
  response: z.object({ edits: z.array(SelectionEdit) }),
  access: 'editor',
})

const EditParams = z.object({ id: RecordId })

export const getSelectionEdit = endpoint({
  method: 'GET',
  path: '/api/edit/selections/{id}',
  summary: 'Returns how far a change of many works is, and what could not be changed',
  tag: 'Editing',
  params: EditParams,
  response: SelectionEdit,
  errors: ['selection.notFound'],
  access: 'editor',
})

export const cancelSelectionEdit = endpoint({
  method: 'POST',
  path: '/api/edit/selections/{id}/cancel',
  summary: 'Stops a change of many works; those already changed stay so',
  tag: 'Editing',
  params: EditParams,
  response: SelectionEdit,
  errors: ['selection.notFound', 'selection.ended'],
  access: 'editor',
})

export const undoSelectionEdit = endpoint({
  method: 'POST',
  path: '/api/edit/selections/{id}/undo',
  summary: 'Undoes a change of many works as a whole, as a job; works that were edited since stay as they are',
  tag: 'Editing',
  params: EditParams,
  response: SelectionEdit,
  errors: ['selection.notFound', 'selection.running', 'selection.undone'],
  access: 'editor',
})

export const refreshSelection = endpoint({
  method: 'POST',
  path: '/api/admin/metadata/fetch-selection',
  summary: 'Looks works up at the providers',
  tag: 'Administration',
  body: z.object({ selection: Selection }),
  response: z.object({ queued: z.int() }),
  errors: [...selectionErrors, 'metadata.off'],
  access: 'admin',
})

export const addSelectionToPlaylist = endpoint({
  method: 'POST',
  path: '/api/playlist/add-selection',
  summary: 'Adds works to the end of a playlist; works that are in it already stay where they are',
  tag: 'Playlists',
  body: z.object({ id: Uuid, selection: Selection }),
  response: z.object({ added: z.int() }),
  errors: [...selectionErrors, 'playlist.notFound', 'playlist.full'],
  access: 'member',
})
