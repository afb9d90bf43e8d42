export { voteRoutes } from './votes.routes.ts'
export { createVotes, type VoteService } from './votes.service.ts'
