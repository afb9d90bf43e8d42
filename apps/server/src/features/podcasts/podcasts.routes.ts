import { endPodcastFeed, getPodcastFeed, type PodcastFeed, renewPodcastFeed } from '@otodana/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { readWorkId } from '#features/works/index.ts'
import { invalidInput } from '#http/errors/app-error.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'
import { serve } from '#http/serve.ts'

import type { FeedTarget } from './podcasts.repository.ts'
import type { Podcasts, SeenFeed } from './podcasts.service.ts'

/** Members turn feeds on and off, and give them other addresses. */
export function podcastRoutes(app: FastifyInstance, { podcasts }: { podcasts: Podcasts }): void {
  serve(app, getPodcastFeed, async ({ account, query, request }) => {
    const feed = await podcasts.find(account, targetOf('query', query))
    return { feed: feed && shown(feed, request) }
  })
  serve(app, renewPodcastFeed, async ({ account, body, request }) => ({
    feed: shown(await podcasts.renew(account, targetOf('body', body)), request),
  }))
  serve(app, endPodcastFeed, async ({ account, query }) => {
    await podcasts.end(account, targetOf('query', query))
    return { feed: null }
  })
}

type Named = { playlist?: string | undefined; work?: number | string | undefined }

function targetOf(location: 'query' | 'body', { playlist, work }: Named): FeedTarget {
  if (playlist !== undefined && work === undefined) return { kind: 'playlist', id: playlist.toLowerCase() }
  if (work !== undefined && playlist === undefined)
    return { kind: 'work', id: readWorkId(location, 'work', String(work)) }
  throw invalidInput(location, 'playlist', 'Must be given, or a work, and not both', playlist)
}

function shown({ secret, ...feed }: SeenFeed, request: FastifyRequest): PodcastFeed {
  return { ...feed, address: secret === null ? null : `${siteUrlOf(request)}/feeds/${secret}.xml` }
}
