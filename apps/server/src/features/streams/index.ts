export { isWorthStreaming } from './low-quality.ts'
export { streamRoutes } from './streams.routes.ts'
export { createStreams, type Streams } from './streams.service.ts'
