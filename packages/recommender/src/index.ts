export { buffersOf, createModelBuilder } from './create-model-builder.ts'
export { createRecommender } from './create-recommender.ts'
export { parameters, type Parameters } from './parameters.ts'
export type {
  Listened,
  Listening,
  ModelBuilder,
  Recommendation,
  Recommender,
  RecommenderModel,
  ScoredWork,
  Tuning,
  WorkFacts,
} from './types.ts'
export { type Blend, usualBlend } from './usual-blend.ts'
