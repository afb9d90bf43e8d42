import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { AccountFeature } from '#features/accounts/index.ts'
import type { AppPasswords } from '#features/app-passwords/index.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import type { Covers } from '#features/covers/index.ts'
import { createHistoryRepository } from '#features/history/index.ts'
import type { Media } from '#features/media/index.ts'
import { createPositionRepository } from '#features/playback-positions/index.ts'
import type { PlaylistRepository } from '#features/playlists/index.ts'
import type { ReviewRepository } from '#features/reviews/index.ts'
import type { Streams } from '#features/streams/index.ts'
import type { TrackSubtitles } from '#features/subtitles/index.ts'
import type { Database } from '#db/open.ts'

import { exportSubsonic } from './export-kept.ts'
import { annotationCalls } from './calls/annotation.ts'
import { browsingCalls } from './calls/browsing.ts'
import { listCalls } from './calls/lists.ts'
import { createMarksOf } from './calls/marks.ts'
import { mediaCalls } from './calls/media.ts'
import { playlistCalls } from './calls/playlists.ts'
import { queueCalls } from './calls/queue.ts'
import { searchCalls } from './calls/search.ts'
import { listExtensions, systemCalls } from './calls/system.ts'
import { createKeptRepository } from './kept.repository.ts'
import { createSubsonicLibrary } from './library.ts'
import { createLibraryRepository, createSongCounter } from './library.repository.ts'
import { createListeningRepository } from './listening.repository.ts'
import { createNames } from './names.ts'
import { createScanState } from './scan-state.ts'
import { createSongCounts } from './song-counts.ts'
import { subsonicRoutes } from './subsonic.routes.ts'
import { createWarmUp } from './warm-up.ts'

export { exportSubsonic } from './export-kept.ts'

type Deps = Pick<AccountFeature, 'addPersonalData'> & {
  database: Database
  appPasswords: AppPasswords
  catalogue: CatalogueService
  media: Media
  streams: Streams
  covers: Covers
  reviews: ReviewRepository
  playlists: PlaylistRepository
  trackSubtitles: TrackSubtitles
  /** Ids of works like this one, best first. */
  similarTo: (workId: number) => Promise<number[]>
  log: Logger
}

/** The library for OpenSubsonic’s clients, below `/rest`. */
export function subsonicFeature(http: FastifyInstance, deps: Deps): void {
  const { database, appPasswords, catalogue, addPersonalData, log, ...rest } = deps
  const counts = createSongCounts({ catalogue, read: createSongCounter(database) })
  const names = createNames({ ...database, catalogue })
  const repository = createLibraryRepository(database, { catalogue, names, counts })
  const library = createSubsonicLibrary({ repository, catalogue, counts })
  const kept = createKeptRepository(database)
  const exported = exportSubsonic(database)
  addPersonalData(
    { name: 'songPlaylists', export: (accountId) => exported.playlists(accountId) },
    { name: 'stars', export: (accountId) => exported.stars(accountId) },
    { name: 'playQueue', export: (accountId) => kept.queue(accountId) },
  )
  const shared = { ...rest, library, kept, marksOf: createMarksOf({ ...rest, kept }) }
  const warmUp = createWarmUp({ library, log })
  http.addHook('onListen', async () => {
    try {
      if (await appPasswords.exist()) warmUp.startSoon()
    } catch (error) {
      log.warn({ err: error }, 'app passwords could not be read')
    }
  })
  // The member types it into an app meanwhile.
  appPasswords.onCreated(warmUp.startAhead)
  http.addHook('onClose', warmUp.close)
  subsonicRoutes(http, {
    appPasswords,
    onLogin: warmUp.start,
    listExtensions: () => listExtensions(rest.streams),
    handlers: {
      ...systemCalls({ library, scanState: createScanState(database) }),
      ...browsingCalls(shared),
      ...listCalls({ ...shared, listening: createListeningRepository(database) }),
      ...searchCalls(shared),
      ...mediaCalls(shared),
      ...annotationCalls({
        ...shared,
        history: createHistoryRepository(database),
        onRated: () => catalogue.catchUp(),
      }),
      ...playlistCalls(shared),
      ...queueCalls({ ...shared, positions: createPositionRepository(database) }),
    },
  })
}
