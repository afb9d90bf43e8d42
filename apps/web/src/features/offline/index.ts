export {
  clearCaches,
  isCachedPage,
  detectCachedPage,
  markUnanswered,
  useConnection,
  watched,
} from './connection.store.ts'
export { reachableTree, useReachableTree } from './reachable-tree.ts'
export { OfflineHelp } from './OfflineHelp.tsx'
export { OfflineOverlayHost } from './OfflineOverlayHost.tsx'

/** Loaded when the page is idle. */
export const loadOffline = () => import('./start-offline.ts')
