const DAY_MS = 86_400_000

/**
 * All tunable parameters. `parameters` was tuned on one generated history (`npm run bench -- recommender`) and
 * evaluated on others; the figures are in docs/performance.md.
 */
export type Parameters = {
  /** Half-life of listening for popularity. */
  popularHalfLifeMs: number
  /** Weight of the best prior in `popularity.ts`, where doubling the listeners adds 1. */
  priorWeight: number
  /** Maximum total contribution of one source, in full listenings of today. */
  sourceBudget: number
  /** Maximum contribution of all anonymous sources together to one work, in full listenings of members. */
  anonymousCeiling: number
  /** Places mean something once this many sources have listened, each to this much of a work of today … */
  rankedSources: number
  rankedListening: number
  /** … and so have, of this many most popular works, this share. */
  rankedWorks: number
  rankedShare: number

  /** Number of most recent works of each listener that count. */
  worksPerListener: number
  /** A listener of n works counts n^−x in co-listening. */
  heavyListenerDamping: number
  /** This many common listeners above chance are trusted half; twice as many, four fifths. */
  shrinkage: number
  /** Number of virtual listeners without works that are added when computing what chance would give. */
  strangers: number
  coListeningWeight: number

  /** Weight of this kind of feature, multiplied by its rarity. */
  tagWeight: number
  circleWeight: number
  voiceWeight: number
  /** Keeps works with hardly any features from being similar. */
  contentShrinkage: number
  /** Weight of content beside co-listening for works with many listeners … */
  contentWeight: number
  /** … and additionally for works with none; half of that at `contentHalfListeners`. */
  contentWeightUnheard: number
  contentHalfListeners: number

  neighbours: number
  /** Each further work of one circle counts this fraction of the previous one. */
  sameCircleFactor: number
  /** Maximum number of a work's neighbours from one circle. */
  worksPerCircle: number

  /** Half-life of a listener's history. */
  historyHalfLifeMs: number
  /** A history of this many full listenings is trusted half. */
  halfBelievedHistory: number
}

export const parameters: Parameters = {
  popularHalfLifeMs: 30 * DAY_MS,
  priorWeight: 4,
  sourceBudget: 32,
  anonymousCeiling: 15,
  rankedSources: 5,
  rankedListening: 0.25,
  rankedWorks: 10,
  rankedShare: 0.8,

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
  halfBelievedHistory: 0.5,
}
