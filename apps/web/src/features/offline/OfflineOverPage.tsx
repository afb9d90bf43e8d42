import { later } from '#lib/lazy.tsx'

import { hasParts, useConnection } from './connection.store.ts'

const ConnectionNotices = later(
  () => import('./ConnectionNotices.tsx'),
  () => null,
)

/** That the server does not answer, and that it has another build: nothing of it is loaded before. */
export function OfflineOverPage() {
  const isWanted = useConnection((known) => (known.reach !== 'here' || known.hasUpdate) && hasParts(known))
  return isWanted ? <ConnectionNotices /> : null
}
