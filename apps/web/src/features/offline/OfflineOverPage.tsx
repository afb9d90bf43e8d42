import { later } from '#lib/lazy.tsx'

import { hasParts, useConnection } from './connection.store.ts'

const ConnectionNotices = later(
  () => import('./ConnectionNotices.tsx'),
  () => null,
)

/** Loads the connection notices when they are first needed. */
export function OfflineOverPage() {
  const isWanted = useConnection((known) => (known.reach !== 'here' || known.hasUpdate) && hasParts(known))
  return isWanted ? <ConnectionNotices /> : null
}
