import type { RecommenderModel } from '@otodana/recommender'

import type { DatabaseLocation } from '#db/open.ts'

import type { ModelCounts, Tuned } from './model-source.ts'

/** `tuned`: the latest tuning, which the thread goes on from. */
export type RefreshTask = { location: DatabaseLocation; tuned: Tuned | null }
/** `look`: a refresh if enough has changed. */
export type ToRefreshThread = 'refresh' | 'look' | 'close'
export type FromRefreshThread =
  | { type: 'built'; model: RecommenderModel; counts: ModelCounts }
  | { type: 'unchanged' }
  /** After one of the former: `model` is null if it would not differ. */
  | { type: 'tuned'; tuned: Tuned; model: RecommenderModel | null; tuneMs: number }
  | { type: 'failed'; error: Error }
  | { type: 'log'; fields: object; message: string }
