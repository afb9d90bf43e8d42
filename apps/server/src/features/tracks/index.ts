import type { FastifyInstance } from 'fastify'

import type { Database } from '#db/open.ts'
import { isVideoName } from '#features/media/index.ts'
import { isWorthStreaming, type Streams } from '#features/streams/index.ts'

import { createTrackRepository, type TrackRepository } from './tracks.repository.ts'
import { trackRoutes } from './tracks.routes.ts'

export { mainFiles } from './main-files.ts'
export { sortedAsTree } from './natural-order.ts'
export type { TrackRepository } from './tracks.repository.ts'
export { trackChapters } from './track-chapters.ts'
export type { ListedFile } from './track-tree.ts'

/** A work's files as a tree, and their chapters. */
export function trackFeature(
  http: FastifyInstance,
  { database, streams }: { database: Database; streams: Streams },
): TrackRepository {
  const tracks = createTrackRepository(database, async () => {
    await streams.whenKnown()
    const hasFormats = streams.hasFormats()
    return {
      hasLowQuality: (file) => hasFormats && isWorthStreaming(file),
      // Also without ffmpeg: browsers show some of them as they are.
      hasVideo: ({ path, kind }) => kind === 'audio' && isVideoName(path),
    }
  })
  trackRoutes(http, { tracks })
  return tracks
}
