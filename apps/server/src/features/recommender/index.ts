import type { Catalogue } from '@otodana/catalogue'

import type { Database } from '#db/open.ts'
import type { PersonalData } from '#features/accounts/index.ts'
import type { Judgement } from '#features/reviews/index.ts'

import { createListeners } from './listeners.ts'
import { createListeningRepository } from './listening.repository.ts'
import { createRecommendations, type Recommendations } from './recommendations.ts'
import { createSuggestions } from './suggestions.ts'

export { recommenderRoutes } from './recommender.routes.ts'

type Deps = {
  database: Database
  catalogue: Catalogue
  /** What a member says of works. */
  judgementsOf: (accountId: number) => Promise<Judgement[]>
  circleOf: (workId: number) => Promise<number | null>
  /** What networks are told apart by without being known. */
  secret: string
}

export type RecommenderFeature = { recommendations: Recommendations; personalData: PersonalData }

/** What is popular, recommended and alike. */
export function createRecommenderFeature(deps: Deps): RecommenderFeature {
  const { database, catalogue, secret } = deps
  const listening = createListeningRepository(database)
  const listeners = createListeners(database, secret)
  const suggestions = createSuggestions(catalogue)
  return {
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
