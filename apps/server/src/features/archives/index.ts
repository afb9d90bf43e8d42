import type { FastifyInstance } from 'fastify'

import { archiveRoutes } from './archives.routes.ts'
import { createArchives } from './archives.service.ts'

/** Downloads of a work, or of selected files, as one zip. */
export function archiveFeature(http: FastifyInstance, deps: Parameters<typeof createArchives>[0]): void {
  archiveRoutes(http, { archives: createArchives(deps) })
}
