import type { Catalogue } from '@otodana/catalogue'

import type { FastifyBaseLogger } from 'fastify'

import type { Database, DatabaseLocation } from '#db/open.ts'
import type { PersonalData } from '#features/accounts/index.ts'
import type { Judgement } from '#features/reviews/index.ts'

import { createListeners } from './listeners.ts'
import { createListeningRepository } from './listening.repository.ts'
import { createRecommendations, type Recommendations } from './recommendations.ts'
import { createRefresh, type ModelState } from './refresh-thread.ts'
import { createSuggestions } from './suggestions.ts'

export { type ModelState, NO_MODEL } from './refresh-thread.ts'
export { recommenderRoutes } from './recommender.routes.ts'

type Deps = {
  database: Database
  location: DatabaseLocation
  catalogue: Catalogue
  /** What a member says of works. */
  judgementsOf: (accountId: number) => Promise<Judgement[]>
  circleOf: (workId: number) => Promise<number | null>
  /** What networks are told apart by without being known. */
  secret: string
  /** 0: no model, and lists go by what sells. */
  refreshSeconds: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

export type RecommenderFeature = {
  recommendations: Recommendations
  personalData: PersonalData
  /** Begins to keep the model fresh. */
  start(): void
  /** Looks at what has changed without waiting for its time: the library, for instance, has been scanned. */
  lookAtOnce(): void
  /**
   * Brings the model up to all that is committed by now.
   *
   * @throws {Error} when that failed; the model is the one before
   */
  refresh(): Promise<void>
  state(): Readonly<ModelState>
  close(): Promise<void>
}

/** What is popular, recommended and alike. */
export function createRecommenderFeature(deps: Deps): RecommenderFeature {
  const { database, location, catalogue, secret, refreshSeconds, log } = deps
  const listening = createListeningRepository(database)
  const listeners = createListeners(database, secret)
  const suggestions = createSuggestions(catalogue)
  const { start, lookAtOnce, refresh, state, close } = createRefresh({
    location,
    everySeconds: refreshSeconds,
    onModel: suggestions.use,
    log,
  })
  return {
    start,
    lookAtOnce,
    refresh,
    state,
    close,
    recommendations: createRecommendations({ ...deps, suggestions, listeners, listening }),
    personalData: {
      name: 'listening',
      export: async (accountId) => {
        const id = await listeners.ofAccount(accountId)
        return id === null ? [] : listening.export(id)
      },
      async beforeRemoval(accountId, transaction) {
        const id = await listeners.ofAccount(accountId)
        if (id !== null) await listening.removeAll(id, transaction)
      },
    },
  }
}
