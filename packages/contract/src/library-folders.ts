import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { PageNumber, Pagination, RecordId } from './primitives.ts'

/** In UTF-16 code units. */
export const MAX_PATH_LENGTH = 4_096
const FolderPath = z.string().check(
  z.minLength(1),
  z.maxLength(MAX_PATH_LENGTH),
  z.refine((path) => !path.includes('\0'), 'Must not contain NUL'),
)

export const LibraryFolder = z.object({
  /** Null: not chosen in the browser. */
  id: z.nullable(z.int()),
  /** Absolute, or `s3://bucket/prefix`. */
  path: z.string(),
  source: z.enum(['environment', 'chosen', 'demo']),
  /** Works that are there. */
  works: z.int(),
  /** Why it cannot be read now, in English, for administrators; null: it can. */
  problem: z.nullable(z.string()),
  /** Why it is not used: it is not below `LIBRARY_BROWSE`, or it overlaps the server's data; null: it is used. */
  refusal: z.nullable(z.enum(['outside', 'data'])),
  /** Whether changes are noticed at once, and why not; null: watching is off, and scheduled scans find them. */
  watch: z.nullable(
    z.object({
      state: z.enum(['on', 'partly', 'off']),
      reason: z.nullable(z.enum(['network', 'store', 'limit', 'unavailable'])),
      /** The file system, or what to raise, in English. */
      detail: z.nullable(z.string()),
    }),
  ),
  /** ISO 8601, and the administrator's name; null: not chosen in the browser. */
  addedAt: z.nullable(z.string()),
  addedBy: z.nullable(z.string()),
})
export type LibraryFolder = z.infer<typeof LibraryFolder>

export const LibraryFolders = z.object({
  folders: z.array(LibraryFolder),
  /** Whether folders can be added here (`LIBRARY_BROWSE`). */
  canAdd: z.boolean(),
})
export type LibraryFolders = z.infer<typeof LibraryFolders>

export const listLibraryFolders = endpoint({
  method: 'GET',
  path: '/api/admin/library-folders',
  summary: 'Lists the library folders: those of the environment, then those that administrators chose',
  tag: 'Library',
  response: LibraryFolders,
  access: 'admin',
})

export const addLibraryFolder = endpoint({
  method: 'POST',
  path: '/api/admin/library-folders',
  summary: 'Adds a library folder and starts a scan; what is known of its works from an earlier time comes back',
  tag: 'Library',
  body: z.object({ path: FolderPath }),
  response: LibraryFolders,
  errors: ['folder.off', 'folder.outside', 'folder.missing', 'folder.unreadable', 'folder.overlaps', 'folder.tooMany'],
  access: 'admin',
})

export const removeLibraryFolder = endpoint({
  method: 'DELETE',
  path: '/api/admin/library-folders/{id}',
  summary: 'Takes a chosen folder out of the library: its works go missing, and nothing is deleted',
  tag: 'Library',
  params: z.object({ id: RecordId }),
  response: LibraryFolders,
  errors: ['folder.notChosen'],
  access: 'admin',
})

/** How a folder relates to a library folder, or to the server's data folder. */
const Overlap = z.object({
  kind: z.enum(['same', 'inside', 'holds']),
  /** The other folder. */
  path: z.string(),
})

export const FolderListing = z.object({
  /** Null: the places where choosing begins. */
  path: z.nullable(z.string()),
  /** Null: a place where choosing begins. */
  parent: z.nullable(z.string()),
  /** How many of its folders have a work code in their names. */
  codes: z.int(),
  overlap: z.nullable(Overlap),
  folders: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      /** Null: not counted, because that would take too long. */
      codes: z.nullable(z.int()),
      overlap: z.nullable(Overlap),
    }),
  ),
  /** Whether it has more entries than were read. */
  isCut: z.boolean(),
  pagination: Pagination,
})
export type FolderListing = z.infer<typeof FolderListing>

export const browseFolders = endpoint({
  method: 'GET',
  path: '/api/admin/browse',
  summary: 'Lists the folders of the server below `LIBRARY_BROWSE`, to choose library folders from; no files',
  tag: 'Library',
  query: z.object({
    /** Omitted: the places where choosing begins. */
    path: z.optional(FolderPath),
    page: PageNumber,
  }),
  response: FolderListing,
  errors: ['folder.off', 'folder.outside', 'folder.missing', 'folder.unreadable'],
  access: 'admin',
})
