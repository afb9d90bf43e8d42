import type { Work } from '@otodana/contract'
import { parseWorkRef, workPath } from '@otodana/work-code'
import { notFound, redirect } from '@tanstack/react-router'

import { useSession } from '#features/accounts/index.ts'
import type { AppContext } from '#i18n/app-context.ts'
import { isMissing } from '#lib/api/api.ts'
import { below } from '#lib/base-path.ts'

import { shareMetadata, type ShareMetadata } from './share-metadata.ts'
import { seedFromLists, supersede, workQueries } from '../work.queries.ts'

type PageHead = {
  meta: ({ title: string } | ShareMetadata['meta'][number])[]
  links: { rel: string; href: string }[]
}

export type WorkLoaded = {
  id: number
  head: PageHead
  /** URL of its cover in the size shown on the previous screen, which is cached. */
  shownCover: string | undefined
}

/**
 * Loads a work by id or code. The server waits for the files too, for pages without JavaScript; the browser shows the
 * work first.
 *
 * @returns the work's id and the page's head, which is not created in the route, because every screen loads its code
 * @throws not found, for an invalid or unknown work; a redirect, for the former code of one whose code was corrected
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
  // oxlint-disable-next-line only-throw-error -- the router's own signal
  if (work.id !== id) throw redirect({ href: below(workPath(work)), statusCode: 302, replace: true })
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
  // Data of a work found to be missing are outdated.
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
  // If both fail, the reason is the same.
  return Promise.any([info, own]).catch(() => info)
}

function findShownCover(id: number): string | undefined {
  const isIt = ({ currentSrc, naturalWidth }: HTMLImageElement) =>
    naturalWidth > 0 && currentSrc.includes(`/api/cover/${id}.jpg`)
  return [...document.images].find(isIt)?.currentSrc
}

/** Title, canonical link and share tags. */
function workHead({ i18n, siteUrl }: AppContext, work: Work): PageHead {
  const shell = i18n.current.texts('shell')
  const share = shareMetadata(work, siteUrl, i18n.current.texts('work-detail'))
  return {
    meta: [{ title: shell('titleOnSite', { title: share.title }) }, ...share.meta],
    links: [{ rel: 'canonical', href: share.canonical }],
  }
}
