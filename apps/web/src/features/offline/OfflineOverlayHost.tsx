import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

import { hasParts, useConnection } from './connection.store.ts'

const ConnectionNotices = lazyComponent(
  () => import('./ConnectionNotices.tsx'),
  () => null,
)

/** Loads the connection notices when they are first needed. */
export function OfflineOverlayHost() {
  const isWanted = useConnection((known) => (known.reach !== 'here' || known.hasUpdate) && hasParts(known))
  return isWanted ? <ConnectionNotices /> : null
}
