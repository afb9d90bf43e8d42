import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Flag, PageNumber, PageSize, Pagination } from './primitives.ts'

/** Progress of a scan; numbers of works unless stated otherwise. */
export const ScanCounts = z.object({
  /** Work folders found so far. */
  found: z.int(),
  /** Works checked so far, changed or not. */
  done: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  missing: z.int(),
  /** Files read for their tags and length. */
  filesRead: z.int(),
  problems: z.int(),
})
export type ScanCounts = z.infer<typeof ScanCounts>

export const scanStates = ['running', 'done', 'cancelled', 'failed', 'interrupted'] as const

export const ScanStatus = z.object({
  state: z.enum(['idle', 'running']),
  counts: z.nullable(ScanCounts),
  last: z.nullable(
    z.object({
      state: z.enum(scanStates),
      /** ISO 8601. */
      startedAt: z.string(),
      finishedAt: z.nullable(z.string()),
      counts: ScanCounts,
      /** Why it failed; only for administrators. */
      error: z.nullable(z.string()),
    }),
  ),
})
export type ScanStatus = z.infer<typeof ScanStatus>

export const problemKinds = [
  'duplicateCode',
  'unreadableFolder',
  'unreadableFile',
  'brokenMedia',
  'badSidecar',
  'badCueSheet',
  'outsideLibrary',
  'tooDeep',
  'tooManyFiles',
  'rootUnavailable',
  'manyMissing',
  'badCover',
  'archive',
  'noCode',
  'looseAudio',
] as const
export type ProblemKind = (typeof problemKinds)[number]

export const ScanProblem = z.object({
  kind: z.enum(problemKinds),
  root: z.string(),
  /** Relative to the root. */
  path: z.string(),
  workId: z.nullable(z.int()),
  /** In English, for logs and administrators. */
  message: z.string(),
  detectedAt: z.string(),
})
export type ScanProblem = z.infer<typeof ScanProblem>

export const MissingWork = z.object({
  id: z.int(),
  code: z.string(),
  title: z.string(),
  /** The library folder it was in, and its own folder in it. */
  root: z.string(),
  path: z.string(),
})
export type MissingWork = z.infer<typeof MissingWork>

export const listMissingWorks = endpoint({
  method: 'GET',
  path: '/api/library/missing',
  summary: 'Lists works whose folders have disappeared, by code, each with its last known folder, paginated',
  tag: 'Library',
  query: z.object({ page: PageNumber, pageSize: PageSize }),
  response: z.object({ works: z.array(MissingWork), pagination: Pagination }),
  access: 'admin',
})

export const getScan = endpoint({
  method: 'GET',
  path: '/api/library/scan',
  summary: 'Returns whether a scan is running, its progress, and the result of the last one (numbers only)',
  tag: 'Library',
  response: ScanStatus,
})

export const startScan = endpoint({
  method: 'POST',
  path: '/api/library/scan',
  summary: 'Starts a scan; returns as soon as it has started',
  tag: 'Library',
  body: z._default(
    z.object({
      /** Lets this scan mark more than a tenth of a root as missing. */
      allowMissing: Flag,
      /** Reads every work again, changed or not. */
      full: Flag,
      /** Scans this library folder alone. */
      folder: z.optional(z.string().check(z.maxLength(4_096))),
    }),
    { allowMissing: 0, full: 0 },
  ),
  response: ScanStatus,
  errors: ['scan.running', 'folder.notChosen'],
  access: 'admin',
})

export const cancelScan = endpoint({
  method: 'DELETE',
  path: '/api/library/scan',
  summary: 'Stops the running scan after the current work; everything read so far stays',
  tag: 'Library',
  response: ScanStatus,
  errors: ['scan.notRunning'],
  access: 'admin',
})

export const watchScan = endpoint({
  method: 'GET',
  path: '/api/library/scan/events',
  summary: 'Streams the status as server-sent events: `scan` with a ScanStatus, until the client disconnects',
  tag: 'Library',
  response: 'binary',
  access: 'admin',
})

export const listProblems = endpoint({
  method: 'GET',
  path: '/api/library/problems',
  summary: 'Lists what the last scans could not read or had to decide',
  tag: 'Library',
  response: z.object({ problems: z.array(ScanProblem) }),
  access: 'admin',
})

/** Longer than any path that scans follow. */
const Path = z.string().check(z.minLength(1), z.maxLength(4_096))

export const CodelessFolders = z.object({
  /** Folders with audio that are no work, as the last scan found them; at most 1,000 of each library folder. */
  folders: z.array(
    z.object({
      root: z.string(),
      /** Relative to the root. */
      path: z.string(),
      tracks: z.int(),
      sizeBytes: z.int(),
    }),
  ),
  /** Folders that are another work than their name says. */
  works: z.array(
    z.object({
      root: z.string(),
      path: z.string(),
      workId: z.int(),
      /** The id as text, if it has none. */
      code: z.string(),
      isCodeless: z.boolean(),
      /** What it was before its code was corrected. */
      previousCode: z.nullable(z.string()),
      /** Whether a sidecar in the folder says so, which has to be changed there. */
      isBySidecar: z.boolean(),
      /** Null until a scan has read it. */
      title: z.nullable(z.string()),
    }),
  ),
})
export type CodelessFolders = z.infer<typeof CodelessFolders>

export const listFolders = endpoint({
  method: 'GET',
  path: '/api/admin/folders',
  summary: 'Lists folders with audio but without a code, and folders that were made works or got another code',
  tag: 'Library',
  response: CodelessFolders,
  access: 'admin',
})

export const makeFolderWork = endpoint({
  method: 'POST',
  path: '/api/admin/folders',
  summary: 'Makes a folder without a code a work; a scan reads it at once',
  tag: 'Library',
  body: z.object({ root: Path, path: Path }),
  response: z.object({ workId: z.int() }),
  errors: ['folder.notFound'],
  access: 'admin',
})

export const correctCode = endpoint({
  method: 'PUT',
  path: '/api/admin/folders/{id}/code',
  summary:
    'Gives the folder of a work another code, or none (null); ratings, playlists, positions and edits move along',
  tag: 'Library',
  params: z.object({ id: z.string() }),
  body: z.object({
    code: z.nullable(z.string().check(z.regex(/^[RVB]J\d{6,8}$/i, 'Must be a code such as RJ01234567'))),
  }),
  response: z.object({ workId: z.int() }),
  errors: ['work.notFound', 'work.codeTaken'],
  access: 'admin',
})

export const undoFolder = endpoint({
  method: 'DELETE',
  path: '/api/admin/folders/{id}',
  summary:
    'Undoes what was decided of the folder of a work; a work without a code goes missing, and nothing is deleted',
  tag: 'Library',
  params: z.object({ id: z.string() }),
  response: z.object({ workId: z.nullable(z.int()) }),
  errors: ['work.notFound', 'work.codeTaken'],
  access: 'admin',
})
