/** What is known of a work without anybody having listened. */
export type WorkFacts = {
  /** 0 to 2³² − 1; works with other ids are left out. */
  id: number
  /** Editions of one work in other languages share it. */
  group: number
  circle: number | null
  voices: readonly string[]
  tags: readonly number[]
  /** Milliseconds since 1970. */
  released: number | null
  /** Copies sold. */
  sales: number
  /** Average, 0 to 5; 0 if nobody has rated it. */
  rating: number
  /** How many have rated it. */
  ratings: number
}

/** One listener and one work: how far they got, and when last. */
export type Listening = {
  listener: number
  /** Who vouches: an account, or a network. In all that others see, its listeners together count as one. */
  source: number
  /** Whether nobody but a network vouches: what such sources can move together is bounded. */
  isAnonymous: boolean
  work: number
  /** 0 to 1; 0 takes back what was known. */
  strength: number
  /** Milliseconds since 1970. */
  at: number
}

/** A work of a listener's history. */
export type Listened = { work: number; strength: number; at: number }

export type ScoredWork = { id: number; score: number }

/** `because` is the listened work that speaks most for it; null if only its popularity does. */
export type Recommendation = { id: number; score: number; because: number | null }

/**
 * What a build has learned, as typed arrays: it can be posted to another thread, and its buffers (`buffersOf`) given away.
 * A work's ordinal is its place in `workIds`.
 */
export type RecommenderModel = {
  /** The `now` of the build, in milliseconds since 1970. */
  builtAt: number
  /** Ascending. */
  workIds: Uint32Array<ArrayBuffer>
  /** By ordinal: which group of editions. */
  groups: Uint32Array<ArrayBuffer>
  /** By ordinal: which circle, counted from 1; 0 is none. */
  circles: Uint32Array<ArrayBuffer>
  /** By ordinal: 0 to 1. */
  popularity: Float64Array<ArrayBuffer>
  /** Ordinals, most popular first. */
  byPopularity: Uint32Array<ArrayBuffer>
  /** By ordinal: where its neighbours begin; one more at the end. */
  neighbourStarts: Uint32Array<ArrayBuffer>
  /** Ordinals, best first. */
  neighbours: Uint32Array<ArrayBuffer>
  neighbourScores: Float32Array<ArrayBuffer>
}

export type ModelBuilder = {
  /** The whole catalogue; what was known of other works is forgotten, their listening is not. */
  setWorks(works: Iterable<WorkFacts>): void
  /** Adds to what is known; a row replaces what was known of the same listener and work. */
  setListening(rows: Iterable<Listening>): void
  removeListener(listener: number): void
  /**
   * The model of what is known, which depends on nothing else: not on the order of calls, nor on earlier builds.
   *
   * @param now milliseconds since 1970; what is said to be later counts as now
   */
  build(now: number): RecommenderModel
}

export type Recommender = {
  /** Ids of all works, best first. It is one array for all callers: not to be changed. */
  popular(): Uint32Array
  /** Similar works, best first, at most 60: none of its own editions, and one edition of each other. None for an unknown id. */
  neighbours(work: number): ScoredWork[]
  /**
   * Works for a listener, best first, one edition of each. Where the history says little, popular ones.
   *
   * @param history in any order; at most the latest 500 count
   * @param exclude works that are left out, with their other editions
   */
  recommend(
    history: readonly Listened[],
    now: number,
    exclude: ReadonlySet<number>,
    options?: {
      /** How many at most; 500 if not told. */
      limit?: number
      /** Which works are wanted at all; it is asked only of as many as are needed. */
      accepts?: (id: number) => boolean
      /** All that are wanted, each once, where that is known: to look at these costs less than to ask of all others. */
      among?: readonly number[] | undefined
    },
  ): Recommendation[]
}
