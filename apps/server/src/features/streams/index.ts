import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'

import type { Config } from '#config.ts'
import type { Media } from '#features/media/index.ts'

import { openChunkCache } from './chunk-cache.ts'
import { streamRoutes } from './streams.routes.ts'
import { createStreams, type Streams, type StreamsDeps } from './streams.service.ts'
import { createVideos } from './videos.service.ts'

export { fromSecond } from './from-second.ts'
export { isWorthStreaming } from './low-quality.ts'
export type { Streams } from './streams.service.ts'

type Deps = Pick<StreamsDeps, 'database' | 'inputs' | 'log'> & {
  config: Pick<Config, 'dataDir' | 'ffmpegPath' | 'transcodeCacheBytes' | 'transcodeJobs'>
  media: Media
}

/** Low-quality streams of tracks, and videos that browsers play. */
export function streamFeature(http: FastifyInstance, { config, media, ...deps }: Deps): Streams {
  const cacheDir = join(config.dataDir, 'streams')
  const maxCacheBytes = config.transcodeCacheBytes
  const cache = openChunkCache(cacheDir, maxCacheBytes, deps.database.dialect === 'postgres')
  cache.catch((error: unknown) => deps.log.warn({ err: error, cacheDir }, 'streams cannot be cached'))
  const shared = { ...deps, cache, ffmpegPath: config.ffmpegPath }
  const streams = createStreams({ ...shared, maxJobs: config.transcodeJobs })
  const videos = createVideos({ ...shared, maxCacheBytes })
  streamRoutes(http, { media, streams, videos })
  // Before the server waits for open requests: a listener would keep one open until the end of the stream.
  http.addHook('preClose', async () => void (await Promise.all([streams.close(), videos.close()])))
  return streams
}
