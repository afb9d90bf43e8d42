export { coverRoutes } from './cover.routes.ts'
export { type Covers, createCovers } from './cover.service.ts'
export { pictureProblem } from './picture-problem.ts'
