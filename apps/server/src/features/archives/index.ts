import type { FastifyInstance } from 'fastify'

import { archiveRoutes } from './archives.routes.ts'
import { createArchives } from './archives.service.ts'

/** A work, or what is chosen of it, as one zip. */
export function archiveFeature(http: FastifyInstance, deps: Parameters<typeof createArchives>[0]): void {
  archiveRoutes(http, { archives: createArchives(deps) })
}
