import type { FastifyInstance } from 'fastify'

import type { Config } from '#config.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import type { Storage } from '#storage/storage.ts'

import { subtitleRoutes } from './subtitles.routes.ts'
import { createSubtitles, type SubtitleDeps, type Subtitles } from './subtitles.service.ts'
import { createTrackSubtitles, type TrackSubtitles } from './tracks/track-subtitles.ts'

export type { TrackSubtitles } from './tracks/track-subtitles.ts'
export { indexSubtitles } from './indexing/index-subtitles.ts'

type Deps = Pick<SubtitleDeps, 'database' | 'location' | 'queue' | 'log'> & {
  config: Pick<Config, 's3' | 'hasSubtitleSearch'>
  /** The library folders. */
  folders: () => Promise<readonly string[]>
  catalogue: Pick<CatalogueService, 'index' | 'onChange'>
  storage: Storage
}

/** Indexes subtitles by jobs, and matches them with tracks. Close the queue first. */
export function subtitleFeature(
  http: FastifyInstance,
  { config, folders, catalogue, storage, ...deps }: Deps,
): { subtitles: Subtitles; trackSubtitles: TrackSubtitles } {
  const subtitles = createSubtitles({
    ...deps,
    roots: folders,
    s3: config.s3,
    catalogue: catalogue.index,
    isOn: config.hasSubtitleSearch,
  })
  catalogue.onChange(subtitles.markStale)
  const trackSubtitles = createTrackSubtitles({ ...deps, storage })
  subtitleRoutes(http, { subtitles, trackSubtitles, catalogue: catalogue.index })
  http.addHook('onClose', () => subtitles.close())
  return { subtitles, trackSubtitles }
}
