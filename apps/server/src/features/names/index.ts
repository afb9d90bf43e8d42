export { createNames, type Names } from './names.ts'
export { createNameRepository } from './names.repository.ts'
export { nameRoutes } from './names.routes.ts'
