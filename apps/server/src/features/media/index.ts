export { attachment } from './content-disposition.ts'
export { playsInBrowsers } from './content-type.ts'
export { mediaRoutes, readMediaRef } from './media.routes.ts'
export { createMedia, fromStorage, type Media, type MediaFile } from './media.service.ts'
