import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Config } from './config.ts'
import type { Database, DatabaseLocation } from './db/open.ts'
import { createServerSettings } from './db/server-settings.ts'
import { type AccountFeature, accountRoutes, openAccounts, type PasswordCost } from './features/accounts/index.ts'
import { adminRoutes } from './features/admin/index.ts'
import { appPasswordFeature } from './features/app-passwords/index.ts'
import { archiveFeature } from './features/archives/index.ts'
import { backupFeature } from './features/backups/index.ts'
import { catalogueFeature, type CatalogueService } from './features/catalogue/index.ts'
import { coverFeature } from './features/covers/index.ts'
import { editingFeature } from './features/editing/index.ts'
import { emailFeature } from './features/emails/index.ts'
import { feedbackFeature } from './features/feedback/index.ts'
import { historyFeature } from './features/history/index.ts'
import { createFolderCheck, type LibraryFeature, libraryFeature } from './features/library/index.ts'
import { mediaFeature } from './features/media/index.ts'
import { metadataExchangeFeature } from './features/metadata-exchange/index.ts'
import { metadataFetchFeature } from './features/metadata-providers/index.ts'
import { movingFeature } from './features/moving/index.ts'
import { nameEditingFeature } from './features/name-editing/index.ts'
import { nameFeature } from './features/names/index.ts'
import { olderDialectFeature, pathAliases, translateOlderDialect } from './features/older-dialect/index.ts'
import { podcastFeature } from './features/podcasts/index.ts'
import { positionFeature } from './features/playback-positions/index.ts'
import {
  createPlaylistRepository,
  playlistFeature,
  type PlaylistRepository,
  playlistVersion,
} from './features/playlists/index.ts'
import { recommenderFeature, type Refresh } from './features/recommender/index.ts'
import { reviewFeature } from './features/reviews/index.ts'
import { aboutRoutes, createReadiness, probeRoutes, readinessOf } from '#features/about/index.ts'
import { selectionFeature } from './features/selections/index.ts'
import { soundFeature } from './features/sound/index.ts'
import { streamFeature, type Streams } from './features/streams/index.ts'
import { subsonicFeature } from './features/subsonic/index.ts'
import { subtitleFeature } from './features/subtitles/index.ts'
import { trackFeature } from './features/tracks/index.ts'
import { voteFeature } from './features/votes/index.ts'
import { webdavFeature } from './features/webdav/index.ts'
import { createWorkRepository, workFeature, type WorkRepository } from './features/works/index.ts'
import { createFfmpegInputs } from './ffmpeg/ffmpeg-input.ts'
import { createHttp } from './http/create-http.ts'
import { createDrain, type Drain } from './http/drain.ts'
import { routeNotFound } from './http/errors/errors.ts'
import { createGate } from './http/gate.ts'
import { createLimits } from './http/limits/limits.ts'
import { originOf } from './http/visitor/origin.ts'
import { pageRoutes } from './http/pages/pages.ts'
import { serviceWorkerRoute } from './http/pages/service-worker.ts'
import { openRedis } from './http/limits/redis.ts'
import { onlyContracted } from './http/serve.ts'
import { createJobQueue } from './jobs/queue.ts'
import { createLibraryRoots, type LibraryRootsReader } from '#settings/library-roots.ts'
import type { MailServer } from './mail/index.ts'
import { createPersonal } from './personal.ts'
import { createStorage } from './storage/create-storage.ts'
import { VERSION } from './version.ts'

export type App = {
  http: FastifyInstance
  drain: Drain
  library: LibraryFeature
  roots: LibraryRootsReader
  catalogue: CatalogueService
  streams: Streams
  recommender: Refresh
  /** The code for the first account, if there is no account yet and one is needed. */
  setupCode: AccountFeature['setupCode']
  /** null: mail is off. */
  mail: MailServer | null
}

type AppDeps = {
  config: Config
  database: Database
  location: DatabaseLocation
  adminToken: string | null
  sessionSecret: string
  log: Logger
  /** See `codeVersion`; by default, the read model is not kept. */
  code?: string | null
  /** By default what OWASP recommends. */
  passwordCost?: PasswordCost | undefined
}

/**
 * Creates the server, feature by feature: each gets what it uses, registers its routes, and starts and closes with the
 * server. Does not listen yet. What is created last closes first.
 */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config, database, location, adminToken, sessionSecret, log, passwordCost, code = null } = deps
  const roots = createLibraryRoots(config, database, createFolderCheck(config))
  const folders = roots.paths

  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, log)
  const limits = createLimits(redis)
  const settings = createServerSettings(database)
  const members = await openAccounts({ config, database, settings, sessionSecret, limits, log, passwordCost })
  const { accounts, addPersonalData } = members
  const gate = createGate({ sessions: accounts, adminToken, access: config.access, limits })
  const http = await createHttp({ ...config, pathAliases, log, gate })
  const drain = createDrain(http, config.drainSeconds)
  onlyContracted(http)
  translateOlderDialect(http)
  http.addHook('onClose', async () => redis?.disconnect())

  const storage = createStorage(folders, config.s3)
  const inputs = createFfmpegInputs(storage)
  http.addHook('onClose', () => inputs.close())
  const queue = createJobQueue({ database, log })
  const playlists = createPlaylistRepository(database)

  accountRoutes(http, { config, accounts })
  const appPasswords = appPasswordFeature(http, { ...members, database, sessionSecret, limits })
  const catalogue = await catalogueFeature(http, {
    database,
    location,
    log,
    passesUnrated: config.passesUnrated,
    keptIn: config.dataDir,
    code,
  })
  const works = createWorkRepository(database, catalogue.index)
  const covers = coverFeature(http, { config, database, storage, log })
  const reviews = reviewFeature(http, { database, catalogue, works, addPersonalData })
  const votes = voteFeature(http, { config, database, catalogue, works, limits, addPersonalData })
  const personal = createPersonal({ reviews, playlists, votes })
  const lists = workFeature(http, { works, catalogue, personal, covers, log })
  playlistFeature(http, { playlists, catalogue: catalogue.index, works, personal, addPersonalData })
  const editing = editingFeature(http, { config, database, storage, catalogue, addPersonalData })
  nameFeature(http, { database, catalogue, lists })
  nameEditingFeature(http, { database, catalogue, addPersonalData })
  const accel = config.accelPrefix === null ? null : { prefix: config.accelPrefix, roots: config.libraryDirs }
  const media = mediaFeature(http, { database, storage, accel, log })
  const streams = streamFeature(http, { config, database, media, inputs, log })
  const tracks = trackFeature(http, { database, streams })
  archiveFeature(http, { database, storage, log })
  const sounds = soundFeature(http, { config, database, storage, inputs, queue, streams, log })
  const metadata = metadataFetchFeature(http, {
    config,
    database,
    queue,
    settings,
    catalogue,
    audit: members.audit,
    log,
  })
  const backups = backupFeature(http, {
    config,
    database,
    location,
    settings,
    queue,
    accounts,
    audit: members.audit,
    log,
  })
  metadataExchangeFeature(http, { ...config, database, catalogue, audit: members.audit })
  selectionFeature(http, { database, queue, catalogue, lists, editing, playlists, metadata, addPersonalData })
  const { subtitles, trackSubtitles } = subtitleFeature(http, {
    config,
    database,
    location,
    folders,
    storage,
    queue,
    catalogue,
    log,
  })
  // After the scans, which add jobs, and before the services used by jobs.
  http.addHook('onClose', () => queue.close())
  positionFeature(http, { database, addPersonalData })
  historyFeature(http, { database, addPersonalData })
  const feedback = feedbackFeature(http, { database, limits, addPersonalData })
  const { refresh: recommender, recommendations } = recommenderFeature(http, {
    config,
    database,
    location,
    catalogue: catalogue.index,
    reviews,
    works,
    lists,
    limits,
    code,
    secret: sessionSecret,
    addPersonalData,
    log,
  })
  subsonicFeature(http, {
    addPersonalData,
    database,
    appPasswords,
    catalogue,
    media,
    streams,
    covers,
    reviews,
    playlists,
    trackSubtitles,
    similarTo: (workId) => recommendations.neighbours(workId, { terms: [] }),
    log,
  })
  podcastFeature(http, { addPersonalData, database, catalogue, playlists, media, streams, covers, sessionSecret })
  webdavFeature(http, {
    database,
    appPasswords,
    catalogue,
    media,
    playlists,
    proxiedRoots: accel?.roots ?? [],
  })
  const moving = movingFeature(http, {
    config,
    location,
    audit: members.audit,
    database,
    catalogue,
    votes,
    limits,
    log,
  })
  const library = libraryFeature(http, {
    config,
    database,
    location,
    storage,
    roots,
    audit: members.audit,
    catalogue,
    onStored() {
      sounds.refill()
      subtitles.refill()
      metadata.lookForNew()
      moving.lookForWaiting()
    },
    onEnded() {
      recommender.lookAtOnce()
      sounds.lookAgain()
    },
    log,
  })
  const mail = emailFeature(http, { ...members, config, database, limits, log })
  adminRoutes(http, { ...members, config, database, location, folders, settings, queue, feedback, version: VERSION })
  olderDialectFeature(http, {
    database,
    lists,
    limits,
    media,
    covers,
    tracks,
    works,
    reviews,
    version: VERSION,
  })
  probeRoutes(http, { check: createReadiness(readinessOf({ database, roots, storage })), drain })
  await aboutRoutes(http, { config, settings, version: VERSION, model: recommender.state, mail, backups })

  const isNew = async () => (await members.setupCode()) !== null
  await addPages(http, { config, works, catalogue, playlists, isNew, log })
  return { http, drain, setupCode: members.setupCode, library, roots, catalogue, streams, recommender, mail }
}

type PageDeps = Pick<AppDeps, 'config' | 'log'> & {
  isNew: () => Promise<boolean>
  works: WorkRepository
  catalogue: CatalogueService
  playlists: PlaylistRepository
}

/** Serves the web app's pages for everything but API calls, if enabled. */
async function addPages(http: FastifyInstance, deps: PageDeps): Promise<void> {
  const { config, works, catalogue, playlists, isNew, log } = deps
  http.all('/api/*', routeNotFound)
  http.setNotFoundHandler(routeNotFound)
  if (config.web === 'off') return serviceWorkerRoute(http, null)
  http.pages.sendBadAddress = await pageRoutes(http, {
    mode: config.web,
    origin: originOf,
    basePath: config.basePath,
    log,
    isClosed: config.access === 'members',
    isNew,
    versionOf: (address, body) => playlistVersion(playlists, address, body),
    endpoints: config.apiEndpoints,
    works: {
      list: () => works.addresses(),
      seriesIds: () => catalogue.index.seriesCounts().keys(),
      version: () => catalogue.index.version,
    },
  })
}
