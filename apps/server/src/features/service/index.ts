export { serviceRoutes } from './service.routes.ts'
