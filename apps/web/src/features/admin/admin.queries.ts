import {
  browseFolders,
  type FeedbackState,
  getKikoeruImport,
  getMetadataFetch,
  getScan,
  getServerSettings,
  getServerStatus,
  getSetup,
  listBackups,
  listFailedJobs,
  listFailedMetadata,
  listFeedback,
  listFolders,
  listLibraryFolders,
  listMissingWorks,
  listNotFoundMetadata,
  listProblems,
  listSecurityEvents,
  listUsers,
} from '@otodana/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'

/** The key of all queries for administrators. */
export const ADMIN = ['admin'] as const
/** The scan's status; for administrators it includes why one failed. */
export const SCAN = [...ADMIN, 'scan'] as const

const STATUS_POLL_MS = 10_000
const SCAN_POLL_MS = 2_000
const GROWTH_POLL_MS = 1_000
const LOOKUP_POLL_MS = 1_000
const BACKUP_POLL_MS = 500
const KIKOERU_POLL_MS = 500
const USERS_A_PAGE = 20
const REPORTS_A_PAGE = 20
const MISSING_A_PAGE = 20
export const EVENTS_A_PAGE = 50

// Administrators expect the current state.
const now = { staleTime: 0 } as const

export const adminQueries = {
  kikoeru: (api: Api) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'kikoeru'],
      queryFn: ({ signal }) => api(getKikoeruImport, {}, { signal }),
      refetchInterval: ({ state }) => (state.data?.state === 'running' ? KIKOERU_POLL_MS : false),
    }),
  setup: (api: Api) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'setup'],
      queryFn: ({ signal }) => api(getSetup, {}, { signal }),
    }),
  status: (api: Api) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'status'],
      queryFn: ({ signal }) => api(getServerStatus, {}, { signal }),
      refetchInterval: STATUS_POLL_MS,
    }),
  failedJobs: (api: Api) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'failed-jobs'],
      queryFn: ({ signal }) => api(listFailedJobs, {}, { signal }),
      refetchInterval: STATUS_POLL_MS,
    }),
  /** @param isWatched  whether its events arrive; otherwise it is polled every two seconds */
  scan: (api: Api, isWatched: boolean) =>
    queryOptions({
      ...now,
      queryKey: SCAN,
      queryFn: ({ signal }) => api(getScan, {}, { signal }),
      refetchInterval: isWatched ? false : SCAN_POLL_MS,
    }),
  metadata: (api: Api) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'metadata'],
      queryFn: ({ signal }) => api(getMetadataFetch, {}, { signal }),
      refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? LOOKUP_POLL_MS : STATUS_POLL_MS),
    }),
  failedMetadata: (api: Api) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'metadata', 'failed'],
      queryFn: async ({ signal }) => (await api(listFailedMetadata, {}, { signal })).failed,
      refetchInterval: STATUS_POLL_MS,
    }),
  notFoundMetadata: (api: Api) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'metadata', 'notFound'],
      queryFn: async ({ signal }) => (await api(listNotFoundMetadata, {}, { signal })).notFound,
      refetchInterval: STATUS_POLL_MS,
    }),
  backups: (api: Api) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'backups'],
      queryFn: ({ signal }) => api(listBackups, {}, { signal }),
      refetchInterval: ({ state }) => (state.data && state.data.progress !== null ? BACKUP_POLL_MS : STATUS_POLL_MS),
    }),
  folders: (api: Api) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'folders'],
      queryFn: ({ signal }) => api(listFolders, {}, { signal }),
      refetchInterval: STATUS_POLL_MS,
    }),
  /** @param isScanning  whether its numbers grow */
  libraryFolders: (api: Api, isScanning = false) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'library-folders'],
      queryFn: ({ signal }) => api(listLibraryFolders, {}, { signal }),
      refetchInterval: isScanning ? GROWTH_POLL_MS : STATUS_POLL_MS,
    }),
  /** @param path  null: the places where choosing begins */
  browse: (api: Api, path: string | null) =>
    infiniteQueryOptions({
      ...now,
      queryKey: [...ADMIN, 'browse', path],
      queryFn: ({ signal, pageParam: page }) =>
        api(browseFolders, { query: path === null ? {} : { path, page } }, { signal }),
      initialPageParam: 1,
      getNextPageParam: ({ pagination: { page, pageSize, totalCount } }) =>
        page * pageSize < totalCount ? page + 1 : undefined,
    }),
  problems: (api: Api) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'problems'],
      queryFn: async ({ signal }) => (await api(listProblems, {}, { signal })).problems,
    }),
  missing: (api: Api, page: number) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'missing', page],
      queryFn: ({ signal }) => api(listMissingWorks, { query: { page, pageSize: MISSING_A_PAGE } }, { signal }),
      placeholderData: keepPreviousData,
    }),
  users: (api: Api, { q, page }: { q: string; page: number }) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'users', q, page],
      queryFn: ({ signal }) => api(listUsers, { query: { q, page, pageSize: USERS_A_PAGE } }, { signal }),
      placeholderData: keepPreviousData,
    }),
  feedback: (api: Api, { state, page }: { state: FeedbackState; page: number }) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'feedback', state, page],
      queryFn: ({ signal }) => api(listFeedback, { query: { state, page, pageSize: REPORTS_A_PAGE } }, { signal }),
      placeholderData: keepPreviousData,
    }),
  settings: (api: Api) =>
    queryOptions({
      ...now,
      queryKey: [...ADMIN, 'settings'],
      queryFn: ({ signal }) => api(getServerSettings, {}, { signal }),
    }),
  /** The latest events when the list was opened; older ones are requested from there. */
  events: (api: Api, opening: number) =>
    queryOptions({
      queryKey: [...ADMIN, 'events', opening],
      queryFn: async ({ signal }) =>
        (await api(listSecurityEvents, { query: { limit: EVENTS_A_PAGE } }, { signal })).events,
      staleTime: Infinity,
      gcTime: 0,
      refetchOnReconnect: false,
    }),
}
