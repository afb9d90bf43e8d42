export { subtitleRoutes } from './subtitles.routes.ts'
export { createSubtitles, type Subtitles } from './subtitles.service.ts'
export { indexSubtitles } from './index-subtitles.ts'
export { createTrackSubtitles, type TrackSubtitles } from './track-subtitles.ts'
