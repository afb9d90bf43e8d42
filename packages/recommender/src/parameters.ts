const DAY_MS = 86_400_000

/**
 * All that can be tuned. `parameters` was tuned on one generated history (`npm run bench -- recommender`) and judged on
 * others; docs/performance.md has the figures.
 */
export type Parameters = {
  /** After so long listening counts half as much for popularity. */
  popularHalfLifeMs: number
  /** What the best prior is worth in `popularity.ts`, where twice the listeners are worth 1. */
  priorWeight: number
  /** What one source can give to all works together, in full listenings of today. */
  sourceBudget: number
  /** What all anonymous sources together can give to one work, in full listenings of members. */
  anonymousCeiling: number

  /** Of each listener, only so many works: the last ones. */
  worksPerListener: number
  /** A listener of n works counts n^−x in co-listening. */
  heavyListenerDamping: number
  /** So many common listeners, more than chance would have, are believed half; twice as many, four fifths. */
  shrinkage: number
  /** So many listeners of nothing at all are added when it is worked out what chance would bring. */
  strangers: number
  coListeningWeight: number

  /** What one kind of features weighs, times its rarity. */
  tagWeight: number
  circleWeight: number
  voiceWeight: number
  /** Keeps works with next to no features from being alike. */
  contentShrinkage: number
  /** Content counts so much beside co-listening where there are many listeners … */
  contentWeight: number
  /** … and so much more where there are none; half of that at `contentHalfListeners`. */
  contentWeightUnheard: number
  contentHalfListeners: number

  neighbours: number
  /** Each further work of one circle counts so much of the one before. */
  sameCircleFactor: number
  /** Of all neighbours of a work, at most so many are of one circle. */
  worksPerCircle: number

  /** After so long what was listened to says half as much of a listener. */
  historyHalfLifeMs: number
  /** What speaks for a work counts times its popularity to this power. */
  popularFavour: number
  /** A history of so many full listenings today is believed half; the other half is popularity. */
  halfBelievedHistory: number
  /** What popularity weighs beside even the longest history. */
  popularityWeight: number
}

export const parameters: Parameters = {
  popularHalfLifeMs: 30 * DAY_MS,
  priorWeight: 4,
  sourceBudget: 32,
  anonymousCeiling: 15,

  worksPerListener: 300,
  heavyListenerDamping: 0.5,
  shrinkage: 4,
  strangers: 10,
  coListeningWeight: 1,

  tagWeight: 1,
  circleWeight: 1,
  voiceWeight: 1,
  contentShrinkage: 10,
  contentWeight: 0.05,
  contentWeightUnheard: 0.2,
  contentHalfListeners: 10,

  neighbours: 60,
  sameCircleFactor: 0.9,
  worksPerCircle: 6,

  historyHalfLifeMs: 90 * DAY_MS,
  popularFavour: 0.25,
  halfBelievedHistory: 0.5,
  popularityWeight: 0.1,
}
