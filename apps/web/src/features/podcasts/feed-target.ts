/** What a feed is of. */
export type FeedTarget = { playlist: string } | { work: string }
