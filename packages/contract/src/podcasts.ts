import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Uuid, WorkRef } from './primitives.ts'

/** Enough for every playlist that a member subscribes to. */
export const MAX_PODCAST_FEEDS = 200

export const PodcastFeed = z.object({
  /** Opens the feed and its files without a login; null: it was sealed with another secret of the server, so renew it. */
  address: z.nullable(z.string()),
  /** ISO 8601. */
  createdAt: z.string(),
  /** ISO 8601, to the minute; null: never. */
  lastFetchedAt: z.nullable(z.string()),
  /** The app that fetched it last, as it calls itself; null: none, or it did not say. */
  lastFetchedBy: z.nullable(z.string()),
})
export type PodcastFeed = z.infer<typeof PodcastFeed>

const Target = z.object({
  /** Its id; either this or a work. */
  playlist: z.optional(Uuid),
  /** Id or code. */
  work: z.optional(WorkRef),
})
const Answer = z.object({ feed: z.nullable(PodcastFeed) })

export const getPodcastFeed = endpoint({
  method: 'GET',
  path: '/api/podcast-feed',
  summary: "Returns the member's podcast feed of a playlist or work; null if there is none",
  tag: 'Playlists',
  query: Target,
  response: Answer,
  errors: ['playlist.notFound', 'work.notFound'],
  access: 'member',
})

export const renewPodcastFeed = endpoint({
  method: 'POST',
  path: '/api/podcast-feed',
  summary: 'Makes a podcast feed of a playlist or work, or gives it a new address; the former one ends at once',
  tag: 'Playlists',
  body: Target,
  response: Answer,
  errors: ['playlist.notFound', 'work.notFound', 'feed.tooMany'],
  access: 'member',
})

export const endPodcastFeed = endpoint({
  method: 'DELETE',
  path: '/api/podcast-feed',
  summary: 'Turns the podcast feed of a playlist or work off; its address and its files end at once',
  tag: 'Playlists',
  query: Target,
  response: Answer,
  access: 'member',
})
