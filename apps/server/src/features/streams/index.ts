import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import type { Config } from '#config.ts'
import type { Media } from '#features/media/index.ts'

import { streamRoutes } from './streams.routes.ts'
import { createStreams, type Streams, type StreamsDeps } from './streams.service.ts'

export { isWorthStreaming } from './low-quality.ts'
export type { Streams } from './streams.service.ts'

type Deps = Pick<StreamsDeps, 'database' | 'inputs' | 'log'> & {
  config: Pick<Config, 'dataDir' | 'ffmpegPath' | 'transcodeCacheBytes' | 'transcodeJobs'>
  media: Media
}

/** Low-quality streams of tracks. */
export function streamFeature(http: FastifyInstance, { config, media, ...deps }: Deps): Streams {
  const streams = createStreams({
    ...deps,
    ffmpegPath: config.ffmpegPath,
    cacheDir: join(config.dataDir, 'streams'),
    maxCacheBytes: config.transcodeCacheBytes,
    maxJobs: config.transcodeJobs,
  })
  streamRoutes(http, { media, streams })
  // Before the server waits for open requests: a listener would keep one open until the end of the stream.
  http.addHook('preClose', () => streams.close())
  return streams
}
