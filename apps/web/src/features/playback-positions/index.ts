export { deviceId } from './device.ts'
export { SyncPositions } from './SyncPositions.tsx'
