export { archiveRoutes } from './archives.routes.ts'
export { type Archives, createArchives } from './archives.service.ts'
