import type { FastifyInstance } from 'fastify'

import type { Config } from '#config.ts'
import type { Database } from '#db/open.ts'
import type { AccountFeature } from '#features/accounts/index.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import type { WorkRepository } from '#features/works/index.ts'
import type { Limits } from '#http/limits/limits.ts'

import { voteRoutes } from './votes.routes.ts'
import { createVotes, type VoteService } from './votes.service.ts'

export { mergeVotes, type NamedVote } from './merge-votes.ts'
export { createVotes, type VoteService } from './votes.service.ts'

type Deps = Pick<AccountFeature, 'addPersonalData'> & {
  config: Pick<Config, 'mail'>
  database: Database
  catalogue: Pick<CatalogueService, 'catchUp'>
  works: WorkRepository
  limits: Limits
}

/** Members' votes on works' tags. */
export function voteFeature(http: FastifyInstance, deps: Deps): VoteService {
  const { config, database, catalogue, works, limits, addPersonalData } = deps
  // Without mail no member could ever link an address.
  const votes = createVotes({ database, needsLinkedEmail: config.mail !== null })
  addPersonalData({
    name: 'tagVotes',
    export: (accountId) => votes.all(accountId),
    afterRemoval: () => catalogue.catchUp(),
  })
  voteRoutes(http, { votes, works, limits, onChange: () => catalogue.catchUp() })
  return votes
}
