import type { RecommenderModel } from '@otodana/recommender'

import type { DatabaseLocation } from '#db/open.ts'

import type { ModelCounts } from './model-source.ts'

export type RefreshTask = { location: DatabaseLocation }
export type ToRefreshThread = 'refresh' | 'close'
export type FromRefreshThread =
  | { type: 'built'; model: RecommenderModel; counts: ModelCounts }
  | { type: 'unchanged' }
  | { type: 'failed'; error: Error }
  | { type: 'log'; fields: object; message: string }
