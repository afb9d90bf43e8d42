import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { onceConnected } from '#lib/chunks/once-connected.ts'

import { hasParts, useConnection } from './connection.store.ts'

const ConnectionNotices = lazyComponent(
  onceConnected(() => import('./ConnectionNotices.tsx')),
  () => null,
)

/** Loads the connection notices when they are first needed. */
export function OfflineOverlayHost() {
  const isWanted = useConnection(
    (known) => (known.reach !== 'here' || known.cachedAt !== null || known.hasUpdate) && hasParts(known),
  )
  return isWanted ? <ConnectionNotices /> : null
}
