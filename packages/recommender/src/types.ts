import type { Blend, Part } from './usual-blend.ts'

/** What is known about a work independently of listening. */
export type WorkFacts = {
  /** 0 to 2³² − 1; works with other ids are ignored. */
  id: number
  /** Shared by editions of one work in other languages. */
  group: number
  circle: number | null
  voices: readonly string[]
  tags: readonly number[]
  /** Milliseconds since 1970. */
  released: number | null
  /** To the library, in milliseconds since 1970. */
  added: number | null
  /** Copies sold. */
  sales: number
  /** Average, 0 to 5; 0 without ratings. */
  rating: number
  /** Number of ratings. */
  ratings: number
}

/** One listener's progress in one work, and the time of the latest listening. */
export type Listening = {
  listener: number
  /**
   * The account or network behind the listener. Listeners of one source count as one in everything that affects others.
   */
  source: number
  /** Whether the source is only a network. The combined influence of such sources is bounded. */
  isAnonymous: boolean
  work: number
  /** 0 to 1; 0 removes the row. */
  strength: number
  /** Milliseconds since 1970. */
  at: number
}

/** A work of a listener's history. */
export type Listened = { work: number; strength: number; at: number }

export type ScoredWork = { id: number; score: number }

/** `because` is the listened work that contributes most; null if only popularity does. */
export type Recommendation = { id: number; score: number; because: number | null }

/**
 * A trained model, as typed arrays: it can be posted to another thread, and its buffers (`buffersOf`) transferred. A
 * work's ordinal is its index in `workIds`.
 */
export type RecommenderModel = {
  /** The `now` of the build, in milliseconds since 1970. */
  builtAt: number
  /** Whether enough is listened to for places in `byPopularity` to say something. */
  isRanked: boolean
  /** Ascending. */
  workIds: Uint32Array<ArrayBuffer>
  /** By ordinal: its group of editions. */
  groups: Uint32Array<ArrayBuffer>
  /** By ordinal: its circle, counted from 1; 0 is none. */
  circles: Uint32Array<ArrayBuffer>
  /** Ordinals, most popular first. */
  byPopularity: Uint32Array<ArrayBuffer>
  /** By ordinal: what recommends it to any listener. */
  base: Float64Array<ArrayBuffer>
  /** Ordinals, by descending `base`. */
  byBase: Uint32Array<ArrayBuffer>
  /** By ordinal: the factor of its score as a neighbour of what a listener has heard. */
  favour: Float64Array<ArrayBuffer>
  /** Weight of the neighbours of what a listener has heard, beside `base`. */
  personalWeight: number
  /** By ordinal: start of its neighbours, with one more entry at the end. */
  neighbourStarts: Uint32Array<ArrayBuffer>
  /** Ordinals, best first. */
  neighbours: Uint32Array<ArrayBuffer>
  neighbourScores: Float32Array<ArrayBuffer>
}

export type ModelBuilder = {
  /** Replaces the catalogue. Facts of other works are dropped, their listening is not. */
  setWorks(works: Iterable<WorkFacts>): void
  /** Adds rows; each replaces the previous one of the same listener and work. */
  setListening(rows: Iterable<Listening>): void
  removeListener(listener: number): void
  /** Number of rows known. */
  rows(): number
  /**
   * Builds a model from the current data alone: it depends neither on the order of calls nor on earlier builds.
   *
   * @param now milliseconds since 1970; later rows count as now
   * @param blend what recommendations are made of; `usualBlend` by default
   */
  build(now: number, blend?: Blend): RecommenderModel
  /**
   * Chooses the blend that would have recommended best in the last part of all listening, as known before it. Depends
   * on the current data alone.
   */
  tune(now: number): Tuning
}

/** A blend, and how it was chosen. */
export type Tuning = {
  blend: Blend
  /** Milliseconds since 1970. */
  tunedAt: number
  /** The part of the history that was predicted, in milliseconds since 1970; null: too short to choose by. */
  window: { from: number; to: number } | null
  /** Number of listeners whose listening in that window was predicted. */
  listeners: number
  /** Number of blends that were compared. */
  compared: number
  /** The share of what they heard that was among the first 20 recommendations, 0 to 1. */
  recall: number
  /** The same with the usual blend, and with the best single part. */
  usualRecall: number
  bestPart: { name: Part | 'personal'; recall: number } | null
}

export type Recommender = {
  /** See `RecommenderModel`. */
  readonly isRanked: boolean
  /** Ids of all works, best first. Shared by all callers: do not modify. */
  popular(): Uint32Array
  /**
   * Similar works, best first, at most 60: none of its own editions, and one edition of each other work. Empty for an
   * unknown id.
   */
  neighbours(work: number): ScoredWork[]
  /**
   * Recommends works for a listener, best first, one edition of each; popular ones if the history is short.
   *
   * @param history in any order; only the latest 500 count
   * @param exclude works to leave out, with their other editions
   */
  recommend(
    history: readonly Listened[],
    now: number,
    exclude: ReadonlySet<number>,
    options?: {
      /** Maximum number; 500 by default. */
      limit?: number
      /** Filters works; called only for as many as needed. */
      accepts?: (id: number) => boolean
      /** All acceptable works, each once, if known: cheaper than calling `accepts` for all others. */
      among?: readonly number[] | undefined
    },
  ): Recommendation[]
}
