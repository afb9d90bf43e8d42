import type { Work } from '@otodana/contract'
import { parseWorkRef } from '@otodana/work-code'
import { notFound } from '@tanstack/react-router'

import { useSession } from '#features/accounts/index.ts'
import type { AppContext } from '#i18n/app-context.ts'
import { isMissing } from '#lib/api/api.ts'

import { shareMetadata, type ShareMetadata } from './share-metadata.ts'
import { seedFromLists, supersede, workQueries } from '../work.queries.ts'

type PageHead = {
  meta: ({ title: string } | ShareMetadata['meta'][number])[]
  links: { rel: string; href: string }[]
}

export type WorkLoaded = {
  id: number
  head: PageHead
  /** The address of its cover in the size in which the screen before has shown it: that is there at once. */
  shownCover: string | undefined
}

/**
 * Loads a work by what its URL calls it: id or code. The server waits for the files too, so that a page without
 * JavaScript shows them; the browser shows the work first.
 *
 * @returns the work's id, and what the page's head says: it is made here, not in the route, whose code every screen loads
 * @throws not found, when the text names no work or there is none
 */
export async function workLoader(context: AppContext, ref: string): Promise<WorkLoaded> {
  const { api, queryClient } = context
  const id = parseWorkRef(ref)
  // oxlint-disable-next-line only-throw-error -- the router's own signal
  if (id === null) throw notFound()
  const tracks = queryClient.prefetchQuery(workQueries.tracks(api, id))
  if (!import.meta.env.SSR) seedFromLists(queryClient, id)
  const shownCover = import.meta.env.SSR ? undefined : findShownCover(id)
  let work: Work
  try {
    work = await firstKnown(context, id)
  } catch (error) {
    // oxlint-disable-next-line only-throw-error -- the router's own signal
    if (isMissing(error)) throw notFound()
    throw error
  }
  if (import.meta.env.SSR) await tracks
  return { id, head: workHead(context, work), shownCover }
}

/**
 * Whichever arrives first: the public work, or the one with the member's own data.
 *
 * A work that is already known is left as it is, and its screen asks for the member's own data once it is mounted. The router also
 * loads a page again while that page is still being hydrated, and hydration fails on data that the server did not render.
 */
async function firstKnown({ api, queryClient }: AppContext, id: number): Promise<Work> {
  const query = workQueries.info(api, id)
  // What was known before it was found to be missing is known no more.
  const isGone = isMissing(queryClient.getQueryState(query.queryKey)?.error)
  const known = isGone ? undefined : queryClient.getQueryData(query.queryKey)
  if (known) return known
  const info = queryClient.fetchQuery({ ...query, staleTime: 0 })
  const { token } = useSession.getState()
  if (token === null) return info
  const own = queryClient.fetchQuery(workQueries.personal(api, id)).then(async (work) => {
    await supersede(queryClient, work, token)
    return work
  })
  // Where neither comes, it is for the same reason.
  return Promise.any([info, own]).catch(() => info)
}

function findShownCover(id: number): string | undefined {
  const isIt = ({ currentSrc, naturalWidth }: HTMLImageElement) =>
    naturalWidth > 0 && currentSrc.includes(`/api/cover/${id}.jpg`)
  return [...document.images].find(isIt)?.currentSrc
}

/** Title, canonical link and share tags. */
function workHead({ i18n, origin }: AppContext, work: Work): PageHead {
  const shell = i18n.current.texts('shell')
  const share = shareMetadata(work, origin, i18n.current.texts('work-detail'))
  return {
    meta: [{ title: shell('titleOnSite', { title: share.title }) }, ...share.meta],
    links: [{ rel: 'canonical', href: share.canonical }],
  }
}
