import { randomUUID } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import type { AccountFeature } from '#features/accounts/index.ts'
import { createSealer } from '#features/app-passwords/index.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import type { Covers } from '#features/covers/index.ts'
import type { Media } from '#features/media/index.ts'
import type { PlaylistRepository } from '#features/playlists/index.ts'
import type { Streams } from '#features/streams/index.ts'
import type { Database } from '#db/open.ts'

import { createChannels } from './channel.ts'
import { createEpisodes } from './episodes.ts'
import { feedRoutes } from './feed.routes.ts'
import { createPodcastRepository } from './podcasts.repository.ts'
import { podcastRoutes } from './podcasts.routes.ts'
import { createPodcasts } from './podcasts.service.ts'

type Deps = Pick<AccountFeature, 'addPersonalData'> & {
  database: Database
  catalogue: CatalogueService
  playlists: PlaylistRepository
  media: Media
  streams: Streams
  covers: Covers
  sessionSecret: string
}

/** Podcast feeds of playlists and works, by secret addresses that members make. */
export function podcastFeature(http: FastifyInstance, deps: Deps): void {
  const { database, catalogue, playlists, streams, sessionSecret, addPersonalData } = deps
  const repository = createPodcastRepository(database)
  const sealer = createSealer(sessionSecret, 'otodana podcast feeds')
  const podcasts = createPodcasts({ repository, playlists, sealer })
  const episodes = createEpisodes({ repository, streams })
  // Versions of the catalogue begin again with each start.
  const start = randomUUID()
  addPersonalData({
    name: 'podcastFeeds',
    export: async (accountId) =>
      (await repository.list(accountId)).map(({ target, createdAtMs, lastFetchedAtMs }) => ({
        [target.kind]: target.id,
        createdAt: new Date(createdAtMs).toISOString(),
        lastFetchedAt: lastFetchedAtMs === null ? null : new Date(lastFetchedAtMs).toISOString(),
      })),
  })
  podcastRoutes(http, { podcasts })
  feedRoutes(http, {
    ...deps,
    podcasts,
    repository,
    episodes,
    channelOf: createChannels({ repository, playlists, episodes }),
    libraryVersion: () => `${start} ${catalogue.index.version} ${streams.hasFormats()}`,
  })
}
