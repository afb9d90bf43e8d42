export { SyncPositions } from './SyncPositions.tsx'
