import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Config } from './config.ts'
import type { Database, DatabaseLocation } from './db/open.ts'
import { createServerSettings } from './db/server-settings.ts'
import { accountRoutes, createAccountsMark, createAccounts, type PersonalData } from './features/accounts/index.ts'
import { adminRoutes } from './features/admin/index.ts'
import { archiveRoutes, createArchives } from './features/archives/index.ts'
import { type CatalogueService, openCatalogue } from './features/catalogue/index.ts'
import { coverRoutes, createCovers } from './features/covers/index.ts'
import { createEmails, emailRoutes } from './features/emails/index.ts'
import { createFeedbackRepository, feedbackRoutes } from './features/feedback/index.ts'
import { createLibrary, type Library, libraryRoutes, type LibraryRoot } from './features/library/index.ts'
import { createMedia, mediaRoutes } from './features/media/index.ts'
import { createNameRepository, createNames, nameRoutes } from './features/names/index.ts'
import { createFfmpegInputs } from './ffmpeg/ffmpeg-input.ts'
import { createPlaceRepository, placeRoutes } from './features/places/index.ts'
import {
  createPlaylistRepository,
  createPlaylistService,
  playlistRoutes,
  playlistVersion,
} from './features/playlists/index.ts'
import { createRecommenderFeature, type RecommenderFeature, recommenderRoutes } from './features/recommender/index.ts'
import { createReviewRepository, reviewRoutes } from './features/reviews/index.ts'
import { serviceRoutes } from './features/service/index.ts'
import { createSounds, soundRoutes, type Sounds } from './features/sound/index.ts'
import { createStreams, isWorthStreaming, streamRoutes, type Streams } from './features/streams/index.ts'
import { createSubtitles, createTrackSubtitles, subtitleRoutes, type Subtitles } from './features/subtitles/index.ts'
import { createTrackRepository, trackRoutes } from './features/tracks/index.ts'
import { createVotes, voteRoutes } from './features/votes/index.ts'
import {
  createReadAhead,
  createWorkDocuments,
  createWorkLists,
  createWorkRepository,
  workRoutes,
} from './features/works/index.ts'
import { createHttp } from './http/create-http.ts'
import { routeNotFound } from './http/errors.ts'
import { createGate } from './http/gate.ts'
import { createLimits } from './http/limits.ts'
import { openRedis } from './http/redis.ts'
import { originOf } from './http/origin.ts'
import { pageRoutes } from './http/pages.ts'
import { serviceWorkerRoute } from './http/pages/service-worker.ts'
import { createJobQueue } from './jobs/queue.ts'
import { demoLibraryDir } from './library-roots.ts'
import { onlyContracted } from './http/serve.ts'
import { createMailServer, mailboxAt, type MailServer } from './mail/index.ts'
import { createPersonal } from './personal.ts'
import { createStorage } from './storage/create-storage.ts'
import { VERSION } from './version.ts'

export type App = {
  http: FastifyInstance
  library: Library
  catalogue: CatalogueService
  sounds: Sounds
  streams: Streams
  subtitles: Subtitles
  recommender: RecommenderFeature
  /** null: no mail is received. */
  mail: MailServer | null
}

type AppDeps = {
  config: Config
  database: Database
  location: DatabaseLocation
  roots: LibraryRoot[]
  adminToken: string | null
  sessionSecret: string
  log: Logger
}

/** A guest's calls, from one address. */
const GUEST_LIMIT = { name: 'guest', points: 60, seconds: 60, refusal: 'guest.slow' } as const

/** The whole server, wired: every feature gets exactly what it uses. It does not listen yet. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config, database, location, roots, adminToken, sessionSecret, log } = deps
  const redis = config.redisUrl === null ? null : openRedis(config.redisUrl, log)
  const limits = createLimits(redis)
  const settings = createServerSettings(database)
  const personalData: PersonalData[] = []
  const { accounts, users, audit, passwords } = createAccounts({
    config,
    database,
    settings,
    sessionSecret,
    limits,
    personalData,
    mark: createAccountsMark(config.dataDir, log),
    log,
  })
  await accounts.prepare()
  const mailbox = config.mail === null ? null : mailboxAt(config.mail)
  const emails = createEmails({ database, mailbox, accounts, passwords, audit, limits })
  const { inbox } = emails
  const mail = config.mail === null ? null : createMailServer({ settings: config.mail, inbox, limits, log })
  const guestLimit = limits.create(GUEST_LIMIT)
  const gate = createGate({
    sessions: accounts,
    adminToken,
    access: config.access,
    slowGuest: (network) => guestLimit.take(network),
  })
  const http = await createHttp({ ...config, log, gate })
  onlyContracted(http)
  const storage = createStorage(
    roots.map((root) => root.path),
    config.s3,
  )

  const catalogue = await openCatalogue({ database, location, log, passesUnrated: config.passesUnrated })
  const works = createWorkRepository(database)
  const documents = createWorkDocuments(works)
  const reviews = createReviewRepository(database)
  personalData.push({
    name: 'reviews',
    export: (accountId) => reviews.all(accountId),
    beforeRemoval: (accountId, transaction) => reviews.withdrawAll(accountId, transaction),
    afterRemoval: () => catalogue.catchUp(),
  })
  const playlistRepository = createPlaylistRepository(database)
  const playlists = createPlaylistService({ playlists: playlistRepository, catalogue: catalogue.index })
  personalData.push({ name: 'playlists', export: (accountId) => playlistRepository.all(accountId) })
  personalData.push({ name: 'markTarget', export: (accountId) => playlistRepository.markTarget(accountId) })
  // A household without a mail receiver could never vote.
  const votes = createVotes({ database, needsLinkedEmail: config.mail !== null })
  personalData.push({
    name: 'tagVotes',
    export: (accountId) => votes.all(accountId),
    afterRemoval: () => catalogue.catchUp(),
  })
  const personal = createPersonal({ reviews, playlists: playlistRepository, votes })
  const lists = createWorkLists({ catalogue, documents, personal })
  const readAhead = createReadAhead({ catalogue, documents, log })
  const names = createNames(createNameRepository(database), catalogue)
  const media = createMedia({ database, storage, accelPrefix: config.accelPrefix, log })
  const inputs = createFfmpegInputs(storage)
  const streams = createStreams({
    database,
    inputs,
    ffmpegPath: config.ffmpegPath,
    cacheDir: join(config.dataDir, 'streams'),
    maxCacheBytes: config.transcodeCacheBytes,
    maxJobs: config.transcodeJobs,
    log,
  })
  const tracks = createTrackRepository(database, () => {
    const hasFormats = streams.hasFormats()
    return (file) => hasFormats && isWorthStreaming(file)
  })
  const covers = createCovers({ database, storage, cacheDir: join(config.dataDir, 'covers'), log })
  const queue = createJobQueue({ database, log })
  const sounds = createSounds({
    database,
    storage,
    inputs,
    queue,
    streams,
    ffmpegPath: config.ffmpegPath,
    scope: config.soundAnalysis,
    canMeasure: async () => (await streams.formats()).length > 0,
    log,
  })
  const subtitles = createSubtitles({
    database,
    location,
    roots: roots.map((root) => root.path),
    s3: config.s3,
    queue,
    catalogue: catalogue.index,
    isOn: config.hasSubtitleSearch,
    log,
  })
  catalogue.onChange(subtitles.markStale)
  const places = createPlaceRepository(database)
  personalData.push({ name: 'places', export: (accountId) => places.all(accountId) })
  personalData.push({ name: 'devices', export: (accountId) => places.devices(accountId) })
  const feedback = createFeedbackRepository(database)
  personalData.push({ name: 'feedback', export: (accountId) => feedback.all(accountId) })
  const recommender = createRecommenderFeature({
    database,
    catalogue: catalogue.index,
    judgementsOf: (accountId) => reviews.judgements(accountId),
    circleOf: (workId) => works.circleOf(workId),
    location,
    secret: sessionSecret,
    refreshSeconds: config.recommenderRefreshSeconds,
    log,
  })
  personalData.push(recommender.personalData)
  const library = createLibrary({
    ...config,
    database,
    location,
    roots,
    demoRoot: demoLibraryDir(config),
    onStored: async () => {
      await catalogue.catchUp()
      sounds.refill()
      subtitles.refill()
    },
    onEnded: () => {
      recommender.lookAtOnce()
      sounds.lookAgain()
    },
    log,
  })

  accountRoutes(http, { accounts, access: config.access, receivesMail: config.mail !== null })
  emailRoutes(http, { emails })
  // A scan of the command line or of another server is known by its works.
  async function lookAtScannedElsewhere(): Promise<void> {
    if (!(await library.isScannedElsewhere())) return
    sounds.refill()
    subtitles.refill()
  }
  catalogue.onChange(() => void lookAtScannedElsewhere())

  workRoutes(http, { works, lists, personal, covers })
  nameRoutes(http, { names, lists })
  trackRoutes(http, { tracks })
  mediaRoutes(http, { media })
  archiveRoutes(http, { archives: createArchives({ database, storage, log }) })
  streamRoutes(http, { media, streams })
  soundRoutes(http, { sounds })
  subtitleRoutes(http, { subtitles, trackSubtitles: createTrackSubtitles({ database, storage, log }) })
  coverRoutes(http, { covers })
  placeRoutes(http, { places })
  playlistRoutes(http, { playlists, works, personal })
  reviewRoutes(http, { reviews, works, onChange: () => catalogue.catchUp() })
  voteRoutes(http, { votes, works, limits, onChange: () => catalogue.catchUp() })
  recommenderRoutes(http, { recommendations: recommender.recommendations, works, lists, limits })
  feedbackRoutes(http, { feedback, limits })
  libraryRoutes(http, { library })
  adminRoutes(http, {
    users,
    accounts,
    audit,
    settings,
    queue,
    feedback,
    database,
    location,
    dataDir: config.dataDir,
    libraryDirs: roots.map((root) => root.path).filter((path) => !path.startsWith('s3://')),
    version: VERSION,
  })
  await serviceRoutes(http, {
    settings,
    about: config.about,
    version: VERSION,
    hasMetrics: config.hasMetrics,
    model: recommender.state,
    mail,
  })
  http.all('/api/*', routeNotFound)
  http.setNotFoundHandler(routeNotFound)
  if (config.web !== 'off') {
    const pages = await pageRoutes(http, {
      mode: config.web,
      origin: originOf,
      log,
      isClosed: config.access === 'members',
      versionOf: (address, body) => playlistVersion(playlistRepository, address, body),
      endpoints: config.apiEndpoints,
      works: { list: () => works.addresses(), version: () => catalogue.index.version },
    })
    Object.assign(http.pages, pages)
  } else await serviceWorkerRoute(http, null)

  // Before connections are waited for: whoever listens would hold his until the end of the stream.
  http.addHook('preClose', () => streams.close())
  http.addHook('onListen', (done) => {
    readAhead.start()
    recommender.start()
    done()
  })
  http.addHook('onClose', async () => {
    await mail?.close()
    await readAhead.close()
    await recommender.close()
    await library.close()
    await queue.close()
    await sounds.close()
    await subtitles.close()
    await catalogue.close()
    await covers.close()
    await inputs.close()
    redis?.disconnect()
  })
  return { http, library, catalogue, sounds, streams, subtitles, recommender, mail }
}
