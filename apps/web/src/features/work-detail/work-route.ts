import { parseWorkRef } from '@otodana/work-code'
import { notFound } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { ApiError } from '#lib/api.ts'

import type { AppContext } from '../../router.tsx'
import { shareMetadata, type ShareWords } from './share-metadata.ts'
import { seedFromLists, workQueries } from './work.queries.ts'

const MAX_DEPTH = 64
const FolderNames = z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(MAX_DEPTH))

/**
 * `?path=["mp3","本編"]`: the folder that the file tree shows. Anything else is no path, which must be said: the router
 * keeps what the address had under any name that is left out here.
 */
export function pathSearch(search: { path?: unknown }): { path: string[] | undefined } {
  const parsed = z.safeParse(FolderNames, fromJson(search.path))
  return { path: parsed.success && parsed.data.length > 0 ? parsed.data : undefined }
}

function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/**
 * Loads a work by what its URL calls it: id or code. The server waits for the files too, so that a page without
 * JavaScript shows them; the browser shows the work first.
 *
 * @throws not found, when the text names no work or there is none
 */
export async function workLoader({ api, queryClient }: AppContext, ref: string): Promise<{ id: number }> {
  const id = parseWorkRef(ref)
  // oxlint-disable-next-line only-throw-error -- the router's own signal
  if (id === null) throw notFound()
  const tracks = queryClient.prefetchQuery(workQueries.tracks(api, id))
  if (!import.meta.env.SSR) seedFromLists(queryClient, id)
  try {
    await queryClient.ensureQueryData(workQueries.info(api, id))
  } catch (error) {
    // oxlint-disable-next-line only-throw-error -- the router's own signal
    if (error instanceof ApiError && error.status === 404) throw notFound()
    throw error
  }
  if (import.meta.env.SSR) await tracks
  return { id }
}

/** Title, canonical link and share tags; of a work that is not there, only the title. */
export function workHead({ api, queryClient, i18n, origin }: AppContext, loaded: { id: number } | undefined) {
  const shell = i18n.current.texts('shell')
  const work = loaded && queryClient.getQueryData(workQueries.info(api, loaded.id).queryKey)
  if (!work) return { meta: [{ title: shell('titleOnSite', { title: shell('notFound.title') }) }] }

  const t = i18n.current.texts('work-detail')
  const words: ShareWords = {
    hours: (value) => t('hours', { value }),
    minutes: (value) => t('minutes', { value }),
    circle: (value) => t('meta.circle', { value }),
    voiceActors: (value) => t('meta.voiceActors', { value }),
    tags: (value) => t('meta.tags', { value }),
    release: (value) => t('meta.release', { value }),
    price: (value) => t('meta.price', { value }),
    sales: (value) => t('meta.sales', { value }),
    separator: t('meta.separator'),
  }
  const share = shareMetadata(work, origin, words)
  return {
    meta: [{ title: shell('titleOnSite', { title: share.title }) }, ...share.meta],
    links: [{ rel: 'canonical', href: share.canonical }],
  }
}
