export { RandomNotice } from './RandomNotice.tsx'
export { useRandomPlay } from './use-random-play.ts'
