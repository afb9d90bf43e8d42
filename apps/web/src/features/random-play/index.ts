export { DIE } from './die.ts'
export { RandomNotice } from './RandomNotice.tsx'
export { useRandomPlay } from './use-random-play.ts'
