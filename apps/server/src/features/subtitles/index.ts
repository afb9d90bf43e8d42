export { subtitleRoutes } from './subtitles.routes.ts'
export { createSubtitles, type Subtitles } from './subtitles.service.ts'
export { indexSubtitles } from './index-subtitles.ts'
