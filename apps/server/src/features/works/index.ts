export { createWorkRepository, type WorkAddress, type WorkRepository } from './works.repository.ts'
export { workIdOf, workRoutes } from './works.routes.ts'
