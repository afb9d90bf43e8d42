import type { FastifyInstance } from 'fastify'

import { mediaRoutes } from './media.routes.ts'
import { createMedia, type Media, type MediaDeps } from './media.service.ts'

export { attachment } from './content-disposition.ts'
export { contentTypeOf, isVideoName, playsInBrowsers } from './content-type.ts'
export { readMediaRef, sendFile } from './media.routes.ts'
export { createMedia, fromStorage, type Media, type MediaFile } from './media.service.ts'

/** The library's files, streamed and downloaded. */
export function mediaFeature(http: FastifyInstance, deps: MediaDeps): Media {
  const media = createMedia(deps)
  mediaRoutes(http, { media })
  return media
}
