import { hash } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { type Covers, sendCover } from '#features/covers/index.ts'
import { type Media, sendFile } from '#features/media/index.ts'
import type { PlaylistRepository } from '#features/playlists/index.ts'
import type { Streams } from '#features/streams/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import { checkConditions } from '#http/sending/conditional.ts'
import { sendBytes } from '#http/sending/send-bytes.ts'
import { whenGone } from '#http/sending/when-gone.ts'
import { siteUrlOf } from '#http/visitor/origin.ts'
import { createSemaphore } from '#jobs/semaphore.ts'

import type { createChannels } from './channel.ts'
import type { Episode, Episodes } from './episodes.ts'
import { renderFeed } from './feed-xml.ts'
import type { Feed, PodcastRepository } from './podcasts.repository.ts'
import type { Podcasts } from './podcasts.service.ts'

type Deps = {
  podcasts: Podcasts
  repository: PodcastRepository
  playlists: Pick<PlaylistRepository, 'worksAmong' | 'version'>
  episodes: Episodes
  channelOf: ReturnType<typeof createChannels>
  media: Media
  streams: Pick<Streams, 'getStream'>
  covers: Covers
  /** Changes with the library. */
  libraryVersion: () => string
}

/** They are for one member's apps: no cache that others share may keep them, no search engine list them. */
const PRIVATE = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex, nofollow' }
const MAX_ID = 2_147_483_647
/** Each reads and holds up to a thousand episodes with their works. */
const MADE_AT_ONCE = 2
const MAX_WAITING = 50
const BUSY_SECONDS = '2'

/** Registers `/feeds/{secret}.xml` and the feed's files. The secret is the login; without a right one all is 404. */
export function feedRoutes(app: FastifyInstance, deps: Deps): void {
  const { podcasts, repository, playlists, episodes, channelOf, media, streams, covers, libraryVersion } = deps
  /** By all that a feed is made of: polls of apps are answered without making it again. */
  const known = new LRUCache<string, string>({ max: 1_000 })
  const making = createSemaphore(MADE_AT_ONCE)

  async function open(secret: string): Promise<Feed> {
    const feed = await podcasts.open(secret)
    if (feed === null) throw new AppError('route.notFound')
    return feed
  }

  async function has({ target }: Feed, workId: number): Promise<boolean> {
    if (target.kind === 'work') return target.id === workId
    return (await playlists.worksAmong(target.id, [workId])).length > 0
  }

  /** @throws {AppError} `route.notFound`: no such feed, or the file is none of its episodes */
  async function findEpisode(request: FastifyRequest): Promise<Episode> {
    const { secret, file } = request.params as { secret: string; file: string }
    const feed = await open(secret)
    const fileId = idOf(file)
    const workId = fileId === null ? null : await repository.workOfFile(fileId)
    const episode =
      fileId !== null && workId !== null && (await has(feed, workId)) ? await episodes.find(workId, fileId) : null
    if (episode === null) throw new AppError('route.notFound')
    return episode
  }

  async function sendFeed(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { file } = request.params as { file: string }
    const secret = /^(.+)\.xml$/.exec(file)?.[1] ?? ''
    const feed = await open(secret)
    await podcasts.noteFetch(feed, request.headers['user-agent'] ?? null)
    const siteUrl = siteUrlOf(request)
    const [version, state] = await Promise.all([
      feed.target.kind === 'playlist' ? playlists.version(feed.target.id) : '',
      repository.stateOf(feed.target),
    ])
    const key = hash('sha256', [feed.id, secret, version, state, libraryVersion(), siteUrl].join(' '))
    void reply.headers(PRIVATE)
    const etag = known.get(key)
    if (etag !== undefined && checkConditions(request.headers, { etag }) === 'notModified') {
      return reply.code(304).header('etag', etag).send()
    }
    if (making.waitingCount() >= MAX_WAITING) {
      throw new AppError('server.busy', { headers: { 'retry-after': BUSY_SECONDS } })
    }
    const make = async () => {
      const channel = await channelOf(feed, siteUrl)
      return channel && renderFeed(channel, `${siteUrl}/feeds/${secret}`)
    }
    const xml = await making.run(make, undefined, whenGone(reply))
    if (xml === null) throw new AppError('route.notFound')
    // Weak, because it is sent compressed or not.
    const made = `W/"${hash('sha256', xml).slice(0, 24)}"`
    known.set(key, made)
    void reply.header('etag', made)
    if (checkConditions(request.headers, { etag: made }) === 'notModified') return reply.code(304).send()
    return reply.type('application/rss+xml; charset=utf-8').send(xml)
  }

  async function sendRecording(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { fileId, enclosure } = await findEpisode(request)
    const file = await media.getFile({ workId: null, fileId })
    void reply.header('x-robots-tag', PRIVATE['x-robots-tag'])
    if (!enclosure.isStream) return sendFile({ media, request, reply }, file)
    const stream = await streams.getStream(file, 'mp3', { signal: whenGone(reply), isAhead: false })
    void reply.headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, max-age=3600' })
    return sendBytes(request, reply, stream)
  }

  async function sendChapters(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { fileId, work } = await findEpisode(request)
    const chapters = await episodes.chapters(work.id, fileId)
    if (chapters.length === 0) throw new AppError('route.notFound')
    const listed = chapters.map(({ startSeconds, title }) => ({
      startTime: startSeconds,
      ...(title !== '' && { title }),
    }))
    const body = JSON.stringify({ version: '1.2.0', chapters: listed })
    return reply.headers(PRIVATE).type('application/json+chapters; charset=utf-8').send(body)
  }

  async function sendCoverOf(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { secret, file } = request.params as { secret: string; file: string }
    const feed = await open(secret)
    const workId = idOf(file)
    const cover = workId !== null && (await has(feed, workId)) ? await covers.findCover(workId) : null
    if (cover === null) throw new AppError('route.notFound')
    return sendCover({ covers, request, reply, isPublic: false }, cover, 'main')
  }

  const method = ['GET', 'HEAD']
  app.route({ method, url: '/feeds/:file', compress: {}, handler: sendFeed })
  app.route({ method, url: '/feeds/:secret/files/:file', compress: false, handler: sendRecording })
  app.route({ method, url: '/feeds/:secret/chapters/:file', compress: {}, handler: sendChapters })
  app.route({ method, url: '/feeds/:secret/covers/:file', compress: false, handler: sendCoverOf })
}

/** The number that a file's name begins with: `12.mp3`. */
function idOf(name: string): number | null {
  const id = Number(/^(\d{1,10})(?:\.[a-z\d]{1,10})?$/i.exec(name)?.[1] ?? Number.NaN)
  return id <= MAX_ID ? id : null
}
