import { randomBytes } from 'node:crypto'

import type { PodcastFeed } from '@otodana/contract'

import { hashOfSecret, type Sealer } from '#features/app-passwords/index.ts'
import type { PlaylistRepository } from '#features/playlists/index.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Account } from '#http/gate.ts'

import type { Feed, FeedTarget, PodcastRepository } from './podcasts.repository.ts'

/** A feed without the site that its address begins with. */
export type SeenFeed = Omit<PodcastFeed, 'address'> & { secret: string | null }

export type Podcasts = {
  /** @throws {AppError} `playlist.notFound`, `work.notFound` */
  find(member: Account, target: FeedTarget): Promise<SeenFeed | null>
  /** @throws {AppError} `playlist.notFound`, `work.notFound`, `feed.tooMany` */
  renew(member: Account, target: FeedTarget): Promise<SeenFeed>
  end(member: Account, target: FeedTarget): Promise<void>
  /** The feed that a secret opens, while its owner may hear what it is of; null: none. */
  open(secret: string): Promise<Feed | null>
  noteFetch(feed: Feed, app: string | null): Promise<void>
}

/** 144 bits, as 24 letters, digits, `-` and `_`. */
const SECRET_BYTES = 18
const SECRET = /^[\w-]{24}$/
const NOTE_EVERY_MS = 60_000
const MAX_APP_LENGTH = 100

type Deps = { repository: PodcastRepository; playlists: Pick<PlaylistRepository, 'find'>; sealer: Sealer }

export function createPodcasts({ repository, playlists, sealer }: Deps): Podcasts {
  async function isHeardBy(accountId: number, target: FeedTarget): Promise<boolean> {
    if (target.kind === 'work') return repository.isPresent(target.id)
    return (await playlists.find(target.id, accountId)) !== null
  }

  async function check(member: Account, target: FeedTarget): Promise<void> {
    if (await isHeardBy(member.id, target)) return
    throw new AppError(target.kind === 'work' ? 'work.notFound' : 'playlist.notFound')
  }

  async function seen(member: Account, target: FeedTarget): Promise<SeenFeed | null> {
    const feed = await repository.find(member.id, target)
    if (feed === null) return null
    return {
      secret: sealer.open(feed.sealedSecret),
      createdAt: new Date(feed.createdAtMs).toISOString(),
      lastFetchedAt: feed.lastFetchedAtMs === null ? null : new Date(feed.lastFetchedAtMs).toISOString(),
      lastFetchedBy: feed.lastFetchedBy,
    }
  }

  return {
    async find(member, target) {
      await check(member, target)
      return seen(member, target)
    },

    async renew(member, target) {
      await check(member, target)
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const stored = { hash: hashOfSecret(secret), sealed: sealer.seal(secret) }
      if (!(await repository.put(member.id, target, stored))) throw new AppError('feed.tooMany')
      const feed = await seen(member, target)
      if (feed === null) throw new AppError('feed.tooMany')
      return feed
    },

    end: (member, target) => repository.remove(member.id, target),

    async open(secret) {
      if (!SECRET.test(secret)) return null
      const feed = await repository.findBySecret(hashOfSecret(secret))
      return feed !== null && (await isHeardBy(feed.accountId, feed.target)) ? feed : null
    },

    async noteFetch(feed, app) {
      const now = Date.now()
      if (now - (feed.lastFetchedAtMs ?? 0) < NOTE_EVERY_MS) return
      const by = app === null ? null : app.slice(0, MAX_APP_LENGTH).toWellFormed().replaceAll('\0', ' ')
      await repository.noteFetch(feed.id, by, now)
    },
  }
}
