export { subtitleRoutes } from './subtitles.routes.ts'
export { createSubtitles, type Subtitles } from './subtitles.service.ts'
