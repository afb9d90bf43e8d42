import type { FastifyInstance } from 'fastify'

import { type ExchangeDeps, metadataExchangeRoutes } from './exchange.routes.ts'

/** Metadata as files: import and export. */
export function metadataExchangeFeature(http: FastifyInstance, deps: ExchangeDeps): void {
  metadataExchangeRoutes(http, deps)
}
