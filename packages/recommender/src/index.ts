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
  WorkFacts,
} from './types.ts'
