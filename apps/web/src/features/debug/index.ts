export { debugLoader } from './debug-loader.ts'
export { DebugPending, DebugScreen } from './DebugScreen.tsx'
