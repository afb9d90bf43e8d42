export { nameRoutes } from './names.routes.ts'
export { createNameRepository, type NameRepository } from './names.repository.ts'
