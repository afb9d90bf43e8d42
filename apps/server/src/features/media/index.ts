export { mediaRoutes, readMediaRef } from './media.routes.ts'
export { createMedia, type Media, type MediaFile } from './media.service.ts'
