import type { Catalogue } from '@otodana/catalogue'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Config } from '#config.ts'
import type { Database, DatabaseLocation } from '#db/open.ts'
import type { AccountFeature } from '#features/accounts/index.ts'
import type { ReviewRepository } from '#features/reviews/index.ts'
import type { WorkLists, WorkRepository } from '#features/works/index.ts'
import type { Limits } from '#http/limits/limits.ts'

import { createListeners } from './listeners.ts'
import { createListeningRepository } from './listening.repository.ts'
import { createRecommendations, type Recommendations } from './recommendations.ts'
import { recommenderRoutes } from './recommender.routes.ts'
import { createModelFile } from './model-file.ts'
import { createNews } from './news.ts'
import { createRefresh, type Refresh } from './refresh-thread.ts'
import { createSuggestions } from './suggestions.ts'

export { createListeningRepository } from './listening.repository.ts'
export { MODEL_FILE } from './model-file.ts'
export { type ModelState, NO_MODEL, type Refresh } from './refresh-thread.ts'

type Deps = Pick<AccountFeature, 'addPersonalData'> & {
  config: Pick<Config, 'recommenderRefreshSeconds' | 'dataDir'>
  database: Database
  location: DatabaseLocation
  catalogue: Catalogue
  reviews: Pick<ReviewRepository, 'judgements'>
  works: Pick<WorkRepository, 'circleOf' | 'titles'>
  lists: Pick<WorkLists, 'chosen'>
  limits: Limits
  /** See `codeVersion`; null: the model is not kept. */
  code: string | null
  /** Key for hashing networks. */
  secret: string
  log: Logger
}

/**
 * Popular, recommended and similar works.
 *
 * @returns the refresh of the model, which starts when the server listens, and what it recommends
 */
export function recommenderFeature(
  http: FastifyInstance,
  deps: Deps,
): { refresh: Refresh; recommendations: Recommendations } {
  const { config, database, location, catalogue, reviews, works, lists, limits, code, secret, log } = deps
  const listening = createListeningRepository(database)
  const listeners = createListeners(database, secret)
  const suggestions = createSuggestions(catalogue)
  const refresh = createRefresh({
    location,
    everySeconds: config.recommenderRefreshSeconds,
    onModel: suggestions.use,
    news: createNews(database),
    file: code === null ? null : createModelFile(config.dataDir, code),
    log,
  })
  const recommendations = createRecommendations({
    suggestions,
    listeners,
    listening,
    catalogue,
    judgementsOf: (accountId) => reviews.judgements(accountId),
    circleOf: (workId) => works.circleOf(workId),
  })
  deps.addPersonalData({
    name: 'listening',
    export: async (accountId) => {
      const id = await listeners.ofAccount(accountId)
      return id === null ? [] : listening.export(id)
    },
    async beforeRemoval(accountId, transaction) {
      const id = await listeners.ofAccount(accountId, transaction)
      if (id !== null) await listening.removeAll(id, transaction)
    },
  })
  recommenderRoutes(http, { recommendations, works, lists, limits, model: refresh.state })
  http.addHook('onListen', async () => refresh.start())
  http.addHook('onClose', () => refresh.close())
  return { refresh, recommendations }
}
